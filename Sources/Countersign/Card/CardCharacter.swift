/// What a character is to the card fields.
enum CardCharacter: Equatable {
    /// A decimal digit of any script, as its value.
    case digit(UInt8)
    /// White space, also of no width, and marks of writing direction.
    case blank
    /// A hyphen, a dash or a minus sign.
    case dash
    /// A sign that stands between month and year: `/`, `.`, `\` and their relatives. Dashes do too.
    case slash
    case other

    @inline(__always)
    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x30...0x39: self = .digit(UInt8(truncatingIfNeeded: scalar.value &- 0x30))
        case 0x20, 0x09...0x0d: self = .blank
        case 0x2d: self = .dash
        case 0x2e, 0x2f, 0x5c: self = .slash
        case 0..<0x80: self = .other
        default: self.init(beyondASCII: scalar)
        }
    }

    private init(beyondASCII scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x2010...0x2015, 0x2212, 0xfe63, 0xff0d: self = .dash
        case 0x2044, 0xff0f: self = .slash
        case 0x061c, 0x180e, 0x200b...0x200f, 0x202a...0x202e, 0x2060, 0x2066...0x2069, 0xfeff: self = .blank
        default:
            if scalar.properties.isWhitespace {
                self = .blank
            } else if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue,
                let digit = UInt8(exactly: value)
            {
                self = .digit(digit)
            } else {
                self = .other
            }
        }
    }
}
