/// Eight bytes of text in one integer, the first in the lowest bits: scanning and comparing by words rather than bytes.
@usableFromInline enum ByteWord {
    @usableFromInline static let ones: UInt64 = 0x0101_0101_0101_0101
    @usableFromInline static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The eight bytes at `bytes`, all of which must be readable.
    @inlinable @inline(__always) static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// The first `count` bytes at `bytes`, zero in the others; reads nothing beyond `count`, which is at most 8.
    @inlinable @inline(__always) static func load(_ bytes: UnsafePointer<UInt8>, upTo count: Int) -> UInt64 {
        if count >= 8 { return load(bytes) }
        let raw = UnsafeRawPointer(bytes)
        if count >= 4 {
            let head = UInt64(UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self)))
            let tail = UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
            return head | tail << UInt64(truncatingIfNeeded: (count &- 4) &* 8)
        }
        if count <= 0 { return 0 }
        let middle = count >> 1
        return UInt64(bytes[0])
            | UInt64(bytes[middle]) << UInt64(truncatingIfNeeded: middle &* 8)
            | UInt64(bytes[count &- 1]) << UInt64(truncatingIfNeeded: (count &- 1) &* 8)
    }

    /// Ones in the bits of the first `count` bytes; all of them from 8 up, none from 0 down.
    @inlinable @inline(__always) static func mask(_ count: Int) -> UInt64 {
        count >= 8 ? .max : ~(UInt64.max << UInt64(truncatingIfNeeded: max(count, 0) &* 8))
    }

    @inlinable @inline(__always) static func store(_ word: UInt64, _ bytes: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(bytes).storeBytes(of: word.littleEndian, as: UInt64.self)
    }

    /// The high bit of each byte that a JSON string cannot hold as it is: a control character, a quote or a backslash.
    ///
    /// Only the lowest set bit can be relied on: the subtraction borrows from the byte above a match.
    @inlinable @inline(__always) static func escapes(_ word: UInt64) -> UInt64 {
        matches(word) & ~word & highs
    }

    /// As ``escapes(_:)``, and the bytes of non-ASCII characters too.
    @inlinable @inline(__always) static func stops(_ word: UInt64) -> UInt64 {
        (matches(word) | word) & highs
    }

    /// Sets the high bit of control characters, quotes and backslashes, and perhaps of bytes that have it anyway.
    @inlinable @inline(__always) static func matches(_ word: UInt64) -> UInt64 {
        // Exchanging blank and quote, control characters and the quote are what lies below 0x21.
        let below = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
        let backslash = (word ^ (ones &* 0x5c)) &- ones
        return below | backslash
    }
}
