/// A day of the Gregorian calendar, extended backwards without a gap.
public struct CivilDate: Sendable, Equatable, Comparable {
    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// A date, or nil where there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month, 1...CivilDate.days(inMonth: month, of: year) ~= day else { return nil }
        self.init(known: year, month, day)
    }

    private init(known year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date of a day counted from 1 January 1970; the first or the last date that there is, where it lies beyond.
    public init(daysSince1970 days: Int) {
        // The years are taken from March on, so that the leap day comes last: then 400 years always have 146,097 days, and the
        // days before a month follow one formula.
        let day = min(max(days, CivilDate.first), CivilDate.last) &+ CivilDate.daysFromYear0To1970
        let era = (day >= 0 ? day : day &- 146_096) / 146_097
        let dayOfEra = day &- era &* 146_097
        let yearOfEra = (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
        self.init(
            known: yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0), month, dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1)
    }

    /// Days from 1 January 1970 to this day; below zero before.
    public var daysSince1970: Int {
        let yearFromMarch = month <= 2 ? year &- 1 : year
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch &- 399) / 400
        let yearOfEra = yearFromMarch &- era &* 400
        let monthFromMarch = month > 2 ? month &- 3 : month &+ 9
        let dayOfYear = (153 &* monthFromMarch &+ 2) / 5 &+ day &- 1
        let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
        return era &* 146_097 &+ dayOfEra &- CivilDate.daysFromYear0To1970
    }

    /// Whether `year` has a 29 February.
    public static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Days of a month; 0 where there is no such month.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// Whether one date comes before another.
    public static func < (one: CivilDate, other: CivilDate) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }

    /// Days from 1 March of year 0 to 1 January 1970.
    private static let daysFromYear0To1970 = 719_468
    /// 1 January of year 0, and 31 December 9999.
    private static let first = -719_528
    private static let last = 2_932_896
}
