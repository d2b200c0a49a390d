import Testing

@testable import Countersign

/// What a form's fields tell of a card, and what they keep to themselves.
@Suite("Card entry")
struct CardEntryTests {
    private let arena = SecretArena()
    /// 15 November 2026, noon UTC.
    private let now = TestClock.milliseconds("2026-11-15") ?? 0

    private func entry(_ options: CardOptions = CardOptions(), issuers: IssuerTable? = nil, number: String = "") -> CardEntry {
        let entry = CardEntry(options: options, issuers: issuers, arena: arena)
        set(entry, .number, number)
        return entry
    }

    private func set(_ entry: CardEntry, _ field: CardField, _ text: String) {
        withUTF8Bytes(text) { entry.set(field, to: $0) }
    }

    private func reason(_ entry: CardEntry, _ field: CardField) -> FieldReason { entry.state(of: field, at: now).reason }

    @Test("A complete card has no faults; an empty one names each field that is needed")
    func faults() {
        let entry = entry()
        #expect(entry.faults(at: now).map { $0.errorCode.description } == ["CN01", "ED01", "CV01"])
        set(entry, .number, "4111 1111 1111 1111")
        set(entry, .expiry, "12/30")
        set(entry, .securityCode, "123")
        #expect(entry.faults(at: now) == [])
        #expect(entry.withNumber { String(decoding: $0, as: UTF8.self) } == "4111111111111111")
        #expect(entry.withSecurityCode { String(decoding: $0, as: UTF8.self) } == "123")
        #expect(entry.expiry(at: now) == ExpiryDate(month: 12, year: 2030))
    }

    @Test("What is not needed may be missing, but not wrong")
    func optionalFields() {
        var options = CardOptions()
        (options.needsNumber, options.needsExpiry, options.needsSecurityCode) = (false, false, false)
        let entry = entry(options)
        #expect(entry.faults(at: now) == [])
        set(entry, .number, "4111 1111 1111 1112")
        set(entry, .expiry, "13/30")
        set(entry, .securityCode, "1x")
        set(entry, .holderName, "4111 1111 1111 1111")
        #expect(entry.faults(at: now).map { $0.errorCode.description } == ["CN02", "ED02", "CV02", "CH02"])
    }

    @Test("Codes, symbols and texts are those of the documents")
    func fieldStates() {
        func state(_ field: CardField, _ reason: FieldReason) -> FieldState {
            FieldState(field, reason, isPotentiallyValid: false)
        }
        let codes: [(CardField, FieldReason, String, String)] = [
            (.number, .empty, "CN01", "INVALID_CARD_NUMBER"), (.number, .luhn, "CN02", "INVALID_CARD_NUMBER"),
            (.number, .badCharacters, "CN02", "INVALID_CARD_NUMBER"), (.number, .incomplete, "CN02", "INVALID_CARD_NUMBER"),
            (.number, .brandNotAccepted, "CN03", "INVALID_CARD_NUMBER"),
            (.number, .unknownBrand, "CN04", "INVALID_CARD_NUMBER"),
            (.number, .fundingNotAccepted, "CN05", "INVALID_CARD_NUMBER"),
            (.number, .countryNotAccepted, "CN05", "INVALID_CARD_NUMBER"),
            (.expiry, .empty, "ED01", "INVALID_EXPIRY_DATE"), (.expiry, .badMonth, "ED02", "INVALID_EXPIRY_DATE"),
            (.expiry, .expired, "ED03", "INVALID_EXPIRY_DATE"), (.expiry, .tooFar, "ED04", "INVALID_EXPIRY_DATE"),
            (.securityCode, .empty, "CV01", "INVALID_CVC"), (.securityCode, .tooLong, "CV02", "INVALID_CVC"),
            (.holderName, .empty, "CH01", "INVALID_CARD_HOLDER"), (.holderName, .looksLikePAN, "CH02", "INVALID_CARD_HOLDER"),
        ]
        for (field, reason, code, symbol) in codes {
            #expect(state(field, reason).errorCode.description == code)
            #expect(state(field, reason).symbol.description == symbol)
            #expect(!state(field, reason).message.description.isEmpty)
        }
        for field in CardField.allCases {
            #expect(state(field, .ok).errorCode.description.isEmpty && state(field, .ok).symbol.description.isEmpty)
            #expect(state(field, .ok).message.description.isEmpty && state(field, .ok).isValid)
        }
    }

