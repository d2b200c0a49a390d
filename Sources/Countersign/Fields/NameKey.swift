/// The first eight bytes of a name and the last eight, with its length: names are compared by words.
struct NameKey: Equatable {
    let head: UInt64
    let tail: UInt64
    let count: Int

    @inline(__always) init(_ name: UnsafeBufferPointer<UInt8>) {
        count = name.count
        if let start = name.baseAddress {
            head = ByteWord.load(start, upTo: count)
            tail = count > 8 ? ByteWord.load(start + (count &- 8)) : 0
        } else {
            (head, tail) = (0, 0)
        }
    }

    /// Whether the two words are all of the name.
    @inline(__always) var isWhole: Bool { count <= 16 }

    @inline(__always) var hash: Int {
        let mixed = (head ^ (tail &* 31) ^ UInt64(truncatingIfNeeded: count)) &* 0x9e37_79b9_7f4a_7c15
        return Int(truncatingIfNeeded: mixed >> 40)
    }
}
