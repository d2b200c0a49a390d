/// Escapes of RFC 8259, 7: the short form where there is one, and only what must be escaped.
enum JSONEscaping {
    /// Writes `text` as the content of a JSON string. The caller has made room for six times its length.
    ///
    /// - Parameter isWellFormed: Whether the text is known to be UTF-8; otherwise what is not becomes U+FFFD.
    /// - Returns: Bytes written.
    static func escape(_ text: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>, isWellFormed: Bool) -> Int {
        guard let start = text.baseAddress else { return 0 }
        var out = output
        var done = 0
        while done < text.count {
            let byte = start[done]
            if byte >= 0x80, !isWellFormed {
                let length = UTF8Sequence.length(start + done, within: text.count &- done)
                if length == 0 {
                    out += UTF8Sequence.encode(0xfffd, into: out)
                    done &+= 1
                } else {
                    out.update(from: start + done, count: length)
                    out += length
                    done &+= length
                }
                continue
            }
            out += escape(byte, to: out)
            done &+= 1
        }
        return out - output
    }

    @inline(__always) private static func escape(_ byte: UInt8, to out: UnsafeMutablePointer<UInt8>) -> Int {
        let letter: UInt8
        switch byte {
        case 0x22, 0x5c: letter = byte
        case 0x08: letter = 0x62
        case 0x09: letter = 0x74
        case 0x0a: letter = 0x6e
        case 0x0c: letter = 0x66
        case 0x0d: letter = 0x72
        case 0..<0x20:
            out[0] = 0x5c
            out[1] = 0x75
            out[2] = 0x30
            out[3] = 0x30
            out[4] = 0x30 &+ byte >> 4
            out[5] = digit(byte & 15)
            return 6
        default:
            out[0] = byte
            return 1
        }
        out[0] = 0x5c
        out[1] = letter
        return 2
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 &+ value : 0x57 &+ value
    }
}
