/// One character in UTF-8 (RFC 3629, 4).
enum UTF8Sequence {
    /// Bytes of the well-formed sequence of two to four bytes at `bytes`, or 0 where there is none.
    ///
    /// Reads a byte only when those before it are right, so any byte that continues no sequence, such as NUL, ends the reading.
    @inline(__always) static func length(_ bytes: UnsafePointer<UInt8>) -> Int {
        // The second byte's range keeps out overlong forms, surrogates and what lies above U+10FFFF.
        let lead = bytes[0]
        switch lead {
        case 0xc2...0xdf: return isContinuation(bytes[1]) ? 2 : 0
        case 0xe0...0xef:
            let low: UInt8 = lead == 0xe0 ? 0xa0 : 0x80
            let high: UInt8 = lead == 0xed ? 0x9f : 0xbf
            guard bytes[1] >= low, bytes[1] <= high, isContinuation(bytes[2]) else { return 0 }
            return 3
        case 0xf0...0xf4:
            let low: UInt8 = lead == 0xf0 ? 0x90 : 0x80
            let high: UInt8 = lead == 0xf4 ? 0x8f : 0xbf
            guard bytes[1] >= low, bytes[1] <= high, isContinuation(bytes[2]), isContinuation(bytes[3]) else { return 0 }
            return 4
        default: return 0
        }
    }

    /// The same where only `count` bytes can be read.
    static func length(_ bytes: UnsafePointer<UInt8>, within count: Int) -> Int {
        if count >= 4 { return length(bytes) }
        var padded: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
        if count > 0 { padded.0 = bytes[0] }
        if count > 1 { padded.1 = bytes[1] }
        if count > 2 { padded.2 = bytes[2] }
        return withUnsafeBytes(of: &padded) { raw in
            raw.withMemoryRebound(to: UInt8.self) { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return length(base)
            }
        }
    }

    /// Writes `scalar`, which is no surrogate, and gives how many bytes that took.
    @inline(__always) static func encode(_ scalar: UInt32, into out: UnsafeMutablePointer<UInt8>) -> Int {
        if scalar < 0x80 {
            out[0] = UInt8(truncatingIfNeeded: scalar)
            return 1
        }
        if scalar < 0x800 {
            out[0] = 0xc0 | UInt8(truncatingIfNeeded: scalar >> 6)
            out[1] = continuation(scalar)
            return 2
        }
        if scalar < 0x10000 {
            out[0] = 0xe0 | UInt8(truncatingIfNeeded: scalar >> 12)
            out[1] = continuation(scalar >> 6)
            out[2] = continuation(scalar)
            return 3
        }
        out[0] = 0xf0 | UInt8(truncatingIfNeeded: scalar >> 18)
        out[1] = continuation(scalar >> 12)
        out[2] = continuation(scalar >> 6)
        out[3] = continuation(scalar)
        return 4
    }

    @inline(__always) private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }

    @inline(__always) private static func continuation(_ bits: UInt32) -> UInt8 {
        0x80 | UInt8(truncatingIfNeeded: bits & 0x3f)
    }
}
