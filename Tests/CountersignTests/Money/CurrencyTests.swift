import Testing

@testable import Countersign

/// The currencies are those of `currencies.json`, and nothing else is one.
@Suite("Currency")
struct CurrencyTests {
    private func fault(_ code: String) -> MoneyError? {
        do {
            _ = try Currency(code: code)
            return nil
        } catch { return error }
    }

    @Test("Every currency in use has its number and exponent")
    func inUse() throws {
        let root = try VectorFile.json("card/currencies.json")
        let rows = root["currencies"]?.elements.map { $0 } ?? []
        #expect(rows.count == 178)
        #expect(Currency.all.count == rows.count)
        for row in rows {
            let code = row["code"]?.string ?? ""
            let currency = try Currency(code: code)
            #expect(currency.code == code)
            #expect(currency.numericText == row["numeric"]?.string, "\(code)")
            #expect(currency.exponent == row["exponent"]?.int64.map { Int($0) }, "\(code)")
            #expect(Currency(numeric: Int(currency.numeric)) == currency, "\(code)")
            #expect(try withUTF8Bytes(code) { try Currency(code: $0) } == currency)
            if currency.exponent == nil {
                #expect(throws: MoneyError.noMinorUnit(currency)) { try Amount(minorUnits: 1, currency: currency) }
                #expect(throws: MoneyError.noMinorUnit(currency)) { try Amount(decimalText: "1", currency: currency) }
            }
        }
    }

    @Test("Withdrawn currencies are refused with the day and what took their place")
    func withdrawn() throws {
        let root = try VectorFile.json("card/currencies.json")
        let rows = root["withdrawn"]?.elements.map { $0 } ?? []
        #expect(rows.count == 15)
        for row in rows {
            let code = row["code"]?.string ?? ""
            let (until, now) = (row["until"]?.string ?? "", row["now"]?.string ?? "")
            #expect(fault(code) == .withdrawnCurrency(code, until: until, replacement: now))
            #expect(fault(code)?.message.contains(now) == true && fault(code)?.message.contains(until) == true)
        }
    }

    @Test(
        "Anything else is no currency",
        arguments: ["", "E", "EU", "EURO", "eur", "Eur", "EUR ", "ZZZ", "978", "€", "ÄÖÜ", "\u{0}\u{0}\u{0}"])
    func unknown(code: String) {
        #expect(fault(code) == .unknownCurrency(code))
    }

    @Test("Numbers of no currency", arguments: [-1, 0, 1, 1000, 280])
    func unknownNumber(number: Int) {
        #expect(Currency(numeric: number) == nil)
    }
}
