/// The month a card is good through.
public struct ExpiryDate: Hashable, Comparable, Sendable {
    /// 1 to 12.
    public let month: Int
    /// Four digits.
    public let year: Int

    /// A month of a year; nil for a month outside 1–12 or a year outside 1–9999.
    public init?(month: Int, year: Int) {
        guard 1...12 ~= month, 1...9999 ~= year else { return nil }
        self.month = month
        self.year = year
    }

    /// The month of the last place on Earth (UTC−12) at a time in milliseconds since 1970 UTC: a card is good while it
    /// is still its month anywhere. Times before 1970 count as 1970, times after 9999 as 9999.
    public init(lastPlaceOnEarthAt time: Int64) {
        let hours12: Int64 = 43_200_000
        let day = min(max(time, hours12) &- hours12, 253_402_300_799_999) / 86_400_000
        // Days since 1 March of year 0, in eras of 400 years of 146,097 days each; years begin in March, so that the
        // leap day is their last.
        let shifted = day &+ 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let fromMarch = (5 &* dayOfYear &+ 2) / 153
        month = Int(fromMarch < 10 ? fromMarch &+ 3 : fromMarch &- 9)
        year = Int(era &* 400 &+ yearOfEra) &+ (month <= 2 ? 1 : 0)
    }

    /// Months since January of year 0.
    var index: Int { year &* 12 &+ month &- 1 }

    /// By year and month.
    public static func < (left: ExpiryDate, right: ExpiryDate) -> Bool { left.index < right.index }
}
