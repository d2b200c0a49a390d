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
    var brandNumber: UInt8 { UInt8(truncatingIfNeeded: profile) }

    var brand: CardBrand? { CardBrand(rawValue: brandNumber) }

    /// The greatest legal length, 0 without a brand.
    @inline(__always)
    var longest: Int { profile >> 24 == 0 ? 0 : 19 &- profile.leadingZeroBitCount }

    /// Whether `count`, 12 to 19, is a legal length.
    @inline(__always)
    func allows(_ count: Int) -> Bool { profile >> UInt32(truncatingIfNeeded: count &+ 12) & 1 != 0 }

    /// Whether `count`, 12 to 19, is a legal length of a brand whose numbers all have Luhn's check digit, so that nothing but
    /// that digit is left to judge.
    @inline(__always)
    func isSettled(by count: Int) -> Bool {
        profile >> UInt32(truncatingIfNeeded: count &+ 12) & 1 & ((profile >> 8 & 3 == 0) ? 1 : 0) != 0
    }

    /// Whether a number that fails Luhn's check is right all the same.
    private func accepts(wrongLuhnOf digits: UnsafeRawBufferPointer, _ unionPayNeedsLuhn: Bool) -> Bool {
        switch profile >> 8 & 3 {
        case 0: false
        case 1: !unionPayNeedsLuhn
        case 2: true
        default: Luhn.isValidNaranja(digits)
        }
    }

    /// Judges a number of eight ASCII digits or more.
    /// - Parameter count: how many digits it has, which may be more than are given.
    func judge(_ digits: UnsafeRawBufferPointer, count: Int, isLuhnValid: Bool, _ unionPayNeedsLuhn: Bool) -> CardCheck {
        let longest = longest
        if longest == 0 { return CardCheck(0, .unknownBrand, isPotentiallyValid: false) }
        if count > longest { return CardCheck(brandNumber, .tooLong, isPotentiallyValid: false) }
        if count < CardNumber.shortest || !allows(count) {
            return CardCheck(brandNumber, .incomplete, isPotentiallyValid: true)
        }
        if isLuhnValid || accepts(wrongLuhnOf: digits, unionPayNeedsLuhn) {
            return CardCheck(brandNumber, .ok, isPotentiallyValid: true)
        }
        return CardCheck(brandNumber, .luhn, isPotentiallyValid: count < longest)
    }
}
