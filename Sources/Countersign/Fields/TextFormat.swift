/// Formats of text, checked over UTF-8 bytes so that no `String` is made to say no.
enum TextFormat {
    /// The number of characters, or nil where one is a control character (C0, DEL or C1).
    static func length(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        var done = 0
        while done < bytes.count {
            let left = bytes.count &- done
            // What a short last word lacks is filled with blanks.
            let word = ByteWord.load(start + done, upTo: left) | (0x2020_2020_2020_2020 & ~ByteWord.mask(left))
            // All ASCII, nothing below a blank, no DEL: as many characters as bytes.
            let low = word &- (ByteWord.ones &* 0x20)
            let delete = (word ^ (ByteWord.ones &* 0x7f)) &- ByteWord.ones
            guard (word | low | delete) & ByteWord.highs == 0 else { return lengthByBytes(bytes) }
            done &+= 8
        }
        return bytes.count
    }

    private static func lengthByBytes(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var length = 0
        var previous: UInt8 = 0
        for byte in bytes {
            if byte < 0x20 || byte == 0x7f || (previous == 0xc2 && byte < 0xa0) { return nil }
            length &+= byte & 0xc0 == 0x80 ? 0 : 1
            previous = byte
        }
        return length
    }

    @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inline(__always) static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    @inline(__always) static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    static func isDigits(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.allSatisfy(isDigit) }

    /// The day that `YYYY-MM-DD` names; nil where the Gregorian calendar has none, or before 1900.
    static func date(_ bytes: UnsafeRawBufferPointer) -> CivilDate? {
        guard bytes.count == 10, bytes[4] == 0x2d, bytes[7] == 0x2d else { return nil }
        guard let year = number(bytes, 0..<4), let month = number(bytes, 5..<7), let day = number(bytes, 8..<10) else {
            return nil
        }
        return year >= 1900 ? CivilDate(year: year, month: month, day: day) : nil
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        var value = 0
        for position in range {
            guard isDigit(bytes[position]) else { return nil }
            value = value &* 10 &+ Int(bytes[position] &- 0x30)
        }
        return value
    }

    /// Digits, perhaps with a point between them; no sign, no exponent, no separators. At most 18 digits.
    static func isDecimal(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first, let last = bytes.last, isDigit(first), isDigit(last), bytes.count <= 19 else {
            return false
        }
        var points = 0
        for byte in bytes where !isDigit(byte) {
            guard byte == 0x2e else { return false }
            points &+= 1
        }
        return points <= 1
    }

    /// An absolute `http` or `https` URL (RFC 3986): a host, no user information, and nothing that ought to be percent-encoded.
    static func isURL(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let scheme = bytes.prefix(8)
        var start: Int
        if scheme.count == 8, equalsIgnoringCase(scheme, "https://") {
            start = 8
        } else if equalsIgnoringCase(bytes.prefix(7), "http://") {
            start = 7
        } else {
            return false
        }
        let hostStart = start
        while start < bytes.count, !isOneOf(bytes[start], "/?#") { start &+= 1 }
        let authority = UnsafeRawBufferPointer(rebasing: bytes[hostStart..<start])
        guard isAuthority(authority) else { return false }
        return bytes[start...].allSatisfy { $0 > 0x20 && $0 < 0x7f && !isOneOf($0, "\"<>\\^`{|}") }
    }

    /// A host name, an IPv4 address or an IPv6 address in brackets, perhaps with a port.
    private static func isAuthority(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var hostEnd = bytes.count
        if bytes.first == 0x5b {
            guard let bracket = bytes.firstIndex(of: 0x5d) else { return false }
            guard isIPv6(UnsafeRawBufferPointer(rebasing: bytes[1..<bracket])) else { return false }
            hostEnd = bracket + 1
        } else {
            hostEnd = bytes.firstIndex(of: 0x3a) ?? bytes.count
            guard hostEnd > 0, bytes[0] != 0x2e else { return false }
            let host = bytes[..<hostEnd]
            guard host.allSatisfy({ isAlphanumeric($0) || $0 == 0x2d || $0 == 0x2e || $0 == 0x5f }) else { return false }
        }
        guard hostEnd < bytes.count else { return true }
        guard bytes[hostEnd] == 0x3a, 2...6 ~= bytes.count - hostEnd else { return false }
        guard let port = number(bytes, hostEnd + 1..<bytes.count) else { return false }
        return 1...65_535 ~= port
    }