    @Test("IIN: eight digits of a number of 16 or more, else six; last four: only of a valid number")
    func shownDigits() {
        #expect(entry(number: "4111 1111 1111 1111").iin == "41111111")
        #expect(entry(number: "3782 822463 10005").iin == "378282")
        #expect(entry(number: "41111111").iin == "411111")
        #expect(entry(number: "41111").iin == "")
        #expect(entry(number: "4111 1111 1111 1111").lastFour == "1111")
        #expect(entry(number: "4111 1111 1111 1112").lastFour == "")
        #expect(entry(number: "4111").lastFour == "")
    }

    @Test("Brands that are not accepted: as soon as no accepted one is possible, and not before")
    func acceptedBrands() {
        var options = CardOptions()
        options.acceptedBrands = [.mastercard, .amex]
        #expect(reason(entry(options, number: "5555 5555 5555 4444"), .number) == .ok)
        #expect(reason(entry(options, number: "4111 1111 1111 1111"), .number) == .brandNotAccepted)
        #expect(!entry(options, number: "49").state(of: .number, at: now).isPotentiallyValid)
        #expect(reason(entry(options, number: "2"), .number) == .incomplete, "2 may still be a Mastercard")
        #expect(reason(entry(options, number: "2200"), .number) == .brandNotAccepted)
        options.acceptedBrands = [.elo]
        #expect(reason(entry(options, number: "4011"), .number) == .incomplete)
        #expect(reason(entry(options, number: "401178"), .number) == .incomplete)
        #expect(reason(entry(options, number: "401170"), .number) == .brandNotAccepted)
    }

    @Test("Co-badged: one accepted brand is enough, and is the one that is paid with")
    func acceptedCobadge() {
        var options = CardOptions()
        options.acceptedBrands = [.cartesBancaires]
        #expect(reason(entry(options, number: "4035 5010 0000 0008"), .number) == .ok)
        #expect(entry(options, number: "4035 5010 0000 0008").brand == .cartesBancaires)
        #expect(reason(entry(options, number: "4111 1111 1111 1111"), .number) == .brandNotAccepted)
        options.acceptedBrands = [.discover]
        #expect(reason(entry(options, number: "6221 2600 0000 0000"), .number) == .ok)
        options.acceptedBrands = [.cartesBancaires, .visa]
        #expect(entry(options, number: "4035 5010 0000 0008").brand == .cartesBancaires, "the merchant's order")
        options.acceptedBrands = [.visa, .cartesBancaires]
        #expect(entry(options, number: "4035 5010 0000 0008").brand == .visa)
    }

    @Test("The shopper's choice stays while the card may bear the brand, and goes when it cannot")
    func shoppersChoice() {
        let card = entry(number: "4035 5010 0000 0008")
        #expect(card.brand == .visa)
        #expect(card.brands == [.cartesBancaires, .visa])
        #expect(!card.choose(.mastercard))
        #expect(card.choose(.cartesBancaires))
        #expect(card.brand == .cartesBancaires)
        let end = card.textLength(of: .number)
        _ = card.edit(.number, .backspace, from: end, to: end)
        #expect(card.brand == .cartesBancaires)
        _ = card.edit(.number, .backspace, from: 4, to: end)
        #expect(card.brand == .visa, "four digits show no co-badge yet")
        _ = withUTF8Bytes("5010 0000 0008") { card.edit(.number, .insert($0), from: 4, to: 4) }
        #expect(card.brand == .cartesBancaires, "and the choice was kept")
        set(card, .number, "4111 1111 1111 1111")
        set(card, .number, "4035 5010 0000 0008")
        #expect(card.brand == .visa, "another card is another choice")
    }

