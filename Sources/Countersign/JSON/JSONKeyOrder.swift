import Glibc

/// Finds members by name, and members that share one.
///
/// Small objects are searched from member to member. The members of large ones are sorted by length and then bytes of the name,
/// so that no choice of names, however hostile, makes look-ups or the search for duplicates quadratic.
enum JSONKeyOrder {
    /// Objects with more members than this are sorted.
    static let threshold = 16

    /// Sorts the closed object `object` where it is large, and records its duplicates.
    static func examine(_ object: UInt32, _ tape: inout JSONTape) {
        if Int(tape.nodes[Int(object)].count) > threshold {
            sort(object, &tape)
        } else {
            findDuplicates(object, &tape)
        }
    }

    /// The first member of `object` with `name`, or nil.
    @inline(__always) static func find(
        _ name: UnsafePointer<UInt8>, _ length: Int, in object: UInt32, _ tape: borrowing JSONTape
    ) -> UInt32? {
        let count = tape.nodes[Int(object)].count
        if count > threshold { return search(name, length, in: object, tape) }
        return scan(name, length, ByteWord.load(name, upTo: length), in: object, count, tape)
    }

    /// The first of the first `count` members of `object` with `name`, or nil. `head` is the start of the name.
    @inline(__always) private static func scan(
        _ name: UnsafePointer<UInt8>, _ length: Int, _ head: UInt64, in object: UInt32, _ count: UInt32,
        _ tape: borrowing JSONTape
    ) -> UInt32? {
        let mask = ByteWord.mask(length)
        var member = object &+ 1
        for _ in 0..<count {
            let node = tape.nodes + Int(member)
            if Int(node.pointee.keyLength) == length {
                let key = tape.key(node)
                if (ByteWord.load(key) ^ head) & mask == 0, length <= 8 || memcmp(key + 8, name + 8, length &- 8) == 0 {
                    return member
                }
            }
            member = node.pointee.next
        }
        return nil
    }

    /// Records the duplicates of a small object. Each name sets one of 64 bits, chosen by its length and its first eight bytes;
    /// only one that finds its bit set is compared with those before it.
    @inline(__always) private static func findDuplicates(_ object: UInt32, _ tape: inout JSONTape) {
        var seen: UInt64 = 0
        var member = object &+ 1
        for index in 0..<tape.nodes[Int(object)].count {
            let node = tape.nodes + Int(member)
            let length = Int(node.pointee.keyLength)
            let key = tape.key(node)
            let head = ByteWord.load(key) & ByteWord.mask(length)
            let mixed = (head ^ UInt64(truncatingIfNeeded: length)) &* 0x9e37_79b9_7f4a_7c15
            let bit: UInt64 = 1 << (mixed >> 58)
            if seen & bit != 0, isDuplicate(key, length, head, in: object, index, tape) {
                tape.duplicates.append(member)
            }
            seen |= bit
            member = node.pointee.next
        }
    }

    @inline(never) private static func isDuplicate(
        _ name: UnsafePointer<UInt8>, _ length: Int, _ head: UInt64, in object: UInt32, _ count: UInt32,
        _ tape: borrowing JSONTape
    ) -> Bool {
        scan(name, length, head, in: object, count, tape) != nil
    }

    /// Sorts the members of a large object; among equal names the earlier member stands first.
    @inline(never) private static func sort(_ object: UInt32, _ tape: inout JSONTape) {
        var members: [UInt32] = []
        members.reserveCapacity(Int(tape.nodes[Int(object)].count))
        var member = object &+ 1
        for _ in 0..<tape.nodes[Int(object)].count {
            members.append(member)
            member = tape.nodes[Int(member)].next
        }
        arrange(&members, tape)
        for (one, other) in zip(members, members.dropFirst()) where compare(one, other, tape) == 0 {
            tape.duplicates.append(other)
        }
        tape.nodes[Int(object)].order = UInt32(truncatingIfNeeded: tape.keyOrder.count)
        tape.keyOrder.append(contentsOf: members)
    }

    private static func arrange(_ members: inout [UInt32], _ tape: borrowing JSONTape) {
        members.sort {
            let order = compare($0, $1, tape)
            return order == 0 ? $0 < $1 : order < 0
        }
    }

    /// Binary search for the first member that is not below `name`.
    @inline(never) private static func search(
        _ name: UnsafePointer<UInt8>, _ length: Int, in object: UInt32, _ tape: borrowing JSONTape
    ) -> UInt32? {
        let first = Int(tape.nodes[Int(object)].order)
        var low = first
        var high = first &+ Int(tape.nodes[Int(object)].count)
        let end = high
        while low < high {
            let middle = low &+ (high &- low) / 2
            let node = tape.nodes + Int(tape.keyOrder[middle])
            if compare(tape.key(node), Int(node.pointee.keyLength), name, length) < 0 {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        guard low < end else { return nil }
        let member = tape.keyOrder[low]
        let node = tape.nodes + Int(member)
        return compare(tape.key(node), Int(node.pointee.keyLength), name, length) == 0 ? member : nil
    }

    /// Compares the names of two members.
    private static func compare(_ one: UInt32, _ other: UInt32, _ tape: borrowing JSONTape) -> Int {
        let one = tape.nodes + Int(one)
        let other = tape.nodes + Int(other)
        return compare(
            tape.key(one), Int(one.pointee.keyLength), tape.key(other), Int(other.pointee.keyLength))
    }

    /// Below, at or above zero as the first name sorts before, with or after the second.
    private static func compare(
        _ one: UnsafePointer<UInt8>, _ length: Int, _ other: UnsafePointer<UInt8>, _ otherLength: Int
    ) -> Int {
        length == otherLength ? Int(memcmp(one, other, length)) : length &- otherLength
    }
}
