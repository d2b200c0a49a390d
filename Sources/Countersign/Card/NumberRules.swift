/// The rules that a number's leading digits put it under: brand, legal lengths, check digit.
struct NumberRules {
    private let profile: UInt32

    /// From the bits of the generated table; 0 for no brand.
    @inline(__always)
    init(profile: UInt32) { self.profile = profile }

    /// Of ASCII digits, at least eight of them.
    init(digits: UnsafeRawBufferPointer) {
        func pair(_ index: Int) -> Int {
            guard digits.count >= 8 else { return 0 }
            let (tens, units) = (digits[2 &* index] &- 0x30, digits[2 &* index &+ 1] &- 0x30)
            return tens < 10 && units < 10 ? Int(tens) &* 10 &+ Int(units) : 0
        }
        profile = BrandTable.profile(pair(0), pair(1), pair(2), pair(3))
    }

    @inline(__always)
    var brand: CardBrand? { CardBrand(rawValue: UInt8(truncatingIfNeeded: profile)) }

    /// The greatest legal length, 0 without a brand.
    @inline(__always)
    var longest: Int { profile >> 24 == 0 ? 0 : 19 &- profile.leadingZeroBitCount }

    /// Whether `count`, 12 to 19, is a legal length.
    @inline(__always)
    private func allows(_ count: Int) -> Bool { profile >> UInt32(truncatingIfNeeded: count &+ 12) & 1 != 0 }

    /// Whether a number that fails Luhn's check is right all the same.
    @inline(__always)
    func accepts(wrongLuhnOf digits: UnsafeRawBufferPointer, _ unionPayNeedsLuhn: Bool) -> Bool {
        switch profile >> 8 & 3 {
        case 0: false
        case 1: !unionPayNeedsLuhn
        case 2: true
        default: Luhn.isValidNaranja(digits)
        }
    }

    /// Judges a number of eight digits or more.
    @inline(__always)
    func judge(count: Int, checkDigitPasses: Bool) -> CardCheck {
        guard let brand else { return CardCheck(nil, .unknownBrand, isPotentiallyValid: false) }
        if count > longest { return CardCheck(brand, .tooLong, isPotentiallyValid: false) }
        if count < CardNumber.shortest || !allows(count) { return CardCheck(brand, .incomplete, isPotentiallyValid: true) }
        if checkDigitPasses { return CardCheck(brand, .ok, isPotentiallyValid: true) }
        return CardCheck(brand, .luhn, isPotentiallyValid: count < longest)
    }
}