    @Test("A choice that the merchant does not take is refused")
    func choiceNotAccepted() {
        var options = CardOptions()
        options.acceptedBrands = [.visa]
        let card = entry(options, number: "4035 5010 0000 0008")
        #expect(!card.choose(.cartesBancaires))
        #expect(card.brands == [.visa])
    }

    @Test("The security code follows the brand, and goes when its length changes")
    func securityCode() {
        let card = entry()
        #expect(card.securityCodeName.description == "CVC" && card.securityCodeLengths == 3...4)
        set(card, .securityCode, "123")
        set(card, .number, "3782 822463 10005")
        #expect(card.securityCodeName.description == "CID" && card.securityCodeLengths == 4...4)
        #expect(reason(card, .securityCode) == .incomplete, "typed before the number, it is only judged anew")
        set(card, .securityCode, "1234")
        #expect(reason(card, .securityCode) == .ok)
        set(card, .number, "")
        set(card, .number, "4111 1111 1111 1111")
        #expect(reason(card, .securityCode) == .empty)
        set(card, .securityCode, "123")
        set(card, .number, "5555 5555 5555 4444")
        #expect(reason(card, .securityCode) == .ok, "of the same length it stays")
        set(card, .number, "6703 4444 4444 4444 9")
        #expect(card.securityCodeLengths == 0...0 && reason(card, .securityCode) == .ok, "Bancontact has none")
    }

    @Test("Without a number the saved card's brand rules the security code")
    func savedCard() {
        var options = CardOptions()
        (options.needsNumber, options.needsExpiry) = (false, false)
        let card = entry(options)
        card.savedBrand = .amex
        set(card, .securityCode, "123")
        #expect(card.brand == .amex)
        #expect(reason(card, .securityCode) == .incomplete)
        set(card, .securityCode, "1234")
        #expect(card.faults(at: now) == [])
    }

    @Test("Funding source and country: refused when known, settled later when not")
    func fundingAndCountry() throws {
        let text = "41111111;visa;debit;GB\n424242;visa;credit;\n"
        let issuers = try withUTF8Bytes(text) { try IssuerTable(parsing: $0) }
        var options = CardOptions()
        options.acceptedFundingSources = [.debit]
        #expect(reason(entry(options, issuers: issuers, number: "4111 1111 1111 1111"), .number) == .ok)
        #expect(reason(entry(options, issuers: issuers, number: "4242 4242 4242 4242"), .number) == .fundingNotAccepted)
        let begun = entry(options, issuers: issuers, number: "4242 42").state(of: .number, at: now)
        #expect(begun.reason == .fundingNotAccepted && begun.isPotentiallyValid, "eight digits may say otherwise")
        #expect(reason(entry(options, issuers: issuers, number: "5555 5555 5555 4444"), .number) == .ok, "nothing is known")
        options.acceptedFundingSources = nil
        options.acceptedIssuerCountries = Set(["FR", "DE"].compactMap { Country(alpha2: $0) })
        #expect(reason(entry(options, issuers: issuers, number: "4111 1111 1111 1111"), .number) == .countryNotAccepted)
        #expect(reason(entry(options, issuers: issuers, number: "4242 4242 4242 4242"), .number) == .ok, "no country is known")
    }

