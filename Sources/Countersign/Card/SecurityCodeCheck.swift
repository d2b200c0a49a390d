/// The answer to a security code on its own.
struct SecurityCodeCheck: Equatable {
    let reason: FieldReason
    let isPotentiallyValid: Bool

    /// The most digits of any brand.
    static let longest = 4

    /// The lengths that a brand's codes have: three or four where the brand is not known or leaves it open, none where
    /// it has none.
    static func lengths(_ brand: CardBrand?) -> ClosedRange<Int> {
        guard let brand, brand.securityCodeLength > 0 || brand.securityCodePolicy == .hidden else { return 3...longest }
        return brand.securityCodeLength...brand.securityCodeLength
    }

    /// Judges a scanned code.
    /// - Parameter isRequired: whether the merchant needs one; brands that need none never do.
    init(_ scan: CardNumber.Scan, brand: CardBrand?, isRequired: Bool) {
        let lengths = Self.lengths(brand)
        if scan.hasForeignCharacters {
            (reason, isPotentiallyValid) = (.badCharacters, false)
        } else if scan.count == 0 {
            let mayBeMissing = !isRequired || (brand?.securityCodePolicy ?? .required) != .required
            (reason, isPotentiallyValid) = (mayBeMissing ? .ok : .empty, true)
        } else if scan.count > lengths.upperBound {
            (reason, isPotentiallyValid) = (.tooLong, false)
        } else {
            (reason, isPotentiallyValid) = (lengths.contains(scan.count) ? .ok : .incomplete, true)
        }
    }

    /// Collects the digits of a text, whatever their script, as ASCII; blanks do not matter, any other character is foreign.
    static func scan(_ text: UnsafeRawBufferPointer, into digits: UnsafeMutableRawBufferPointer) -> CardNumber.Scan {
        var scan = CardNumber.Scan()
        for scalar in ScalarReader(text) {
            switch CardCharacter(scalar) {
            case .digit(let value):
                if digits.indices.contains(scan.count) { digits[scan.count] = 0x30 &+ value }
                scan.count &+= 1
            case .blank: break
            case .dash, .slash, .other: scan.hasForeignCharacters = true
            }
        }
        return scan
    }
}
