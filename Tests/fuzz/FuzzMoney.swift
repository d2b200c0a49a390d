@testable import Countersign

extension FuzzTarget {
    private static let currencies = Currency.all

    /// Amounts are read exactly, and written so that they are read the same.
    static let money = FuzzTarget(name: "money") { input, planted in
        var choices = Choices(input)
        let currency = currencies[choices.below(currencies.count)]
        let text = choices.remainder
        let exact = units(text, currency.exponent ?? -1)
        let amount = try? Amount(decimalText: text, currency: currency)
        expect(amount?.minorUnits == exact, "\(String(decoding: text, as: UTF8.self)) \(currency) is \(exact ?? -1)")
        let truncated = try? Amount(decimalText: text, currency: currency, excess: .truncated)
        if let amount { expect(truncated == amount, "nothing to be left out of \(amount)") }
        guard let amount else { return }
        expect((try? Amount(decimalText: amount.decimalText, currency: currency)) == amount, "\(amount) is read as another")
        // What a programmer in a hurry writes: cents by way of a binary fraction.
        if planted, currency.exponent == 2, let value = Double(String(decoding: text, as: UTF8.self)), value < 1e9 {
            if Int64(value * 100) != amount.minorUnits { fail("planted") }
        }
    }

    /// The amount by the rule's own words: digits, perhaps a point and digits, no more decimals than the currency has.
    private static func units(_ text: UnsafeRawBufferPointer, _ exponent: Int) -> Int64? {
        guard exponent >= 0 else { return nil }
        let parts = text.split(separator: 0x2e, omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else { return nil }
        let decimals = parts.count == 2 ? Array(parts[1]) : []
        guard decimals.count <= exponent else { return nil }
        let digits = Array(parts[0]) + decimals + Array(repeating: 0x30, count: exponent - decimals.count)
        return Int64(String(decoding: digits, as: UTF8.self))
    }
}
