import CSystem

/// The answer to a card number on its own.
public struct CardCheck: Equatable, Sendable {
    /// The brand the digits show, when one does.
    public let brand: CardBrand?
    /// Why the number is as it is.
    public let reason: FieldReason
    /// Whether it can be paid with as it stands.
    public let isValid: Bool
    /// Whether more typing may make or keep it valid.
    public let isPotentiallyValid: Bool

    @inline(__always)
    init(_ brand: CardBrand?, _ reason: FieldReason, isPotentiallyValid: Bool) {
        self.brand = brand
        self.reason = reason
        isValid = reason == .ok
        self.isPotentiallyValid = isPotentiallyValid
    }
}

/// Finds the brand of a card number and checks its length and check digit, in one call and without keeping anything.
///
/// Digits of every script, blanks and dashes are understood, as in a form; any other byte is a bad character. Plain
/// ASCII digits are read a word at a time.
///
/// - Parameters:
///   - number: the number as UTF-8.
///   - unionPayNeedsLuhn: whether a UnionPay number needs a right check digit. Some cards in use have none.
public func checkCard(_ number: UnsafeRawBufferPointer, unionPayNeedsLuhn: Bool = false) -> CardCheck {
    let count = number.count
    guard let bytes = number.baseAddress, count >= CardNumber.shortest, count <= CardNumber.longest else {
        return CardNumber.checkText(number, unionPayNeedsLuhn)
    }
    // Three words cover the digits, aligned to the right, where the check digit is: the last eight, those before, and
    // the rest. Zeros on the left add nothing. With up to 16 digits the second word is the first one moved.
    let head = words(bytes, 0)
    let tail = words(bytes, count &- 8)
    var sums = Luhn.partialSums(tail)
    var foreign = nonDigits(head) | nonDigits(tail)
    if count <= 16 {
        sums &+= Luhn.partialSums(head &<< UInt64(truncatingIfNeeded: 8 &* (16 &- count)))
    } else {
        let middle = words(bytes, count &- 16)
        foreign |= nonDigits(middle)
        sums &+= Luhn.partialSums(middle) &+ Luhn.partialSums(head &<< UInt64(truncatingIfNeeded: 8 &* (24 &- count)))
    }
    if foreign != 0 { return CardNumber.checkText(number, unionPayNeedsLuhn) }

    let pairs = (head & 0x00ff_00ff_00ff_00ff) &* 10 &+ (head >> 8 & 0x00ff_00ff_00ff_00ff)
    let profile = BrandTable.profile(
        Int(truncatingIfNeeded: pairs & 127), Int(truncatingIfNeeded: pairs >> 16 & 127),
        Int(truncatingIfNeeded: pairs >> 32 & 127), Int(truncatingIfNeeded: pairs >> 48 & 127))
    let isLuhnValid = ((sums &* 0x0001_0001_0001_0001) >> 48) % 10 == 0
    let rules = NumberRules(profile: profile)
    // Naranja's other check needs the digits themselves; asked for only when Luhn's has failed.
    let passes = isLuhnValid || rules.accepts(wrongLuhnOf: number, unionPayNeedsLuhn)
    return rules.judge(count: count, checkDigitPasses: passes)
}

/// Eight ASCII digits from `offset` as values in bytes, the first in the lowest; other bytes give values above 9.
@inline(__always)
private func words(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ 0x3030_3030_3030_3030
}

/// Not zero where a byte is above 9.
@inline(__always)
private func nonDigits(_ word: UInt64) -> UInt64 {
    // Adding 118 carries a value from 10 to 127 into the top bit, which higher ones have anyway; nothing carries out of
    // a byte whose top bit is clear.
    ((word & 0x7f7f_7f7f_7f7f_7f7f) &+ 0x7676_7676_7676_7676 | word) & 0x8080_8080_8080_8080
}
