import CSystem

/// The answer to a card number on its own.
public struct CardCheck: Equatable, Sendable {
    /// The number of the brand that the digits show, 0 when they show none.
    public let brandNumber: UInt8
    /// Why the number is as it is.
    public let reason: FieldReason
    /// Whether more typing may make or keep it valid.
    public let isPotentiallyValid: Bool

    @inline(__always)
    init(_ brandNumber: UInt8, _ reason: FieldReason, isPotentiallyValid: Bool) {
        self.brandNumber = brandNumber
        self.reason = reason
        self.isPotentiallyValid = isPotentiallyValid
    }

    /// Whether it can be paid with as it stands.
    @inline(__always)
    public var isValid: Bool { reason == .ok }

    /// The brand that the digits show.
    public var brand: CardBrand? { CardBrand(rawValue: brandNumber) }
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
    // Three words hold the digits, aligned to the right, where the check digit is: the last eight, the eight before, and the
    // rest. Zeros on the left add nothing. Up to 16 digits the second is the first eight digits, moved, and the rest is empty.
    let surplus = count &- 16
    let moved = UInt64(truncatingIfNeeded: 8 &* max(0, 0 &- surplus))
    let head = digits(bytes, 0)
    let middle = digits(bytes, max(0, surplus))
    let tail = digits(bytes, count &- 8)
    if nonDigits(head) | nonDigits(middle) | nonDigits(tail) != 0 { return CardNumber.checkText(number, unionPayNeedsLuhn) }
    let rest = head << UInt64(truncatingIfNeeded: 8 &* (24 &- count))
    let sums = Luhn.partialSums(tail) &+ Luhn.partialSums(middle &<< moved) &+ Luhn.partialSums(rest)
    let isLuhnValid = ((sums &* 0x0001_0001_0001_0001) >> 48) % 10 == 0

    let pairs = (head & 0x00ff_00ff_00ff_00ff) &* 10 &+ (head >> 8 & 0x00ff_00ff_00ff_00ff)
    let rules = NumberRules(
        profile: BrandTable.profile(
            Int(truncatingIfNeeded: pairs & 127), Int(truncatingIfNeeded: pairs >> 16 & 127),
            Int(truncatingIfNeeded: pairs >> 32 & 127), Int(truncatingIfNeeded: pairs >> 48 & 127)))
    if rules.isSettled(by: count) {
        // Chosen and not branched on: no processor guesses whether a number's check digit is right.
        return CardCheck(
            rules.brandNumber, isLuhnValid ? .ok : .luhn,
            isPotentiallyValid: (isLuhnValid ? 1 : 0) | (count < rules.longest ? 1 : 0) != 0)
    }
    return rules.judge(number, count: count, isLuhnValid: isLuhnValid, unionPayNeedsLuhn)
}

/// Eight ASCII digits from `offset` as values in bytes, the first in the lowest; other bytes give values above 9.
@inline(__always)
private func digits(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ 0x3030_3030_3030_3030
}

/// Not zero where a byte is above 9.
@inline(__always)
private func nonDigits(_ word: UInt64) -> UInt64 {
    // Adding 118 carries a value from 10 to 127 into the top bit, which higher ones have anyway; nothing carries out of
    // a byte whose top bit is clear.
    ((word & 0x7f7f_7f7f_7f7f_7f7f) &+ 0x7676_7676_7676_7676 | word) & 0x8080_8080_8080_8080
}
