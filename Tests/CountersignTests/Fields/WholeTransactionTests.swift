import Testing

@testable import Countersign

/// The checks at submission. Each case starts from data that pass and changes one thing.
@Suite struct WholeTransactionTests {
    private static let now: Int64 = 1_796_055_428_123  // 2026-11-30T16:17:08.123Z
    private static let complete =
        "\"amount\":\"99.99\",\"currency\":\"EUR\",\"intent\":\"Authorisation\",\"merchantTransactionId\":\"order-1\""

    private func check(_ json: String, allowsAuthentication: Bool = false) -> PaymentError? {
        Result { () throws(PaymentError) in
            let data = try applied(json, to: TransactionData(), TransactionFields.table).get()
            try TransactionFields.checkWhole(data, now: Self.now, allowsAuthentication: allowsAuthentication)
        }.error
    }

    private func check(with members: String, allowsAuthentication: Bool = false) -> PaymentError? {
        check("{\(Self.complete),\(members)}", allowsAuthentication: allowsAuthentication)
    }

    @Test("The least that a payment needs passes, in any order of its members")
    func leastPasses() {
        #expect(check("{\(Self.complete)}") == nil)
        #expect(
            check(
                "{\"currency\":\"EUR\",\"merchantTransactionId\":\"o\",\"intent\":\"Payout\",\"amountMinor\":9999}") == nil)
    }

    @Test("A gratuity is a part of the amount, in its currency")
    func gratuityIsAPart() {
        #expect(check(with: "\"gratuity\":\"99.99\"") == nil)
        for text in ["100", "0.001"] {
            let error = check(with: "\"gratuity\":\"\(text)\"")
            #expect(error?.field == "gratuity" && error?.code == .amountInvalid, "\(text)")
        }
    }

    @Test("What is missing is named, each with its own code")
    func namesWhatIsMissing() {
        let cases: [(json: String, field: String, code: ErrorCode)] = [
            ("{}", "amount", .amountInvalid),
            ("{\"amount\":\"1\"}", "currency", .currencyInvalid),
            ("{\"currency\":\"EUR\"}", "amount", .amountInvalid),
            ("{\"amount\":\"1\",\"currency\":\"EUR\"}", "intent", .intentMissing),
            (
                "{\"amount\":\"1\",\"currency\":\"EUR\",\"intent\":\"Purchase\"}", "merchantTransactionId",
                .merchantTransactionIdInvalid
            ),
        ]
        for (json, field, code) in cases {
            let error = check(json)
            #expect(error?.field == field && error?.code == code && error?.when == .refused, "\(json)")
        }
    }

    @Test("A decimal amount fits its currency, whichever comes first")
    func amountFitsCurrency() throws {
        for members in ["\"amount\":\"1.5\",\"currency\":\"JPY\"", "\"currency\":\"JPY\",\"amount\":\"1.5\""] {
            #expect(check("{\(members)}")?.code == .amountInvalid)
            #expect(check("{\(members)}")?.field == "amount")
        }
        let data = try applied("{\"amount\":\"1.3\",\"currency\":\"BHD\"}", to: TransactionData(), TransactionFields.table)
            .get()
        #expect(data.amount?.minorUnits == 1_300)
        #expect(check("{\"amount\":\"1\",\"currency\":\"XAU\"}")?.code == .currencyInvalid)
    }

    @Test("Another currency reads the amount as it was entered anew")
    func currencyChanges() throws {
        var data = try applied("{\"amount\":\"15\",\"currency\":\"EUR\"}", to: TransactionData(), TransactionFields.table).get()
        #expect(data.amount?.minorUnits == 1_500)
        try TransactionFields.set("currency", .text("JPY"), to: &data)
        #expect(data.amount?.minorUnits == 15)
        try TransactionFields.set("amount", .text("16"), to: &data)
        #expect(data.amount?.minorUnits == 16)
        #expect(throws: PaymentError.self) { try TransactionFields.set("amount", .text("16.5"), to: &data) }
        #expect(data.amount?.minorUnits == 16)
    }

    @Test("Zero is for verifications alone")
    func zeroIsForVerification() {
        let zero = "\"amount\":\"0\",\"currency\":\"EUR\",\"merchantTransactionId\":\"o\""
        #expect(check("{\(zero),\"intent\":\"Verification\"}") == nil)
        for intent in ["Authorisation", "Purchase", "EstimatedAuthorisation", "Payout"] {
            #expect(check("{\(zero),\"intent\":\"\(intent)\"}")?.field == "amount", "\(intent)")
        }
    }

    @Test(
        "Both or neither of a series' interval and end, and no end in the past",
        arguments: ["recurring", "authentication.recurring"])
    func checksSeries(path: String) {
        let ok = object(path, "{\"frequencyInDays\":30,\"frequencyExpiration\":\"2026-11-30\"}").dropFirst().dropLast()
        #expect(check(with: String(ok)) == nil)
        let cases = [
            ("{\"frequencyInDays\":30,\"frequencyExpiration\":\"2026-11-29\"}", "frequencyExpiration"),
            ("{\"frequencyInDays\":30}", "frequencyExpiration"),
            ("{\"frequencyExpiration\":\"2027-01-01\"}", "frequencyInDays"),
        ]
        for (json, field) in cases {
            #expect(check(with: String(object(path, json).dropFirst().dropLast()))?.field == "\(path).\(field)", "\(json)")
        }
        #expect(check(with: String(object(path, "{\"processingModel\":\"Subsequent\"}").dropFirst().dropLast())) == nil)
    }

    @Test("A merchant-initiated payment rests on an earlier one and asks no shopper")
    func checksMerchantInitiated() {
        #expect(check(with: "\"initiator\":\"Merchant\"")?.field == "initiator")
        #expect(check(with: "\"initiator\":\"Merchant\",\"networkTransactionId\":\"123456789012345\"") == nil)
        #expect(check(with: "\"initiator\":\"Merchant\",\"card\":{\"gatewayTokenId\":\"t\"}") == nil)
        #expect(
            check(with: "\"initiator\":\"Merchant\",\"card\":{\"gatewayTokenId\":\"t\"},\"flow\":\"dropIn\"")?.field == "flow")
    }

    @Test("A saved card has a token")
    func checksSavedCard() {
        #expect(check(with: "\"card\":{\"brand\":\"visa\"}")?.field == "card.gatewayTokenId")
        #expect(check(with: "\"card\":{\"schemeTokenId\":\"t\"}") == nil)
    }

    @Test("The first payment of a series takes no exemption; a later one by the merchant may name one")
    func checksExemption() {
        let series = "\"recurring\":{\"frequencyInDays\":30,\"frequencyExpiration\":\"2027-11-30\"}"
        let exemption = "\"psd2Data\":{\"scaExemption\":\"LowValue\"}"
        #expect(check(with: "\(series),\(exemption)")?.field == "psd2Data.scaExemption")
        #expect(check(with: exemption) == nil)
        #expect(check(with: "\(series),\(exemption),\"initiator\":\"Merchant\",\"card\":{\"gatewayTokenId\":\"t\"}") == nil)
    }

    @Test("A site has 10 characters where 3-D Secure can run, and 20 otherwise")
    func checksSite() {
        #expect(check(with: "\"site\":\(text(10))", allowsAuthentication: true) == nil)
        #expect(check(with: "\"site\":\(text(11))", allowsAuthentication: true)?.field == "site")
        #expect(check(with: "\"site\":\(text(20))", allowsAuthentication: false) == nil)
    }

    @Test("A state needs its country, and nobody is born tomorrow")
    func checksPersons() {
        for address in ["billingAddress", "shippingAddress"] {
            let path = "authentication.\(address)"
            let state = String(object(path, "{\"stateCode\":\"CA\"}").dropFirst().dropLast())
            #expect(check(with: state)?.field == "\(path).countryNumericCode")
            let whole = String(object(path, "{\"stateCode\":\"CA\",\"countryNumericCode\":\"840\"}").dropFirst().dropLast())
            #expect(check(with: whole) == nil)
        }
        #expect(check(with: "\"shopper\":{\"dateOfBirth\":\"2026-11-30\"}") == nil)
        #expect(check(with: "\"shopper\":{\"dateOfBirth\":\"2026-12-01\"}")?.field == "shopper.dateOfBirth")
    }
}
