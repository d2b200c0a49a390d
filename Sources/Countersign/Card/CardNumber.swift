import CSystem

/// The rules of the number field that do not depend on a merchant.
enum CardNumber {
    /// The fewest digits of any brand.
    static let shortest = 12
    /// The most digits of any brand, and of ISO/IEC 7812-1.
    static let longest = 19

    /// Digits found in a text.
    struct Scan {
        /// How many digits the text has, of which at most `longest` were kept.
        var count = 0
        /// Whether it has characters that are neither digits, blanks nor dashes.
        var hasForeignCharacters = false
        var kept: Int { min(count, longest) }
    }

    /// Collects the digits of a text, whatever their script, as ASCII.
    /// - Parameter digits: room for `longest` digits.
    static func scan(_ text: UnsafeRawBufferPointer, into digits: UnsafeMutableRawBufferPointer) -> Scan {
        var scan = Scan()
        for scalar in ScalarReader(text) {
            switch CardCharacter(scalar) {
            case .digit(let value):
                if scan.count < longest, digits.indices.contains(scan.count) { digits[scan.count] = 0x30 &+ value }
                scan.count &+= 1
            case .blank, .dash: break
            case .slash, .other: scan.hasForeignCharacters = true
            }
        }
        return scan
    }

    /// Checks a number with separators or digits of other scripts in it, or of an unusual length.
    @inline(never)
    static func checkText(_ text: UnsafeRawBufferPointer, _ unionPayNeedsLuhn: Bool) -> CardCheck {
        withUnsafeTemporaryAllocation(byteCount: longest, alignment: 8) { digits in
            defer { csys_wipe(digits.baseAddress, digits.count) }
            let scan = scan(text, into: digits)
            return check(UnsafeRawBufferPointer(rebasing: digits[..<scan.kept]), scan, unionPayNeedsLuhn)
        }
    }

    /// Checks the digits that a scan kept.
    static func check(_ digits: UnsafeRawBufferPointer, _ scan: Scan, _ unionPayNeedsLuhn: Bool) -> CardCheck {
        if scan.hasForeignCharacters { return CardCheck(0, .badCharacters, isPotentiallyValid: false) }
        if scan.count == 0 { return CardCheck(0, .empty, isPotentiallyValid: true) }
        guard digits.count >= BrandTable.decisiveDigits else {
            let match = BrandTable.match(digits)
            if match.candidates.isEmpty { return CardCheck(0, .unknownBrand, isPotentiallyValid: false) }
            return CardCheck(match.primary?.rawValue ?? 0, .incomplete, isPotentiallyValid: true)
        }
        return NumberRules(digits: digits)
            .judge(digits, count: scan.count, isLuhnValid: Luhn.isValid(digits), unionPayNeedsLuhn)
    }
}
