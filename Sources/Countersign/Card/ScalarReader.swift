/// Reads Unicode scalars out of UTF-8 without making a `String`. Each malformed byte reads as one U+FFFD.
struct ScalarReader: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    /// Where the next scalar begins.
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func next() -> Unicode.Scalar? {
        guard offset < bytes.count, let base = bytes.baseAddress else { return nil }
        let lead = bytes[offset]
        if lead < 0x80 {
            offset &+= 1
            return Unicode.Scalar(lead)
        }
        let here = (base + offset).assumingMemoryBound(to: UInt8.self)
        let length = UTF8Sequence.length(here, within: bytes.count &- offset)
        offset &+= length > 0 ? length : 1
        guard length >= 2 else { return "\u{fffd}" }
        var value = UInt32(lead) & (0x7f >> UInt32(length))
        for index in 1..<length { value = value << 6 | UInt32(here[index] & 0x3f) }
        return Unicode.Scalar(value) ?? "\u{fffd}"
    }
}
