import Countersign
import Testing

@Suite("Timestamps")
struct TimestampTests {
    static let known: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (951_868_800_000, "2000-03-01T00:00:00.000Z"),
        (1_000_000_000_000, "2001-09-09T01:46:40.000Z"), (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
        (2_147_483_647_999, "2038-01-19T03:14:07.999Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"), (-2_208_988_800_000, "1900-01-01T00:00:00.000Z"),
    ]

    @Test("Known moments are written and read", arguments: known)
    func isWrittenAndRead(_ milliseconds: Int64, _ text: String) {
        #expect(Timestamp.text(milliseconds) == text)
        #expect(Timestamp.milliseconds(parsing: text) == milliseconds)
    }

    @Test(
        "Other ways to write the same moment are read",
        arguments: [
            "2026-11-30T16:17:08.123Z", "2026-11-30 16:17:08.123Z", "2026-11-30t16:17:08.123z", "2026-11-30T16:17:08,123Z",
            "2026-11-30T16:17:08.123000Z", "2026-11-30T16:17:08.123999999Z", "2026-11-30T16:17:08.1239Z",
            "2026-11-30T18:17:08.123+02:00", "2026-11-30T18:17:08.123+0200", "2026-11-30T18:17:08.123+02",
            "2026-11-30T10:47:08.123-05:30", "2026-12-01T00:17:08.123+08:00", "2026-11-30T16:17:08.123+00:00",
            "2026-11-30T16:17:08.123-00:00", "2026-11-29T16:18:08.123-23:59",
        ])
    func tolerant(_ text: String) {
        #expect(Timestamp.milliseconds(parsing: text) == 1_796_055_428_123)
    }

    @Test(
        "Fractions have one to nine digits, or are absent",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.1Z", 100), ("1970-01-01T00:00:00.12Z", 120),
            ("1970-01-01T00:00:00.012345678Z", 12), ("1970-01-01T00:00:00.0009Z", 0), ("1970-01-01T00:00:00.Z", nil),
            ("1970-01-01T00:00:00.0000000000Z", nil), ("1970-01-01T00:00:60Z", 60_000),
        ] as [(String, Int64?)])
    func fractions(_ text: String, _ milliseconds: Int64?) {
        #expect(Timestamp.milliseconds(parsing: text) == milliseconds)
    }

    @Test(
        "What is no moment is refused",
        arguments: [
            "", "2026", "2026-11-30", "2026-11-30T16:17:08", "2026-11-30T16:17Z", "2026-11-30T16:17:08.123",
            "2026-11-30T16:17:08+",
            "2026-11-30T16:17:08+2", "2026-11-30T16:17:08+02:", "2026-11-30T16:17:08+02:0", "2026-11-30T16:17:08+24:00",
            "2026-11-30T16:17:08+02:60", "2026-11-30T16:17:08+02:00Z", "2026-11-30T16:17:08Zx", " 2026-11-30T16:17:08Z",
            "2026-11-30T24:00:00Z", "2026-11-30T16:60:00Z", "2026-11-30T16:17:61Z", "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-11-31T00:00:00Z", "2026-11-00T00:00:00Z", "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "26-11-30T16:17:08Z", "2026-1-30T16:17:08Z", "20261130T161708Z", "+2026-11-30T16:17:08Z",
            "-001-11-30T16:17:08Z",
            "2026-11-30  16:17:08Z", "2026/11/30T16:17:08Z", "２026-11-30T16:17:08Z", "2026-11-30T16:17:08.12 Z",
        ])
    func refused(_ text: String) {
        #expect(Timestamp.milliseconds(parsing: text) == nil)
    }

    @Test("Beyond the years 0000 to 9999 the last moment within is written")
    func beyond() {
        #expect(Timestamp.text(.max) == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp.text(253_402_300_800_000) == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp.text(.min) == "0000-01-01T00:00:00.000Z")
        #expect(Timestamp.text(-62_167_219_200_001) == "0000-01-01T00:00:00.000Z")
    }

    @Test("What is written is read as the same moment, through the years 1970 to 9999")
    func roundTrip() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<20_000 {
            let milliseconds = Int64.random(in: 0...253_402_300_799_999, using: &random)
            let text = Timestamp.text(milliseconds)
            #expect(Timestamp.milliseconds(parsing: text) == milliseconds, "seed \(seed)")
        }
    }

    @Test("Every day from 1600 to 9999 follows the one before, counted month by month")
    func calendar() throws {
        var days = try #require(CivilDate(year: 1600, month: 1, day: 1)).daysSince1970
        #expect(days == -135_140)
        var isRight = true
        for year in 1600...9999 {
            for month in 1...12 {
                for day in 1...CivilDate.days(inMonth: month, of: year) {
                    let date = CivilDate(daysSince1970: days)
                    isRight = isRight && (date.year, date.month, date.day) == (year, month, day) && date.daysSince1970 == days
                    days += 1
                }
            }
        }
        #expect(isRight)
        #expect(days == 2_932_897)
    }

    @Test(
        "The years with 29 February",
        arguments: [(2000, true), (1900, false), (2100, false), (2024, true), (2023, false), (0, true)])
    func leapYears(_ year: Int, _ isLeap: Bool) {
        #expect(CivilDate.isLeap(year) == isLeap)
        #expect((CivilDate(year: year, month: 2, day: 29) != nil) == isLeap)
    }

    @Test("Days before 1970, and beyond all years")
    func edges() throws {
        #expect(CivilDate(daysSince1970: -719_528) == CivilDate(year: 0, month: 1, day: 1))
        #expect(CivilDate(daysSince1970: .min) == CivilDate(year: 0, month: 1, day: 1))
        #expect(CivilDate(daysSince1970: .max) == CivilDate(year: 9999, month: 12, day: 31))
        let before = try #require(CivilDate(year: 1969, month: 12, day: 31))
        #expect(before.daysSince1970 == -1)
        #expect(Timestamp.date(-1) == before)
        #expect(Timestamp.milliseconds(of: before) == -86_400_000)
        #expect(before < Timestamp.date(0))
        #expect(CivilDate(year: 10_000, month: 1, day: 1) == nil)
        #expect(CivilDate(year: -1, month: 1, day: 1) == nil)
        #expect(CivilDate(year: 2026, month: 13, day: 1) == nil)
        #expect(CivilDate(year: 2026, month: .max, day: .min) == nil)
    }
}
