import Testing

@testable import Countersign

/// The whole of `suite-dev.json`: what a card form must answer, gathered from the public suites of many payment
/// libraries. Valid, potential, brand, text and caret must match, and so must reasons and candidates, which use the
/// suite's names here.
@Suite("Card suite")
struct CardSuiteTests {
    private let suite: JSONValue
    private let arena = SecretArena()

    init() throws { suite = try VectorFile.json("card/suite-dev.json") }

    private func cases(_ kind: String, in list: StaticString = "cases") -> [JSONValue] {
        (suite[list]?.elements).map { $0.filter { $0["kind"]?.string == kind } } ?? []
    }

    private func comment(_ one: JSONValue) -> Comment {
        Comment(
            rawValue: "\(one["id"]?.string ?? "?"): \(one["input"]?.withText { String(decoding: $0, as: UTF8.self) } ?? "")")
    }

    private func text(_ one: JSONValue) -> String { one["input"]?.string ?? "" }

    /// A value that the suite writes as text or as a number.
    private func textOrNumber(_ value: JSONValue?) -> String { value?.string ?? value?.numberText ?? "" }

    private func entry(_ options: CardOptions = CardOptions()) -> CardEntry { CardEntry(options: options, arena: arena) }

    private func shown(_ entry: CardEntry, _ field: CardField) -> String {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            String(decoding: buffer.prefix(entry.writeText(of: field, into: buffer)), as: UTF8.self)
        }
    }

    @Test("Every case of the suite belongs to a test below")
    func casesAreCounted() {
        let counts: [(String, Int)] = [
            ("luhn", 56), ("brand", 200), ("number", 125), ("format", 90), ("expiry", 135), ("cvc", 37),
        ]
        for (kind, count) in counts { #expect(cases(kind).count == count, "\(kind)") }
        #expect(suite["cases"]?.count == 643)
        let extra: [(String, Int)] = [("name", 11), ("minor_units", 7), ("postal", 10), ("phone", 12)]
        for (kind, count) in extra { #expect(cases(kind, in: "extra").count == count, "\(kind)") }
        #expect(suite["extra"]?.count == 40)
    }

    @Test("Luhn")
    func luhn() {
        for one in cases("luhn") {
            #expect(withUTF8Bytes(text(one), Luhn.isValid) == one["expected"]?.bool, comment(one))
        }
    }

    @Test("Brand: primary, decided, candidates")
    func brand() {
        for one in cases("brand") {
            let match = withUTF8Bytes(text(one), matchBrand)
            let expected = one["expected"]
            if one["field"]?.string == "cobadges" {
                #expect(match.cobadges.map(\.id) == expected?.elements.compactMap(\.string), comment(one))
                continue
            }
            #expect(match.primary?.id == expected?["primary"]?.string, comment(one))
            #expect(match.isDecided == expected?["decided"]?.bool, comment(one))
            #expect(match.candidates.brands.map(\.id) == expected?["candidates"]?.elements.compactMap(\.string), comment(one))
        }
    }

    @Test("Number, by the stateless check and by the field")
    func number() {
        for one in cases("number") {
            let expected = one["expected"]
            var options = CardOptions()
            options.unionPayNeedsLuhn = one["options"]?["luhn_unionpay"]?.bool ?? false
            let check = withUTF8Bytes(text(one)) { checkCard($0, unionPayNeedsLuhn: options.unionPayNeedsLuhn) }
            #expect(check.isValid == expected?["valid"]?.bool, comment(one))
            #expect(check.isPotentiallyValid == expected?["potential"]?.bool, comment(one))
            #expect(check.brand?.id == expected?["brand"]?.string, comment(one))
            #expect(check.reason.id == expected?["reason"]?.string, comment(one))

            let entry = entry(options)
            withUTF8Bytes(text(one)) { entry.set(.number, to: $0) }
            let state = entry.state(of: .number, at: 0)
            #expect(state.isValid == check.isValid && state.isPotentiallyValid == check.isPotentiallyValid, comment(one))
            #expect(state.reason == check.reason, comment(one))
        }
    }

    @Test("Format of the number as a whole")
    func formatNumber() {
        for one in cases("format") where one["field"]?.string == "number" && one["edit"] == nil {
            let name = one["brand"]?.string ?? "auto"
            let limit = one["options"]?["max_length"]?.int64.map { Int($0) } ?? CardNumber.longest
            let formatted: String
            if name == "auto" {
                let entry = entry()
                withUTF8Bytes(text(one)) { _ = entry.edit(.number, .insert($0), from: 0, to: 0) }
                formatted = shown(entry, .number)
            } else {
                // The suite tells the brand, which a field finds by itself.
                let brand = name == "unknown" ? nil : CardBrand(id: name)
                #expect(name == "unknown" || brand != nil, comment(one))
                formatted = withUTF8Bytes(text(one)) { text in
                    var digits = [UInt8](repeating: 0, count: CardNumber.longest)
                    let scan = digits.withUnsafeMutableBytes { CardNumber.scan(text, into: $0) }
                    let count = min(scan.kept, brand?.lengths.last ?? CardNumber.longest, limit)
                    var out = [UInt8](repeating: 0, count: 32)
                    let written = digits.withUnsafeBytes { digits in
                        out.withUnsafeMutableBytes { NumberFormat(brand: brand, digitCount: count).write(digits, into: $0) }
                    }
                    return String(decoding: out[..<written], as: UTF8.self)
                }
            }
            #expect(formatted == one["expected"]?.string, comment(one))
        }
    }

    @Test("Format of the number after an edit, with the caret")
    func formatEdits() {
        let edits = cases("format").filter { $0["edit"] != nil }
        #expect(edits.count == 9)
        for one in edits {
            let input = text(one)
            let caret =
                input.utf8.firstIndex(of: UInt8(ascii: "|")).map { input.utf8.distance(from: input.startIndex, to: $0) } ?? 0
            let entry = entry()
            withUTF8Bytes(input.filter { $0 != "|" }) { entry.set(.number, to: $0) }
            let moved = withUTF8Bytes(one["edit"]?["data"]?.string ?? "") { data in
                let edit = one["edit"]?["op"]?.string == "backspace" ? FieldEdit.backspace : .insert(data)
                return entry.edit(.number, edit, from: caret, to: caret)
            }
            var result = shown(entry, .number)
            result.insert("|", at: result.utf8.index(result.startIndex, offsetBy: moved))
            #expect(result == one["expected"]?.string, comment(one))
        }
    }

    @Test("Format of the expiry date")
    func formatExpiry() {
        for one in cases("format") where one["field"]?.string == "expiry" {
            let typed = entry()
            withUTF8Bytes(text(one)) { _ = typed.edit(.expiry, .insert($0), from: 0, to: 0) }
            #expect(shown(typed, .expiry) == one["expected"]?.string, comment(one))
            let set = entry()
            withUTF8Bytes(text(one)) { set.set(.expiry, to: $0) }
            #expect(shown(set, .expiry) == one["expected"]?.string, comment(one))
        }
    }

    @Test("Expiry date")
    func expiry() throws {
        for one in cases("expiry") {
            let now = try #require(TestClock.milliseconds(one["now"]?.string ?? ""), comment(one))
            var options = CardOptions()
            if let years = one["options"]?["max_years"]?.int64 { options.greatestExpiryYears = Int(years) }
            let entry = entry(options)
            if let parts = one["input"], parts.kind == .object {
                withUTF8Bytes(textOrNumber(parts["month"])) { month in
                    withUTF8Bytes(textOrNumber(parts["year"])) { entry.setExpiry(month: month, year: $0) }
                }
            } else {
                withUTF8Bytes(text(one)) { entry.set(.expiry, to: $0) }
            }
            let state = entry.state(of: .expiry, at: now)
            let expected = one["expected"]
            #expect(state.isValid == expected?["valid"]?.bool, comment(one))
            #expect(state.isPotentiallyValid == expected?["potential"]?.bool, comment(one))
            #expect(state.reason.id == expected?["reason"]?.string, comment(one))
            #expect(entry.expiry(at: now)?.month == expected?["month"]?.int64.map { Int($0) }, comment(one))
            #expect(entry.expiry(at: now)?.year == expected?["year"]?.int64.map { Int($0) }, comment(one))
        }
    }

    @Test("Security code")
    func securityCode() {
        for one in cases("cvc") {
            let entry = entry()
            entry.savedBrand = one["brand"]?.string.flatMap { CardBrand(id: $0) }
            withUTF8Bytes(text(one)) { entry.set(.securityCode, to: $0) }
            let state = entry.state(of: .securityCode, at: 0)
            #expect(state.isValid == one["expected"]?["valid"]?.bool, comment(one))
            #expect(state.isPotentiallyValid == one["expected"]?["potential"]?.bool, comment(one))
        }
    }

    @Test("Cardholder's name")
    func holderName() {
        var options = CardOptions()
        options.needsHolderName = true
        for one in cases("name", in: "extra") {
            let entry = entry(options)
            withUTF8Bytes(text(one)) { entry.set(.holderName, to: $0) }
            let state = entry.state(of: .holderName, at: 0)
            #expect(state.isValid == one["expected"]?["valid"]?.bool, comment(one))
            #expect(state.isPotentiallyValid == one["expected"]?["potential"]?.bool, comment(one))
            #expect(state.reason.id == one["expected"]?["reason"]?.string, comment(one))
        }
    }

    @Test("Minor units, cut toward zero")
    func minorUnits() throws {
        for one in cases("minor_units", in: "extra") {
            let currency = try Currency(code: one["input"]?["currency"]?.string ?? "")
            let text = one["input"]?["amount"]?.string ?? ""
            let amount = try Amount(decimalText: text, currency: currency, excess: .truncated)
            #expect(amount.minorUnits == one["expected"]?.int64, comment(one))
            #expect(throws: MoneyError.tooManyDecimals(currency, allowed: currency.exponent ?? 0), comment(one)) {
                try Amount(decimalText: text, currency: currency)
            }
        }
    }

    @Test("Postal code")
    func postalCode() throws {
        for one in cases("postal", in: "extra") {
            let country = try #require(Country(alpha2: one["input"]?["country"]?.string ?? ""), comment(one))
            let code = one["input"]?["code"]?.string ?? ""
            #expect(PostalCode.isValid(code, country: country) == one["expected"]?.bool, comment(one))
        }
    }

    @Test("Telephone number")
    func phoneNumber() {
        for one in cases("phone", in: "extra") {
            let country = one["input"]?["region"]?.string.flatMap { Country(alpha2: $0) }
            let number = PhoneNumber(one["input"]?["text"]?.string ?? "", country: country)
            let expected = one["expected"]
            #expect((number != nil) == expected?["possible"]?.bool, comment(one))
            #expect(number?.e164 == expected?["e164"]?.string, comment(one))
            #expect(number?.countryCode == expected?["cc"]?.string, comment(one))
            #expect(number?.subscriber == expected?["subscriber"]?.string, comment(one))
        }
    }
}

/// Times as the suite writes them: a date, which is noon UTC, or an instant in UTC.
enum TestClock {
    static func milliseconds(_ text: String) -> Int64? {
        let parts = text.split { !$0.isNumber }.compactMap { Int64($0) }
        guard parts.count >= 3 else { return nil }
        var days: Int64 = parts[2] - 1
        for year in 1970..<parts[0] { days += isLeap(year) ? 366 : 365 }
        let lengths: [Int64] = [31, isLeap(parts[0]) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for length in lengths.prefix(Int(parts[1]) - 1) { days += length }
        var seconds: Int64 = parts.count == 3 ? 43_200 : 0
        for (part, unit) in zip(parts.dropFirst(3), [3600, 60, 1] as [Int64]) { seconds += part * unit }
        return (days * 86_400 + seconds) * 1000
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
