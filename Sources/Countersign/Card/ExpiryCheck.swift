/// The answer to an expiry date, read from text in any of the listed forms.
struct ExpiryCheck: Equatable {
    let reason: FieldReason
    let isPotentiallyValid: Bool
    /// The date when it is valid.
    let date: ExpiryDate?

    /// What a date is measured against.
    struct Limits {
        /// The current month at the last place on Earth.
        let now: ExpiryDate
        /// Years ahead that cards are issued for.
        let greatestYears: Int
        /// Months after its own in which a card still counts as valid.
        let graceMonths: Int

        fileprivate var century: Int { now.year / 100 }
        fileprivate var lastYear: Int { now.year &+ min(max(greatestYears, 0), 1000) }

        fileprivate func isPast(_ year: Int, _ month: Int) -> Bool {
            year &* 12 &+ month &- 1 &+ min(max(graceMonths, 0), 1200) < now.index
        }
    }

    private init(_ reason: FieldReason, isPotentiallyValid: Bool, date: ExpiryDate? = nil) {
        self.reason = reason
        self.isPotentiallyValid = isPotentiallyValid
        self.date = date
    }

    /// Reads one text: `MM/YY`, `M/YYYY`, `MMYY`, `YYYY-MM` and their like, with any of the separators, or none.
    init(text: UnsafeRawBufferPointer, limits: Limits) {
        let parts = ExpiryParts(text)
        if parts.hasForeignCharacters {
            self.init(.badCharacters, isPotentiallyValid: false)
        } else if !parts.hasDigits {
            self.init(.empty, isPotentiallyValid: true)
        } else {
            switch parts.count {
            case 1: self.init(digits: parts.first, limits: limits)
            case 2 where parts.first.count == 4 && parts.second.count <= 2:
                self.init(month: parts.second, year: parts.first, limits: limits)
            case 2: self.init(month: parts.first, year: parts.second, limits: limits)
            default: self.init(.badFormat, isPotentiallyValid: false)
            }
        }
    }

    /// Reads month and year from texts of their own.
    init(month: UnsafeRawBufferPointer, year: UnsafeRawBufferPointer, limits: Limits) {
        let (month, year) = (ExpiryParts(month), ExpiryParts(year))
        if month.hasForeignCharacters || year.hasForeignCharacters || month.count > 1 || year.count > 1 {
            self.init(.badCharacters, isPotentiallyValid: false)
        } else if !month.hasDigits, !year.hasDigits {
            self.init(.empty, isPotentiallyValid: true)
        } else {
            self.init(month: month.first, year: year.first, limits: limits)
        }
    }

    /// Digits without a separator: where two readings are possible, a valid one wins, then one that may become valid.
    private init(digits: DigitRun, limits: Limits) {
        let count = digits.count
        guard count <= 6 else {
            self.init(.badFormat, isPotentiallyValid: false)
            return
        }
        let first = digits.first(1).value
        let pair = digits.first(2).value
        func reading(monthDigits: Int) -> ExpiryCheck {
            ExpiryCheck(month: digits.first(monthDigits), year: digits.dropping(monthDigits), limits: limits)
        }
        if count == 1 || first == 0 {
            self = reading(monthDigits: min(count, 2))
        } else if first >= 2 || pair >= 13 {
            self = reading(monthDigits: 1)
        } else if count == 3 || count == 4 || count == 5 {
            // 3: M/YY, else MM/Y begun. 4: MM/YY, else M/YYY begun. 5: M/YYYY, else MM/YYY begun.
            let preferred = reading(monthDigits: count == 4 ? 2 : 1)
            let other = reading(monthDigits: count == 4 ? 1 : 2)
            if preferred.reason == .ok || other.reason != .ok && (preferred.isPotentiallyValid || !other.isPotentiallyValid) {
                self = preferred
            } else {
                self = other
            }
        } else {
            self = reading(monthDigits: 2)
        }
    }

    private init(month: DigitRun, year: DigitRun, limits: Limits) {
        let monthReason: FieldReason
        switch (month.count, month.value) {
        case (0, _), (1, 0): monthReason = .incomplete
        case (1...2, 1...12): monthReason = .ok
        default: monthReason = .badMonth
        }
        // While the month is open, December gives the year its best chance.
        let yearCheck = Self.check(year: year, month: monthReason == .ok ? month.value : 12, limits)
        if monthReason == .ok {
            self = yearCheck
        } else {
            self.init(monthReason, isPotentiallyValid: monthReason == .incomplete && yearCheck.isPotentiallyValid)
        }
    }

    private static func check(year: DigitRun, month: Int, _ limits: Limits) -> ExpiryCheck {
        let begun = ExpiryCheck(.incomplete, isPotentiallyValid: true)
        func isBegunCentury(_ value: Int) -> Bool { value == limits.century || value == limits.lastYear / 100 }
        switch year.count {
        case 0, 1: return begun
        case 2:
            var full = limits.century &* 100 &+ year.value
            if limits.isPast(full, month), full &+ 100 <= limits.lastYear { full &+= 100 }
            let check = check(fullYear: full, month: month, limits)
            // "20" may be a year of two digits or the beginning of four.
            return check.reason != .ok && isBegunCentury(year.value) ? begun : check
        case 3: return isBegunCentury(year.value / 10) ? begun : ExpiryCheck(.badYear, isPotentiallyValid: false)
        case 4: return check(fullYear: year.value, month: month, limits)
        default: return ExpiryCheck(.badYear, isPotentiallyValid: false)
        }
    }

    private static func check(fullYear year: Int, month: Int, _ limits: Limits) -> ExpiryCheck {
        if limits.isPast(year, month) { return ExpiryCheck(.expired, isPotentiallyValid: false) }
        if year > limits.lastYear { return ExpiryCheck(.tooFar, isPotentiallyValid: false) }
        return ExpiryCheck(.ok, isPotentiallyValid: true, date: ExpiryDate(month: month, year: year))
    }
}
