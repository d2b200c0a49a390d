import Testing

@testable import Countersign

/// The countries are those of `countries.json`; postal codes and telephone numbers follow them.
@Suite("Country")
struct CountryTests {
    @Test("Every country is found by its letters and its number")
    func table() throws {
        let root = try VectorFile.json("card/countries.json")
        let rows = root["countries"]?.elements.map { $0 } ?? []
        #expect(rows.count == 249)
        #expect(Country.all.count == rows.count)
        for row in rows {
            let alpha2 = row["alpha2"]?.string ?? ""
            let country = try #require(Country(alpha2: alpha2), "\(alpha2)")
            #expect(country.alpha2 == alpha2 && country.alpha3 == row["alpha3"]?.string)
            #expect(country.numericText == row["numeric"]?.string)
            #expect(Country(alpha3: country.alpha3) == country)
            #expect(Country(numeric: country.numeric) == country)
            #expect(country.callingCode.map { String($0) } == row["phone"]?["cc"]?.string, "\(alpha2)")
            #expect(country.trunkPrefix == row["phone"]?["trunk"]?.string ?? "", "\(alpha2)")
            let lengths = (0..<32).filter { country.phoneLengths >> UInt32($0) & 1 != 0 }
            #expect(lengths == NaiveBrands.integers(row["phone"]?["lengths"]), "\(alpha2)")
        }
    }

    @Test("Anything else is no country", arguments: ["", "G", "gb", "UK", "XK", "ZZ", "GBR", "G\u{0}", "é"])
    func unknown(code: String) {
        #expect(Country(alpha2: code) == nil)
        if code != "GBR" { #expect(Country(alpha3: code) == nil) }
    }

    @Test(
        "Postal codes while they are typed",
        arguments: [
            ("US", "9", false, true), ("US", "94107", true, true), ("US", "94107-", false, true),
            ("US", "94107-1234", true, true),
            ("US", "94107-12345", false, false), ("US", "9a", false, false), ("US", " 94107 ", true, true),
            ("US", "", false, true),
            ("CA", "K1A 0B1", true, true), ("CA", "K1A0B1", true, true), ("CA", "k1a 0b1", true, true),
            ("CA", "K1A", false, true),
            ("CA", "D1A 0B1", false, false), ("CA", "W1A 0B1", false, false), ("CA", "K1O 0B1", false, false),
            ("CA", "KW1", false, false), ("GB", "GU16 7HF", true, true), ("GB", "", false, true), ("FR", "75001", true, true),
            ("FR", "12345678901234567", false, false),
        ])
    func postalCodes(code: String, text: String, isValid: Bool, isPotential: Bool) throws {
        let country = try #require(Country(alpha2: code))
        #expect(PostalCode.isValid(text, country: country) == isValid)
        #expect(PostalCode.isPotentiallyValid(text, country: country) == isPotential)
    }

    @Test(
        "Telephone numbers in the form of E.164",
        arguments: [
            ("8 800 555 35 35", "RU", "+78005553535"), ("800 555 35 35", "RU", "+78005553535"),
            ("06 1 234 5678", "HU", "+3612345678"),
            ("1 415 555 2671", "US", "+14155552671"), ("011 44 20 7946 0958", "US", "+442079460958"),
            ("0011 44 20 7946 0958", "AU", "+442079460958"), ("+44 020 7946 0958", "US", "+442079460958"),
            ("+39 06 698 12345", "GB", "+390669812345"), ("+383 44 123456", "GB", "+38344123456"),
            ("010 81 90 1234 5678", "JP", "+819012345678"),
            ("020.7946.0958", "GB", "+442079460958"), ("(0)20 7946 0958", "GB", "+442079460958"),
        ])
    func telephone(text: String, country: String, expected: String) {
        #expect(PhoneNumber(text, country: Country(alpha2: country))?.e164 == expected)
    }

    @Test(
        "What can be no telephone number",
        arguments: [
            "", "+", "++44 20 7946 0958", "020 7946 0958 ext 5", "+44 20 7946 0958 12345", "(020 7946 0958", "+0 123456789",
            "4+4",
        ])
    func noTelephone(text: String) {
        #expect(PhoneNumber(text, country: Country(alpha2: "GB")) == nil)
    }

    @Test("Random texts do no harm, and what is read has at most 15 digits")
    func randomTelephone() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        let alphabet: [Character] = ["0", "1", "2", "4", "7", "9", "+", " ", "-", "(", ")", "x"]
        for _ in 0..<1000 {
            let text = String((0..<random.below(22)).map { _ in alphabet[random.below(alphabet.count)] })
            guard let number = PhoneNumber(text, country: Country.all.randomElement(using: &random)) else { continue }
            #expect((number.countryCode + number.subscriber).utf8.count <= 15, "seed \(seed): \(text)")
            #expect(PhoneNumber(number.e164, country: nil) == number, "seed \(seed): \(text)")
        }
    }
}
