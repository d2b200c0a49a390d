/// The tokens of RFC 8259 over zero-padded text.
///
/// Every function takes the place to start at and gives the place after the token. None needs to know where the text ends: NUL
/// belongs to no token, so the padding stops them all, and `padding` covers how far a word load looks ahead.
enum JSONScanner {
    typealias Place = UnsafePointer<UInt8>

    /// Zero bytes that must follow the text.
    static let padding = 16

    /// The first byte that is not white space (RFC 8259, 2).
    @inline(__always) static func skipSpace(_ place: Place) -> Place {
        var place = place
        while place[0] <= 0x20, place[0] == 0x20 || place[0] == 0x0a || place[0] == 0x0d || place[0] == 0x09 {
            place += 1
        }
        return place
    }

    /// After `true`, `false` or `null`, or nil where it is none of them.
    @inline(__always) static func literal(_ place: Place) -> Place? {
        let word = ByteWord.load(place)
        if word & 0xffff_ffff == 0x6575_7274 || word & 0xffff_ffff == 0x6c6c_756e { return place + 4 }
        if word & 0xff_ffff_ffff == 0x65_736c_6166 { return place + 5 }
        return nil
    }

    /// A number (RFC 8259, 6): the place after it, or the place of the byte that is wrong.
    @inline(__always) static func number(_ place: Place) -> (end: Place, isValid: Bool) {
        var place = place
        if place[0] == 0x2d { place += 1 }
        if place[0] == 0x30 {
            place += 1
            if isDigit(place[0]) { return (place, false) }
        } else if !digits(&place) {
            return (place, false)
        }
        if place[0] == 0x2e {
            place += 1
            if !digits(&place) { return (place, false) }
        }
        if place[0] | 0x20 == 0x65 {
            place += 1
            if place[0] == 0x2b || place[0] == 0x2d { place += 1 }
            if !digits(&place) { return (place, false) }
        }
        return (place, true)
    }

    @inline(__always) private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Skips digits; false where there is none.
    @inline(__always) private static func digits(_ place: inout Place) -> Bool {
        guard isDigit(place[0]) else { return false }
        repeat { place += 1 } while isDigit(place[0])
        return true
    }
}
