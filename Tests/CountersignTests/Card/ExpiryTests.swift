import Testing

@testable import Countersign

/// A card is good while it is still its month anywhere on Earth, that is, at UTC−12.
@Suite("Expiry date")
struct ExpiryTests {
    private let arena = SecretArena()

    private func state(_ text: String, _ now: String, _ options: CardOptions = CardOptions()) -> FieldState {
        let entry = CardEntry(options: options, arena: arena)
        withUTF8Bytes(text) { entry.set(.expiry, to: $0) }
        return entry.state(of: .expiry, at: TestClock.milliseconds(now) ?? 0)
    }

    @Test(
        "A date that is set whole is shown as the date that it is valid as",
        arguments: [
            ("127", "01 / 27"), ("12027", "01 / 27"), ("1227", "12 / 27"), ("2027-01", "01 / 27"), ("101", "10 / 1"),
            ("1/2027", "01 / 27"), ("13", "01 / 3"),
        ])
    func shownAsRead(_ text: String, _ shown: String) {
        let now = TestClock.milliseconds("2026-11-30T12:00:00Z") ?? 0
        let entry = CardEntry(arena: arena)
        withUTF8Bytes(text) { entry.set(.expiry, to: $0) }
        let date = entry.expiry(at: now)
        entry.settleExpiry(at: now)
        #expect(entry.expiry(at: now) == date)
        let buffer = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            count = entry.writeText(of: .expiry, into: UnsafeMutableRawBufferPointer(buffer))
        }
        #expect(String(decoding: buffer, as: UTF8.self) == shown)
    }

    @Test("The month ends at the last place on Earth")
    func lastPlaceOnEarth() {
        #expect(state("11/26", "2026-12-01T11:59:59Z").isValid)
        #expect(state("11/26", "2026-12-01T12:00:00Z").reason == .expired)
        #expect(state("12/26", "2027-01-01T11:59:59Z").isValid)
        #expect(state("02/28", "2028-02-29T23:59:59Z").isValid, "leap day")
        #expect(state("02/28", "2028-03-01T12:00:00Z").reason == .expired)
    }

    @Test("Months of grace count after the card's own")
    func grace() {
        var options = CardOptions()
        options.graceMonths = 3
        #expect(state("11/26", "2027-02-28", options).isValid)
        #expect(state("11/26", "2027-03-15", options).reason == .expired)
    }

    @Test("Every day of 800 years falls into the month that the calendar says")
    func calendar() {
        // Day by day from 1970, with the calendar kept by hand.
        var (year, month, day) = (1970, 1, 1)
        for days in 0..<292_194 {
            let noon = (Int64(days) * 86_400 + 12 * 3600) * 1000
            let date = ExpiryDate(lastPlaceOnEarthAt: noon)
            guard date.month == month, date.year == year else {
                Issue.record("day \(days): \(date) is not \(year)-\(month)")
                return
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            day += 1
            if day > length { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test("Any time gives a month", arguments: [Int64.min, -1, 0, 43_199_999, Int64.max])
    func extremes(time: Int64) {
        let date = ExpiryDate(lastPlaceOnEarthAt: time)
        #expect((1...12).contains(date.month))
        #expect((1970...9999).contains(date.year))
    }

    @Test(
        "What may become a date while it is typed keeps its potential at every keystroke", arguments: [2026, 2095, 2099, 2150])
    func everyPrefixHasPotential(year: Int) {
        for expiryYear in [year, year + 1, year + 5, year + 20] {
            for month in [1, 2, 9, 10, 11, 12] where expiryYear > year || month == 12 {
                let padded = month < 10 ? "0\(month)" : "\(month)"
                for text in ["\(padded)/\(expiryYear)", "\(padded)\(expiryYear)"] {
                    for length in 1...text.utf8.count {
                        let state = state(String(text.prefix(length)), "\(year)-12-01")
                        #expect(state.isPotentiallyValid, "\(text.prefix(length)) in \(year)")
                    }
                    #expect(state(text, "\(year)-12-01").isValid, "\(text) in \(year)")
                }
            }
        }
    }

    @Test("No text, however odd, does harm, and a valid answer has a date within the limits")
    func randomTexts() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        let alphabet: [Character] = ["0", "1", "2", "3", "7", "9", "/", " ", "-", ".", "x", "٢", "\u{2044}"]
        let now = TestClock.milliseconds("2026-11-15") ?? 0
        for _ in 0..<5000 {
            let text = String((0..<random.below(10)).map { _ in alphabet[random.below(alphabet.count)] })
            let entry = CardEntry(arena: arena)
            withUTF8Bytes(text) { entry.set(.expiry, to: $0) }
            let state = entry.state(of: .expiry, at: now)
            #expect(state.isValid == (entry.expiry(at: now) != nil), "seed \(seed): '\(text)'")
            #expect(!state.isValid || state.isPotentiallyValid, "seed \(seed): '\(text)'")
            if let date = entry.expiry(at: now) {
                #expect((2026...2046).contains(date.year) && (date.year > 2026 || date.month >= 11), "seed \(seed): '\(text)'")
            }
        }
    }
}
