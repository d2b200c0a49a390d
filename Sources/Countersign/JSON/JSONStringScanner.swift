/// Strings of RFC 8259, 7: checked first, and undone in a second step where they have escapes.
enum JSONStringScanner {
    typealias Place = UnsafePointer<UInt8>

    /// What a check found. `end` is the closing quote, or where the fault is.
    struct Result {
        var end: Place
        var isEscaped: Bool
        var fault: JSONFault?
    }

    /// Checks the string whose first byte after the quote is at `place`.
    @inline(__always) static func check(_ place: Place) -> Result {
        var place = place
        while true {
            let stops = ByteWord.stops(ByteWord.load(place))
            if stops == 0 {
                place += 8
                continue
            }
            place += stops.trailingZeroBitCount >> 3
            if place[0] == 0x22 { return Result(end: place, isEscaped: false, fault: nil) }
            return checkRest(place)
        }
    }

    /// The same from the first byte on that is not plain ASCII.
    @inline(never) private static func checkRest(_ place: Place) -> Result {
        var place = place
        var isEscaped = false
        while true {
            let stops = ByteWord.stops(ByteWord.load(place))
            if stops == 0 {
                place += 8
                continue
            }
            place += stops.trailingZeroBitCount >> 3
            let byte = place[0]
            if byte == 0x22 {
                return Result(end: place, isEscaped: isEscaped, fault: nil)
            } else if byte == 0x5c {
                isEscaped = true
                let (length, fault) = escapeLength(place)
                if let fault { return Result(end: place, isEscaped: true, fault: fault) }
                place += length
            } else if byte < 0x20 {
                return Result(end: place, isEscaped: isEscaped, fault: .control)
            } else {
                let length = UTF8Sequence.length(place)
                if length == 0 { return Result(end: place, isEscaped: isEscaped, fault: .utf8) }
                place += length
            }
        }
    }

    /// Bytes of the escape whose backslash is at `place`: 2, 6, or 12 for a surrogate pair.
    private static func escapeLength(_ place: Place) -> (length: Int, fault: JSONFault?) {
        switch place[1] {
        case 0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74: return (2, nil)
        case 0x75: break
        default: return (0, .escape)
        }
        guard let unit = codeUnit(place + 2) else { return (0, .escape) }
        switch unit {
        case 0: return (0, .nul)
        case 0xdc00...0xdfff: return (0, .escape)
        case 0xd800...0xdbff:
            guard place[6] == 0x5c, place[7] == 0x75, let low = codeUnit(place + 8), low & 0xfc00 == 0xdc00 else {
                return (0, .escape)
            }
            return (12, nil)
        default: return (6, nil)
        }
    }

    /// The UTF-16 code unit that four hexadecimal digits stand for. Looks no further than the first byte that is not one.
    @inline(__always) private static func codeUnit(_ place: Place) -> UInt32? {
        var unit: UInt32 = 0
        for i in 0..<4 {
            let byte = place[i]
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt32(byte &- 0x30)
            case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt32((byte | 0x20) &- 0x57)
            default: return nil
            }
        }
        return unit
    }

    /// Writes the checked string from `place` to the quote at `end` with its escapes undone, and gives its length.
    ///
    /// No escape is shorter than what it stands for, so `output` needs no more room than the text has.
    static func undo(_ place: Place, to end: Place, into output: UnsafeMutablePointer<UInt8>) -> Int {
        var place = place
        var out = output
        while place < end {
            if place[0] != 0x5c {
                out[0] = place[0]
                place += 1
                out += 1
                continue
            }
            guard place[1] == 0x75, let unit = codeUnit(place + 2) else {
                out[0] = meaning(place[1])
                place += 2
                out += 1
                continue
            }
            var scalar = unit
            place += 6
            if unit & 0xfc00 == 0xd800, let low = codeUnit(place + 2) {
                scalar = 0x10000 &+ ((unit & 0x3ff) << 10 | (low & 0x3ff))
                place += 6
            }
            out += UTF8Sequence.encode(scalar, into: out)
        }
        return out - output
    }

    /// The quote that ends the checked string whose first byte after the quote is at `place`.
    static func closingQuote(_ place: Place) -> Place {
        var place = place
        while place[0] != 0x22 {
            place += place[0] == 0x5c ? 2 : 1
        }
        return place
    }

    private static func meaning(_ letter: UInt8) -> UInt8 {
        switch letter {
        case 0x62: 0x08
        case 0x66: 0x0c
        case 0x6e: 0x0a
        case 0x72: 0x0d
        case 0x74: 0x09
        default: letter
        }
    }
}
