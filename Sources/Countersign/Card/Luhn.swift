/// The check digit of ISO/IEC 7812-1, annex B, and the other one that a brand uses.
enum Luhn {
    /// Whether a string of ASCII digits of any length ends in its check digit. False for no digits and for other characters.
    static func isValid(_ digits: UnsafeRawBufferPointer) -> Bool {
        var sum = 0
        var isDoubled = digits.count & 1 == 0
        for byte in digits {
            let digit = byte &- 0x30
            guard digit < 10 else { return false }
            let weighted = Int(digit) << (isDoubled ? 1 : 0)
            sum &+= weighted > 9 ? weighted &- 9 : weighted
            isDoubled.toggle()
        }
        return !digits.isEmpty && sum % 10 == 0
    }

    /// Sums eight digits held as values in bytes, the last digit in the highest byte, as four 16-bit parts of at most
    /// 18. The digits in even bytes are doubled, the others are not.
    @inline(__always)
    static func partialSums(_ digits: UInt64) -> UInt64 {
        let plain = digits >> 8 & 0x00ff_00ff_00ff_00ff
        let doubled = (digits & 0x00ff_00ff_00ff_00ff) &<< 1
        // One in each part whose doubled digit is above 9.
        let carries = (doubled &+ 0x0076_0076_0076_0076) >> 7 & 0x0001_0001_0001_0001
        return plain &+ doubled &- carries &* 9
    }

    /// Naranja's own check over 16 digits: weights 4, 3, 2, 7, 6, 5, …; 11 less the remainder by 11, 0 where above 9.
    static func isValidNaranja(_ digits: UnsafeRawBufferPointer) -> Bool {
        guard digits.count == 16 else { return false }
        var sum = 0
        var weight = 4
        for byte in digits.prefix(15) {
            let digit = byte &- 0x30
            guard digit < 10 else { return false }
            sum &+= Int(digit) &* weight
            weight = weight == 2 ? 7 : weight &- 1
        }
        let check = 11 &- sum % 11
        return Int(digits[15] &- 0x30) == (check > 9 ? 0 : check)
    }
}
