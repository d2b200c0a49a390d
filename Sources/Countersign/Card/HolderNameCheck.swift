import CSystem

/// The answer to a cardholder's name.
struct HolderNameCheck: Equatable {
    let reason: FieldReason
    let isPotentiallyValid: Bool

    /// The most characters a name may have.
    static let longest = 255
    /// The most bytes: four for each character.
    static let greatestBytes = 4 * longest

    /// Judges a name. Digits that may be a card number, which browsers fill into this field, are refused, so that a
    /// valid name can be shown and logged.
    init(_ name: UnsafeRawBufferPointer, isRequired: Bool) {
        if name.isEmpty {
            (reason, isPotentiallyValid) = (isRequired ? .empty : .ok, true)
            return
        }
        var hasLetter = false
        var hasDigit = false
        var hasMark = false
        var isForeign = false
        let hasPAN = withUnsafeTemporaryAllocation(byteCount: CardNumber.longest, alignment: 8) { digits in
            defer { csys_wipe(digits.baseAddress, digits.count) }
            var run = 0
            var found = false
            for scalar in ScalarReader(name) {
                switch Self.kind(of: scalar) {
                case .letter:
                    hasLetter = true
                    found = found || Self.isPAN(UnsafeRawBufferPointer(digits), run)
                    run = 0
                case .digit(let value):
                    hasDigit = true
                    if digits.indices.contains(run) { digits[run] = 0x30 &+ value }
                    run &+= 1
                case .blank: break
                case .mark: hasMark = true
                case .foreign: isForeign = true
                }
            }
            return found || Self.isPAN(UnsafeRawBufferPointer(digits), run)
        }
        if isForeign {
            (reason, isPotentiallyValid) = (.badCharacters, false)
        } else if !hasLetter && !hasDigit && !hasMark {
            (reason, isPotentiallyValid) = (isRequired ? .empty : .ok, true)
        } else if hasPAN || hasDigit && !hasLetter {
            (reason, isPotentiallyValid) = (.looksLikePAN, true)
        } else if name.count > Self.greatestBytes || String(decoding: name, as: UTF8.self).count > Self.longest {
            (reason, isPotentiallyValid) = (.tooLong, false)
        } else {
            (reason, isPotentiallyValid) = (hasLetter ? .ok : .incomplete, true)
        }
    }

    /// Whether `count` digits in a row, of which the first 19 are given, may be a card number.
    private static func isPAN(_ digits: UnsafeRawBufferPointer, _ count: Int) -> Bool {
        if count < CardNumber.shortest { return false }
        return count > CardNumber.longest || Luhn.isValid(UnsafeRawBufferPointer(rebasing: digits[..<count]))
    }

    private enum Kind {
        case letter
        case digit(UInt8)
        case blank
        case mark
        case foreign
    }

    /// Letters and marks of any script, digits, blanks, and the signs that names are written with.
    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x41...0x5a, 0x61...0x7a: return .letter
        // ' , - . / : _ & ( ) and the typographic apostrophes and the middle dot.
        case 0x26...0x29, 0x2c...0x2f, 0x3a, 0x5f, 0x2018, 0x2019, 0xb7: return .mark
        case 0...0x1f, 0x7f: return .foreign
        default: break
        }
        switch CardCharacter(scalar) {
        case .digit(let value): return .digit(value)
        case .blank: return .blank
        case .dash: return .mark
        case .slash: return .foreign
        case .other: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: return .letter
        case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
        // Joiners shape letters in several scripts.
        case .format where scalar.value == 0x200c || scalar.value == 0x200d: return .mark
        default: return .foreign
        }
    }
}
