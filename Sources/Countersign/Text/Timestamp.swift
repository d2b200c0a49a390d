/// Moments as the engine counts them, milliseconds since 1970 in UTC, and as gateways write them (ISO 8601).
public enum Timestamp {
    private static let dayLength: Int64 = 86_400_000

    /// The day in UTC that a moment falls on.
    public static func date(_ milliseconds: Int64) -> CivilDate { split(milliseconds).date }

    /// The moment when a day begins in UTC.
    public static func milliseconds(of date: CivilDate) -> Int64 { Int64(date.daysSince1970) &* dayLength }

    // MARK: Writing

    /// A moment as text with milliseconds, such as `2026-11-30T16:17:08.123Z`. Years are 0000 to 9999; a moment beyond is
    /// written as the last one within.
    public static func text(_ milliseconds: Int64) -> String {
        let (date, time) = split(milliseconds)
        return String(unsafeUninitializedCapacity: 24) { out in
            var place = 0
            func put(_ value: Int, _ digits: Int, _ after: UInt8) {
                var rest = value
                for position in stride(from: place &+ digits &- 1, through: place, by: -1) {
                    out[position] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                out[place &+ digits] = after
                place &+= digits &+ 1
            }
            put(date.year, 4, 0x2d)
            put(date.month, 2, 0x2d)
            put(date.day, 2, 0x54)
            put(time / 3_600_000, 2, 0x3a)
            put(time / 60_000 % 60, 2, 0x3a)
            put(time / 1_000 % 60, 2, 0x2e)
            put(time % 1_000, 3, 0x5a)
            return place
        }
    }

    /// The day of a moment and the milliseconds since it began, kept within the years 0000 to 9999.
    private static func split(_ milliseconds: Int64) -> (date: CivilDate, time: Int) {
        let bounded = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
        let time = (bounded % dayLength &+ dayLength) % dayLength
        return (CivilDate(daysSince1970: Int((bounded &- time) / dayLength)), Int(time))
    }

    // MARK: Reading

    /// The moment that `text` names, or nil where it names none.
    ///
    /// Date and time are divided by `T` or a blank; the seconds may have a fraction of one to nine digits, cut to milliseconds;
    /// the zone is `Z` or an offset such as `+02:00`, `+0200` or `+02`, and cannot be left out. A leap second is the second
    /// after it.
    public static func milliseconds(parsing text: UnsafeRawBufferPointer) -> Int64? {
        var reader = Reader(text: text)
        guard
            let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), let date = CivilDate(year: year, month: month, day: day),
            reader.skip("Tt "),
            let hour = reader.number(2), hour < 24, reader.skip(":"), let minute = reader.number(2), minute < 60,
            reader.skip(":"), let second = reader.number(2), second <= 60,
            let fraction = reader.fraction(), let offset = reader.zone(), reader.isAtEnd
        else { return nil }
        let minutes = hour &* 60 &+ minute &- offset
        return milliseconds(of: date) &+ Int64(minutes &* 60_000 &+ second &* 1_000 &+ fraction)
    }

    /// The moment that `text` names, or nil; see ``milliseconds(parsing:)-(UnsafeRawBufferPointer)``.
    public static func milliseconds(parsing text: String) -> Int64? {
        var text = text
        return text.withUTF8 { milliseconds(parsing: UnsafeRawBufferPointer($0)) }
    }

    /// Steps through a text; each step that does not find what it looks for says so and takes nothing.
    private struct Reader {
        let text: UnsafeRawBufferPointer
        var place = 0

        var isAtEnd: Bool { place == text.count }

        private var next: UInt8? { place < text.count ? text[place] : nil }

        mutating func skip(_ characters: StaticString) -> Bool {
            guard let next, characters.withUTF8Buffer({ $0.contains(next) }) else { return false }
            place &+= 1
            return true
        }

        mutating func digit() -> Int? {
            guard let next, next &- 0x30 < 10 else { return nil }
            place &+= 1
            return Int(next &- 0x30)
        }

        mutating func number(_ digits: Int) -> Int? {
            let start = place
            var value = 0
            for _ in 0..<digits {
                guard let digit = digit() else {
                    place = start
                    return nil
                }
                value = value &* 10 &+ digit
            }
            return value
        }

        /// Milliseconds; 0 where there is no fraction.
        mutating func fraction() -> Int? {
            guard skip(".,") else { return 0 }
            var value = 0
            var digits = 0
            while let digit = digit() {
                digits &+= 1
                if digits > 9 { return nil }
                if digits <= 3 { value = value &* 10 &+ digit }
            }
            switch digits {
            case 0: return nil
            case 1: return value &* 100
            case 2: return value &* 10
            default: return value
            }
        }

        /// Minutes east of UTC.
        mutating func zone() -> Int? {
            if skip("Zz") { return 0 }
            let isWest = next == 0x2d
            guard skip("+-"), let hours = number(2), hours < 24 else { return nil }
            let hasColon = skip(":")
            let minutes = number(2)
            if hasColon, minutes == nil { return nil }
            guard minutes ?? 0 < 60 else { return nil }
            let offset = hours &* 60 &+ (minutes ?? 0)
            return isWest ? 0 &- offset : offset
        }
    }
}