    @Test("After tokenisation the gateway's word settles what was open")
    func settling() {
        var options = CardOptions()
        #expect(options.settle(fundingSource: nil, issuerCountry: nil, brand: nil) == .accepted)
        options.acceptedFundingSources = [.debit]
        options.acceptedIssuerCountries = Set([Country(alpha2: "GB")].compactMap { $0 })
        options.acceptedBrands = [.visa]
        let (britain, france) = (Country(alpha2: "GB"), Country(alpha2: "FR"))
        #expect(options.settle(fundingSource: .debit, issuerCountry: britain, brand: .visa) == .accepted)
        #expect(options.settle(fundingSource: .credit, issuerCountry: britain, brand: .visa) == .refused(.fundingNotAccepted))
        #expect(options.settle(fundingSource: .debit, issuerCountry: france, brand: .visa) == .refused(.countryNotAccepted))
        #expect(options.settle(fundingSource: .debit, issuerCountry: britain, brand: .amex) == .refused(.brandNotAccepted))
        #expect(options.settle(fundingSource: nil, issuerCountry: britain, brand: .visa) == .unknown)
        #expect(options.settle(fundingSource: .debit, issuerCountry: nil, brand: .visa) == .unknown)
        #expect(options.settle(fundingSource: .debit, issuerCountry: britain, brand: nil) == .unknown)
        #expect(options.settle(fundingSource: nil, issuerCountry: france, brand: .visa) == .refused(.countryNotAccepted))
    }

    @Test("Taking moves everything and leaves nothing")
    func take() {
        let card = entry(number: "4035 5010 0000 0008")
        set(card, .expiry, "12/30")
        set(card, .securityCode, "123")
        set(card, .holderName, "  Jane Doe ")
        #expect(card.choose(.cartesBancaires))
        let taken = card.take()
        #expect(taken.faults(at: now) == [])
        #expect(taken.brand == .cartesBancaires && taken.holderName == "Jane Doe")
        #expect(card.faults(at: now).count == 3)
        #expect(card.brand == nil && card.holderName.isEmpty && card.textLength(of: .expiry) == 0)
    }

    @Test("Wiping reaches every holder of the secret")
    func wiping() {
        let card = entry(number: "4111 1111 1111 1111")
        set(card, .securityCode, "123")
        let (number, code) = (card.number, card.code)
        card.wipeSecurityCode()
        #expect(code?.count == 0 && card.withSecurityCode { $0.count } == 0)
        #expect(number?.count == 16)
        card.wipe()
        #expect(number?.count == 0 && reason(card, .number) == .empty)
    }

    @Test("No way of printing shows the card")
    func neverPrinted() {
        let card = entry(number: "4111111111111111")
        set(card, .securityCode, "735")
        set(card, .holderName, "Jane Doe")
        var dumped = ""
        dump(card, to: &dumped)
        for text in [String(describing: card), String(reflecting: card), "\(card)", dumped] {
            #expect(!text.contains("4111") && !text.contains("735") && !text.contains("Jane"))
        }
    }

    @Test("A name that holds a card number is never handed out")
    func holderName() {
        let card = entry()
        for (text, expected) in [
            ("Jane Doe", FieldReason.ok), ("X", .ok), ("O’Brien-Smith Jr.", .ok), ("Müller & Söhne", .ok), ("山田 太郎", .ok),
            ("محمد علي", .ok), ("Zoe\u{308}", .ok), ("Jane 4111111111111111", .looksLikePAN),
            ("4111.1111.1111.1111 J", .looksLikePAN),
            ("J 4111 1111 1111 1112", .ok), ("J 41111111111111111111", .looksLikePAN), ("٤١١١ ١١١١", .looksLikePAN),
            ("Jane\u{0}", .badCharacters), ("Jane\nDoe\u{1b}", .badCharacters), ("<script>", .badCharacters),
            ("J😀", .badCharacters),
            (String(repeating: "é", count: 255), .ok), (String(repeating: "e\u{301}", count: 255), .ok),
            (String(repeating: "é", count: 256), .tooLong), (String(repeating: "a", count: 5000), .tooLong), ("-", .incomplete),
        ] {
            set(card, .holderName, text)
            #expect(reason(card, .holderName) == expected, "\(text.prefix(40))")
            #expect(card.holderName == (expected == .ok ? text : ""), "\(text.prefix(40))")
        }
    }
}