    /// One `@` with something before it and a domain with a dot behind it; at most 254 characters (EMV 3-D Secure, email).
    /// Mail servers know the rest better.
    static func isEmail(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard 3...254 ~= bytes.count, let at = bytes.firstIndex(of: 0x40), 1...64 ~= at else { return false }
        for position in 0..<at where bytes[position] <= 0x20 || bytes[position] == 0x7f || isMailSpecial(bytes[position]) {
            return false
        }
        var label = 0
        var labels = 1
        for position in (at + 1)..<bytes.count {
            let byte = bytes[position]
            if byte == 0x2e {
                guard label > 0 else { return false }
                label = 0
                labels &+= 1
            } else {
                guard isAlphanumeric(byte) || byte == 0x2d || byte >= 0x80 else { return false }
                label &+= 1
            }
        }
        // Letters beyond ASCII may bring the control characters beyond ASCII with them.
        return label > 0 && labels > 1 && length(bytes) != nil
    }

    @inline(__always) private static func isMailSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: ":"), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    /// Either alphabet, with padding or without it.
    static func isBase64(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var end = bytes.count
        while end > 0, bytes.count - end < 2, bytes[end - 1] == 0x3d { end -= 1 }
        guard end % 4 != 1, end == bytes.count || bytes.count % 4 == 0 else { return false }
        return bytes[..<end].allSatisfy { isAlphanumeric($0) || isOneOf($0, "-_+/") }
    }

    /// Four decimal numbers up to 255 with dots, without leading zeros.
    static func isIPv4(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard 7...15 ~= bytes.count else { return false }
        var parts = 0
        var start = 0
        for position in 0...bytes.count where position == bytes.count || bytes[position] == 0x2e {
            let digits = position - start
            guard 1...3 ~= digits, let value = number(bytes, start..<position), value <= 255 else { return false }
            guard digits == 1 || bytes[start] != 0x30 else { return false }
            parts &+= 1
            start = position + 1
        }
        return parts == 4
    }

    /// RFC 4291, 2.2: eight groups of hexadecimal digits, of which `::` may stand for one or more, the last two perhaps as
    /// IPv4.
    static func isIPv6(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard 2...45 ~= bytes.count else { return false }
        var groups = 0
        var gaps = 0
        var start = 0
        var position = 0
        while position < bytes.count {
            if bytes[position] == 0x3a {
                if position + 1 < bytes.count, bytes[position + 1] == 0x3a {
                    gaps &+= 1
                    position &+= 2
                } else {
                    // A single colon stands between two groups.
                    guard position > start || groups > 0, position > 0, bytes[position - 1] != 0x3a, position + 1 < bytes.count
                    else {
                        return false
                    }
                    position &+= 1
                }
                start = position
                continue
            }
            while position < bytes.count, bytes[position] != 0x3a { position &+= 1 }
            let group = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
            if position == bytes.count, isIPv4(group) {
                groups &+= 2
            } else {
                guard group.count <= 4, group.allSatisfy({ isDigit($0) || ($0 | 0x20) &- 0x61 < 6 }) else { return false }
                groups &+= 1
            }
        }
        return gaps == 0 ? groups == 8 : gaps == 1 && groups < 8
    }

    /// Four to fifteen digits (E.164), perhaps a plus before them; blanks, hyphens, dots and parentheses between them.
    static func isPhone(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var digits = 0
        for (position, byte) in bytes.enumerated() {
            if isDigit(byte) {
                digits &+= 1
            } else {
                guard isOneOf(byte, " -.()") || (byte == 0x2b && position == 0) else { return false }
            }
        }
        return 4...15 ~= digits && bytes.count <= 30
    }

    /// Parts of one to eight letters and digits with hyphens, the first of two or three letters; at most 35 characters.
    static func isLanguage(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= 35 else { return false }
        for (position, part) in bytes.split(separator: 0x2d, omittingEmptySubsequences: false).enumerated() {
            guard position == 0 ? 2...3 ~= part.count && part.allSatisfy(isLetter) : 1...8 ~= part.count else { return false }
            guard part.allSatisfy(isAlphanumeric) else { return false }
        }
        return true
    }

    @inline(__always) private static func isOneOf(_ byte: UInt8, _ set: StaticString) -> Bool {
        for position in 0..<set.utf8CodeUnitCount where set.utf8Start[position] == byte { return true }
        return false
    }

    private static func equalsIgnoringCase(_ bytes: Slice<UnsafeRawBufferPointer>, _ small: StaticString) -> Bool {
        guard bytes.count == small.utf8CodeUnitCount else { return false }
        for (position, byte) in bytes.enumerated() where byte | 0x20 != small.utf8Start[position] { return false }
        return true
    }
}
