/// An expiry date as it is shown while it is typed: `MM / YY`.
struct ExpiryFormat: Equatable {
    /// The formatted text, ASCII.
    private(set) var text: [UInt8] = []
    /// Where the caret stands in it.
    private(set) var caret = 0

    private static let separator: [UInt8] = Array(" / ".utf8)

    /// Formats what was typed, pasted or filled in.
    /// - Parameter caret: where the caret stands in `typed`, in bytes.
    init(_ typed: UnsafeRawBufferPointer, caret: Int) {
        let draft = Draft(typed, caret: caret)
        var month = draft.month
        if month.count == 1, month[0] > 1 || draft.isMonthEnded && month[0] == 1 { month.insert(0, at: 0) }
        text = month.map { 0x30 &+ $0 }
        if month.count == 2 { text += Self.separator + draft.shownYear.map { 0x30 &+ $0 } }
        self.caret = position(ofCaretIn: draft, paddedMonth: month.count > draft.month.count)
    }

    /// A date, with the caret at its end.
    init(_ date: ExpiryDate) {
        func digits(_ value: Int) -> [UInt8] {
            [value / 10 % 10, value % 10].map { 0x30 &+ UInt8(truncatingIfNeeded: $0) }
        }
        text = digits(date.month) + Self.separator + digits(date.year)
        caret = text.count
    }

    /// The caret keeps the digits that it had before it, and the end when it was there.
    private func position(ofCaretIn draft: Draft, paddedMonth: Bool) -> Int {
        if draft.digitsBeforeCaret >= draft.digitCount { return text.count }
        let monthDigits = draft.month.count
        if draft.digitsBeforeCaret <= monthDigits {
            return draft.digitsBeforeCaret &+ (paddedMonth && draft.digitsBeforeCaret > 0 ? 1 : 0)
        }
        return min(2 &+ Self.separator.count &+ draft.digitsBeforeCaret &- monthDigits, text.count)
    }

    /// What a backspace with the caret at `caret` leaves to be formatted, and where the caret is in that. Right after
    /// the separator it takes the separator and the month's last digit, since otherwise the separator would come back
    /// at once.
    static func backspaced(_ text: [UInt8], caret: Int) -> (text: [UInt8], caret: Int) {
        var index = min(max(caret, 0), text.count) &- 1
        while index >= 0, !isDigit(text[index]) { index &-= 1 }
        return removing(index, from: text)
    }

    /// The same for a forward deletion: the digit after the caret, over the separator.
    static func forwardDeleted(_ text: [UInt8], caret: Int) -> (text: [UInt8], caret: Int) {
        var index = min(max(caret, 0), text.count)
        while index < text.count, !isDigit(text[index]) { index &+= 1 }
        return removing(index, from: text)
    }

    /// What the deletion of a selection leaves.
    static func removing(_ range: Range<Int>, from text: [UInt8]) -> (text: [UInt8], caret: Int) {
        // The digits without the separator, which formatting puts where it belongs.
        let before = text.prefix(range.lowerBound).filter(isDigit)
        return (before + text.dropFirst(range.upperBound).filter(isDigit), before.count)
    }

    private static func removing(_ index: Int, from text: [UInt8]) -> (text: [UInt8], caret: Int) {
        text.indices.contains(index) ? removing(index..<index &+ 1, from: text) : (text, max(index, 0))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

/// The digits of a typed expiry date, shared out to month and year.
private struct Draft {
    private(set) var month: [UInt8] = []
    private(set) var year: [UInt8] = []
    /// Whether a separator, or a blank with a digit behind it, ended the month.
    private(set) var isMonthEnded = false
    private(set) var digitsBeforeCaret = 0
    var digitCount: Int { month.count &+ year.count }

    /// Two digits of the year; a third stays while it begins a year of this century in four digits, which is then shown
    /// in two.
    var shownYear: ArraySlice<UInt8> {
        guard year.count > 2, year.starts(with: [2, 0]) else { return year.prefix(2) }
        return year.count == 3 ? year[...] : year[2..<4]
    }

    private enum Token: Equatable {
        case digit(UInt8)
        case blank
        case separator
    }

    init(_ typed: UnsafeRawBufferPointer, caret: Int) {
        var tokens: [Token] = []
        var reader = ScalarReader(typed)
        while let scalar = reader.next(), tokens.count < 64 {
            switch CardCharacter(scalar) {
            case .digit(let digit):
                tokens.append(.digit(digit))
                if reader.offset <= caret { digitsBeforeCaret &+= 1 }
            case .blank: tokens.append(.blank)
            case .dash, .slash: tokens.append(.separator)
            case .other: break
            }
        }
        if !takeYearFirst(tokens) { takeMonthFirst(tokens) }
    }

    /// `YYYY-MM`, as browsers fill it in: four digits that begin no month, a separator, a month.
    private mutating func takeYearFirst(_ tokens: [Token]) -> Bool {
        let groups = tokens.filter { $0 != .blank }.split(separator: .separator).map { $0.compactMap(Self.digit) }
        guard groups.count == 2, groups[0].count == 4, 1...2 ~= groups[1].count, number(groups[0][..<2]) > 12,
            number(groups[1][...]) <= 12
        else { return false }
        (month, year, isMonthEnded) = (groups[1], groups[0], true)
        digitsBeforeCaret = digitCount
        return true
    }

    private mutating func takeMonthFirst(_ tokens: [Token]) {
        var followsBlank = false
        for token in tokens {
            switch token {
            case .blank: followsBlank = true
            case .separator:
                followsBlank = false
                if !month.isEmpty, month != [0] { isMonthEnded = true }
            case .digit(let digit):
                if followsBlank, month == [1] { isMonthEnded = true }
                followsBlank = false
                if takesIntoMonth(digit) { month.append(digit) } else { year.append(digit) }
            }
        }
        // Of four digits in the year's place only a year of this century is shown; what lies beyond is dropped.
        year = Array(year.prefix(4))
    }

    private mutating func takesIntoMonth(_ digit: UInt8) -> Bool {
        if isMonthEnded { return false }
        switch month {
        case []: return true
        case [0]: return true
        case [1] where digit <= 2: return true
        default:
            isMonthEnded = true
            return false
        }
    }

    private func number(_ digits: ArraySlice<UInt8>) -> UInt8 { digits.reduce(0) { $0 &* 10 &+ $1 } }

    private static func digit(_ token: Token) -> UInt8? {
        if case .digit(let digit) = token { digit } else { nil }
    }
}
