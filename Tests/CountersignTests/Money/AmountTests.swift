import Testing

@testable import Countersign

/// Amounts are exact: what a text says is what is counted, or the text is refused with what would be right.
@Suite("Amount of money")
struct AmountTests {
    private func amount(_ text: String, _ code: String, _ excess: Amount.Excess = .refused) throws -> Amount {
        try Amount(decimalText: text, currency: Currency(code: code), excess: excess)
    }

    private func fault(_ text: String, _ code: String, _ excess: Amount.Excess = .refused) -> MoneyError? {
        do {
            _ = try amount(text, code, excess)
            return nil
        } catch { return error as? MoneyError }
    }

    @Test(
        "Decimals are filled up with zeros, by the currency",
        arguments: [
            ("1.1", "GBP", 110, "1.10"), ("1", "EUR", 100, "1.00"), ("1.3", "BHD", 1300, "1.300"), ("500", "JPY", 500, "500"),
            ("0", "USD", 0, "0.00"), ("0.01", "USD", 1, "0.01"), ("0.005", "KWD", 5, "0.005"), ("0.0001", "CLF", 1, "0.0001"),
            ("99.99", "EUR", 9999, "99.99"), ("007.50", "EUR", 750, "7.50"), ("0", "JPY", 0, "0"),
            ("92233720368547758.07", "EUR", Int64.max, "92233720368547758.07"),
            ("9223372036854775807", "JPY", Int64.max, "9223372036854775807"),
        ] as [(String, String, Int64, String)])
    func read(text: String, code: String, minorUnits: Int64, shown: String) throws {
        let amount = try amount(text, code)
        #expect(amount.minorUnits == minorUnits)
        #expect(amount.decimalText == shown)
        #expect(amount.description == "\(shown) \(code)")
    }

    @Test(
        "More decimals than the currency has are refused, zeros too",
        arguments: [("GBP", "1.234", 2), ("JPY", "1.0", 0), ("JPY", "1.5", 0), ("EUR", "1.000", 2), ("KWD", "0.0000", 3)])
    func tooManyDecimals(code: String, text: String, allowed: Int) throws {
        #expect(try fault(text, code) == .tooManyDecimals(Currency(code: code), allowed: allowed))
    }

    @Test(
        "What is no plain decimal number is refused at the byte at fault",
        arguments: [
            ("", 0), (" ", 0), ("1 ", 1), (" 1", 0), ("+1", 0), (".5", 0), ("5.", 1), ("1..2", 2), ("1.2.3", 3), ("1e3", 1),
            ("1,50", 1), ("1_000", 1), ("0x10", 1), ("١٢", 0), ("1.-5", 2), ("--1", 0), ("-", 0), ("NaN", 0), ("1\u{0}", 1),
        ])
    func noDecimal(text: String, offset: Int) {
        #expect(fault(text, "EUR") == .notADecimal(offset: offset))
    }

    @Test("Negative amounts are refused as such", arguments: ["-1", "-0.01", "-0", "-5.999"])
    func negative(text: String) throws {
        #expect(fault(text, "EUR") == .negative)
        #expect(throws: MoneyError.negative) { try Amount(minorUnits: -1, currency: Currency(code: "EUR")) }
    }

    @Test(
        "More than 64 bits hold is refused",
        arguments: ["92233720368547758.08", "92233720368547759", "9999999999999999999", "100000000000000000000000000000"])
    func tooLarge(text: String) throws {
        #expect(try fault(text, "EUR") == .tooLarge(Currency(code: "EUR")))
        #expect(try fault(text, "EUR", .truncated) == .tooLarge(Currency(code: "EUR")))
    }

    @Test("Cutting leaves digits out, never rounds, and still refuses what is no number")
    func truncated() throws {
        #expect(try amount("1.999", "EUR", .truncated).minorUnits == 199)
        #expect(try amount("1.999", "JPY", .truncated).minorUnits == 1)
        #expect(try amount("0.00999999999999999999999999999", "EUR", .truncated).minorUnits == 0)
        #expect(fault("1.9x", "EUR", .truncated) == .notADecimal(offset: 3))
        #expect(fault("-1.999", "EUR", .truncated) == .negative)
    }

    @Test("Text out and in again gives the same amount, for every currency")
    func roundTrip() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        let currencies = Currency.all.filter { $0.exponent != nil }
        for _ in 0..<2000 {
            guard let currency = currencies.randomElement(using: &random) else { continue }
            let units = Int64(truncatingIfNeeded: random.next() >> UInt64(1 + random.below(63)))
            let amount = try Amount(minorUnits: units, currency: currency)
            let text = amount.decimalText
            #expect(try Amount(decimalText: text, currency: currency) == amount, "seed \(seed): \(text)")
            let exponent = currency.exponent ?? 0
            let decimals = text.split(separator: ".").dropFirst().first?.utf8.count ?? 0
            #expect(decimals == exponent, "seed \(seed): \(text)")
            #expect(text.filter { $0 != "." }.drop { $0 == "0" } == String(units).drop { $0 == "0" }, "seed \(seed): \(text)")
        }
    }

    @Test("Writing to bytes takes what it says, and nothing where it does not fit")
    func bytes() throws {
        let amount = try amount("12.30", "EUR")
        var buffer = [UInt8](repeating: 7, count: 22)
        #expect(buffer.withUnsafeMutableBytes { amount.writeDecimalText(into: $0) } == 5)
        #expect(String(decoding: buffer[..<5], as: UTF8.self) == "12.30")
        #expect(buffer[5] == 7)
        var short = [UInt8](repeating: 7, count: 4)
        #expect(short.withUnsafeMutableBytes { amount.writeDecimalText(into: $0) } == 0)
        #expect(short == [7, 7, 7, 7])
        let greatest = try Amount(minorUnits: .max, currency: Currency(code: "CLF"))
        #expect(greatest.decimalText == "922337203685477.5807")
    }

    @Test("Sums and differences stay within the currency, above zero, and within 64 bits")
    func arithmetic() throws {
        let (euro, yen) = (try Currency(code: "EUR"), try Currency(code: "JPY"))
        let (one, two) = (try Amount(minorUnits: 100, currency: euro), try Amount(minorUnits: 200, currency: euro))
        #expect(one.adding(two)?.minorUnits == 300)
        #expect(two.subtracting(one)?.minorUnits == 100)
        #expect(one.subtracting(two) == nil)
        #expect(one.subtracting(one)?.minorUnits == 0)
        #expect(try one.adding(Amount(minorUnits: 1, currency: yen)) == nil)
        #expect(try Amount(minorUnits: .max, currency: euro).adding(one) == nil)
    }

    @Test("Errors name the field and say what would be right")
    func messages() throws {
        let euro = try Currency(code: "EUR")
        let yen = try Currency(code: "JPY")
        #expect(MoneyError.tooManyDecimals(yen, allowed: 0).message.contains("without a decimal point"))
        #expect(MoneyError.tooManyDecimals(euro, allowed: 2).message.contains("2 digits"))
        for error in [MoneyError.negative, .tooManyDecimals(euro, allowed: 2), .tooLarge(euro), .notADecimal(offset: 0)] {
            #expect(error.field.description == "amount" && error.symbol.description == "AMOUNT_INVALID")
        }
        for error in [MoneyError.unknownCurrency("X"), .withdrawnCurrency("X", until: "", replacement: ""), .noMinorUnit(euro)]
        {
            #expect(error.field.description == "currency" && error.symbol.description == "CURRENCY_INVALID")
        }
    }
}
