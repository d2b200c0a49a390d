/// How a card number is grouped for reading, and where a caret goes in it. A gap is one blank, and never stands at the end.
struct NumberFormat {
    /// The digits shown, at most 19.
    let digitCount: Int
    private let gaps: UInt32

    /// The grouping of the brand, which may depend on how many digits are shown; fours without a brand.
    init(brand: CardBrand?, digitCount: Int) {
        self.digitCount = min(max(digitCount, 0), CardNumber.longest)
        gaps = brand?.gaps(self.digitCount) ?? 0x11110
    }

    /// The bytes of the formatted text.
    var length: Int { position(ofCaretAfter: digitCount) }

    private func hasGap(after digits: Int) -> Bool { gaps >> UInt32(truncatingIfNeeded: digits) & 1 != 0 }

    /// Where a caret stands that has so many digits before it: right after them, and so before a gap.
    func position(ofCaretAfter digits: Int) -> Int {
        let digits = min(max(digits, 0), digitCount)
        return (0..<digits).reduce(digits) { position, before in position &+ (before > 0 && hasGap(after: before) ? 1 : 0) }
    }

    /// How many digits stand before a position in the formatted text.
    func digits(before position: Int) -> Int {
        var digits = 0
        while digits < digitCount, self.position(ofCaretAfter: digits &+ 1) <= position { digits &+= 1 }
        return digits
    }

    /// Writes the formatted text, and answers its length. Writes nothing when it does not fit.
    func write(_ digits: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let length = length
        guard buffer.count >= length else { return length }
        var place = 0
        for (index, digit) in digits.prefix(digitCount).enumerated() {
            if index > 0, hasGap(after: index) {
                buffer[place] = UInt8(ascii: " ")
                place &+= 1
            }
            buffer[place] = digit
            place &+= 1
        }
        return length
    }

    /// The most digits a number field takes: the brand's longest number once the brand is certain, else 19.
    static func greatestCount(_ digits: UnsafeRawBufferPointer) -> Int {
        guard digits.count >= BrandTable.decisiveDigits else { return CardNumber.longest }
        let longest = NumberRules(digits: digits).longest
        return longest > 0 ? longest : CardNumber.longest
    }
}
