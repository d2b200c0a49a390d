import Testing

@testable import Countersign

@Suite struct FieldTableTests {
    private func error(_ json: String) -> PaymentError? {
        applied(json, to: TransactionData(), TransactionFields.table).error
    }

    @Test("An unknown name is refused with the nearest one, wherever it stands")
    func suggestsNames() {
        let cases: [(json: String, field: String, near: String)] = [
            ("{\"ammount\":\"1\"}", "ammount", "amount"),
            ("{\"merchantTransactionID\":\"1\"}", "merchantTransactionID", "merchantTransactionId"),
            ("{\"shopper\":{\"e-mail\":\"x\"}}", "shopper.e-mail", "email"),
            ("{\"psd2Data\":{\"scaExemtion\":\"x\"}}", "psd2Data.scaExemtion", "scaExemption"),
            (
                "{\"authentication\":{\"billingAddress\":{\"postCode\":\"1\"}}}", "authentication.billingAddress.postCode",
                "postalCode"
            ),
            // A name that belongs elsewhere is sent there.
            ("{\"scaExemption\":\"LowValue\"}", "scaExemption", "psd2Data.scaExemption"),
            ("{\"challengeWindowSize\":5}", "challengeWindowSize", "authentication.challengeWindowSize"),
        ]
        for (json, field, near) in cases {
            let error = error(json)
            #expect(error?.code == .fieldUnknown, "\(json)")
            #expect(error?.field == field)
            #expect(error?.message.hasSuffix("did you mean \(near)?") == true, "\(error?.message ?? "")")
        }
    }

    @Test("A name near to nothing is refused with the names that there are")
    func listsNames() {
        #expect(
            error("{\"addressVerification\":{\"zzzzzzzz\":1}}")?.message.hasSuffix(
                "here are countryCode, houseNumberOrName, postalCode.") == true)
    }

    @Test("Card numbers, codes and keys in JSON are refused with the way they go")
    func refusesSecrets() {
        for name in ["number", "pan", "cvc", "cardNumber"] {
            #expect(error("{\"card\":{\"\(name)\":\"1\"}}")?.message.contains("never travel in JSON") == true, "\(name)")
        }
        #expect(error("{\"hmacKey\":\"1\"}")?.message.contains("never travel in JSON") == true)
    }

    @Test("A choice is refused with the list and the nearest entry")
    func suggestsChoices() {
        #expect(
            error("{\"intent\":\"Authorization\"}")?.message
                == "intent must be one of Authorisation, Purchase, Verification, EstimatedAuthorisation, Payout; "
                + "did you mean Authorisation?")
    }

    @Test("A length is refused with the length that it has")
    func tellsLengths() {
        #expect(error("{\"site\":\(text(21))}")?.message == "site must be text of at most 20 characters; it has 21.")
        // Characters, not bytes.
        #expect(error("{\"site\":\(text(20, of: "é"))}") == nil)
        #expect(error("{\"site\":\(text(21, of: "é"))}")?.message.hasSuffix("it has 21.") == true)
    }

    @Test("Control characters are refused in any text")
    func refusesControls() {
        for character in ["\\u0001", "\\n", "\\u007f", "\\u0085"] {
            #expect(error("{\"site\":\"a\(character)b\"}")?.field == "site", "\(character)")
        }
        #expect(error("{\"site\":\"a\\u00e9b\"}") == nil)
    }

    @Test("A member that is given twice is refused")
    func refusesDuplicates() {
        #expect(error("{\"site\":\"A\",\"site\":\"A\"}")?.message == "site is given twice.")
        #expect(error("{\"shopper\":{\"id\":\"A\",\"id\":\"B\"}}")?.message == "shopper.id is given twice.")
        #expect(error("{\"psd2Data\":{},\"psd2Data\":{}}")?.message == "psd2Data is given twice.")
    }

    @Test("What is no object where one belongs is refused")
    func refusesNonObjects() {
        #expect(error("[]")?.message == "This must be a JSON object.")
        #expect(error("{\"shopper\":\"x\"}")?.message == "shopper must be a JSON object.")
        #expect(error("{\"psd2Data\":1}")?.message == "psd2Data must be a JSON object.")
        #expect(error("{\"authentication\":{\"recurring\":[]}}")?.field == "authentication.recurring")
    }

    @Test("Nothing is taken when one member is at fault")
    func isAtomic() throws {
        var data = try applied("{\"site\":\"A\",\"shopper\":{\"id\":\"1\"}}", to: TransactionData(), TransactionFields.table)
            .get()
        for json in [
            "{\"site\":\"B\",\"shopper\":{\"id\":\"2\",\"email\":\"x\"}}", "{\"site\":\"B\",\"bogus\":1}",
            "{\"amount\":\"1\",\"amountMinor\":100,\"site\":\"B\"}",
        ] {
            #expect(throws: PaymentError.self) { try TransactionFields.apply(JSONDocument(parsing: json).root, to: &data) }
            #expect(data.site == "A" && data.shopper?.id == "1" && data.shopper?.email == "" && data.amountEntry == .none)
        }
        #expect(throws: PaymentError.self) {
            try TransactionFields.set("shopper", .json(ByteBuffer("{\"id\":\"2\",\"email\":\"x\"}")), to: &data)
        }
        #expect(data.shopper?.id == "1")
    }

    @Test("An empty object makes its member, null takes it away")
    func objectsComeAndGo() throws {
        var data = try applied("{\"authentication\":{}}", to: TransactionData(), TransactionFields.table).get()
        #expect(data.authentication == AuthenticationData())
        #expect(TransactionFields.table.hasField("authentication.recurring.frequencyInDays"))
        #expect(data.authentication?.recurring == nil)
        data = try applied("{\"authentication\":null}", to: data, TransactionFields.table).get()
        #expect(data.authentication == nil)
        try TransactionFields.set("shopper", .json(ByteBuffer("{\"id\":\"7\"}")), to: &data)
        #expect(data.shopper?.id == "7")
        try TransactionFields.set("shopper", .none, to: &data)
        #expect(data.shopper == nil)
    }

    @Test("Errors of nested JSON have the whole path, with a prefix where there is one")
    func errorsHaveWholePaths() throws {
        let json = "{\"riskScreeningData\":{\"items\":[{\"price\":1},{\"price\":-1}]}}"
        #expect(error(json)?.field == "riskScreeningData.items.1.price")
        #expect(error(json)?.message.hasPrefix("riskScreeningData.items.1.price must be a number") == true)
        var data = TransactionData()
        let document = try JSONDocument(parsing: json)
        #expect {
            try TransactionFields.table.apply(document.root, to: &data, at: "defaults")
        } throws: { error in
            (error as? PaymentError)?.field == "defaults.riskScreeningData.items.1.price"
                && (error as? PaymentError)?.message.hasPrefix("defaults.riskScreeningData.items.1.price") == true
        }
    }

    @Test("Setters refuse paths that lead nowhere")
    func refusesPaths() {
        var data = TransactionData()
        for path in ["", "shoper.id", "shopper.idd", "site.id", "psd2Data.x", "shopper..id", ".site", "site."] {
            #expect(throws: PaymentError.self, "\(path)") { try TransactionFields.set(path, .text("x"), to: &data) }
            #expect(TransactionFields.get(path, from: data) == nil)
        }
    }
}
