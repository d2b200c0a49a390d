import Testing

@testable import Countersign

/// The generated maps and their look-up say what the rules say of `brands.json`.
@Suite("Brand table")
struct BrandTableTests {
    private let naive: NaiveBrands

    init() throws { naive = try NaiveBrands() }

    private func expectSame(_ digits: String, _ comment: Comment) {
        let match = withUTF8Bytes(digits, matchBrand)
        let expected = naive.match(digits)
        #expect(match.primary?.id == expected.primary, comment)
        #expect(match.isDecided == expected.isDecided, comment)
        #expect(match.candidates.brands.map(\.id) == expected.candidates, comment)
        #expect(match.cobadges.map(\.id) == naive.cobadges(digits), comment)
        guard digits.utf8.count >= 8 else { return }
        let rules = withUTF8Bytes(digits) { NumberRules(digits: $0) }
        let lengths = (12...19).filter { rules.allows($0) }
        #expect(lengths == (expected.primary == nil ? [] : expected.lengths), comment)
    }

    @Test("Random digits get the brand that the rules give, read word by word")
    func randomDigits() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<4000 {
            let digits = naive.digits(&random)
            expectSame(digits, "seed \(seed): \(digits)")
        }
    }

    @Test("So do the first and last number of every range, and the ones beside them, cut here and there")
    func boundaries() {
        for range in naive.ranges {
            for (bound, step, fill) in [
                (range.least, -1, "9"), (range.least, 0, "0"), (range.greatest, 0, "9"), (range.greatest, 1, "0"),
            ] {
                let value = String((Int(bound) ?? 0) + step)
                let digits = value + String(repeating: fill, count: 16 - value.utf8.count)
                let lengths = Set([range.digits - 1, range.digits, range.digits + 1, 8, 16])
                for length in lengths { expectSame(String(digits.prefix(length)), "\(digits.prefix(length))") }
            }
        }
    }

    @Test("All beginnings of up to three digits")
    func shortBeginnings() {
        for length in 0...3 {
            let count = (0..<length).reduce(1) { power, _ in power * 10 }
            for value in 0..<count {
                let text = String(value)
                let digits = length == 0 ? "" : String(repeating: "0", count: length - text.utf8.count) + text
                expectSame(digits, "\(digits)")
            }
        }
    }

    @Test("Each brand's facts are those of its entry", arguments: CardBrand.allCases)
    func facts(brand: CardBrand) throws {
        let entry = try #require(naive.brands[brand.id])
        #expect(CardBrand(id: brand.id) == brand)
        #expect(brand.name == entry["name"]?.string)
        #expect(brand.idText.description == brand.id)
        #expect(brand.lengths == NaiveBrands.integers(entry["lengths"]))
        #expect(brand.securityCodeName == entry["cvc"]?["name"]?.string)
        #expect(brand.securityCodeLength == entry["cvc"]?["length"]?.int64.map { Int($0) })
        #expect("\(brand.securityCodePolicy)" == entry["cvc"]?["policy"]?.string)
        if let typical = entry["typical_length"]?.int64 { #expect(brand.usualLength == Int(typical)) }
        #expect(brand.lengths.contains(brand.usualLength) || brand == .bancontact)
        for length in 1...19 {
            let listed = entry["gaps_by_length"]?.member(String(length)) ?? entry["gaps"]
            let gaps = (0..<32).filter { brand.gaps(length) >> UInt32($0) & 1 != 0 }
            #expect(gaps == NaiveBrands.integers(listed), "\(length) digits")
        }
    }

    @Test("The enumeration has every brand of the table, and its numbers run from 1 in the table's order")
    func numbers() {
        #expect(CardBrand.allCases.count == naive.brands.count)
        #expect(CardBrand.allCases.map(\.rawValue) == (1...20).map { UInt8($0) })
        #expect(BrandSet.all.brands.map(\.id) == naive.order)
    }

    @Test(
        "Names of gateways mean their brand",
        arguments: [
            ("Mastercard", CardBrand.mastercard), ("MasterCard", .mastercard), ("MASTERCARD", .mastercard), ("mc", .mastercard),
            ("American Express", .amex), ("AmericanExpress", .amex), ("amex", .amex), ("AMEX", .amex),
            ("UnionPay", .unionpay), ("China UnionPay", .unionpay), ("cup", .unionpay), ("union_pay", .unionpay),
            ("Diners Club", .diners), ("dinersclub", .diners), ("Diners", .diners), ("Visa", .visa), ("VISA", .visa),
            ("Discover", .discover), ("JCB", .jcb), ("bcmc", .bancontact), ("Cartes Bancaires", .cartesBancaires),
            ("cartes_bancaires", .cartesBancaires), ("CartesBancaires", .cartesBancaires), ("RuPay", .rupay),
        ])
    func gatewayNames(name: String, brand: CardBrand) {
        #expect(CardBrand(gatewayName: name) == brand)
    }

    @Test("Other names mean none", arguments: ["", " ", "vis", "visa!", "unknown", "card"])
    func foreignNames(name: String) {
        #expect(CardBrand(gatewayName: name) == nil)
    }
}
