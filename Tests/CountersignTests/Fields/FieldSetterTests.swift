import Testing

@testable import Countersign

/// What the setters of the header come down to: one field, by its dotted path.
@Suite("Fields one by one")
struct FieldSetterTests {
    private func refusal(_ path: String, _ value: FieldValue, _ data: TransactionData = TransactionData()) -> PaymentError? {
        var data = data
        do throws(PaymentError) {
            try TransactionFields.set(path, value, to: &data)
            return nil
        } catch {
            return error
        }
    }

    private func json(_ text: String) -> FieldValue { .json(ByteBuffer(text)) }

    private func metadata(_ data: TransactionData) -> String? { data.metadata?.text() }

    @Test(
        "A path with a slip in any of its parts is answered with the one that was meant",
        arguments: [
            ("shoper.email", "shopper.email"), ("shopper.emial", "email"), ("shoper.emial", "shopper.email"),
            ("Shopper.Email", "shopper.email"), ("authentication.challengeWindowsSize", "challengeWindowSize"),
            ("authentcation.billingAdress.city", "authentication.billingAddress.city"),
            ("psd2data.scaExemption", "psd2Data.scaExemption"),
            ("ammount", "amount"), ("amount.value", "amount"),
            ("shoper.somethingElse", "shopper"), ("lastFour", "card.lastFour"),
        ])
    func nearest(_ path: String, _ meant: String) {
        let error = refusal(path, .text("x"))
        #expect(error?.code == .fieldUnknown && error?.field == path)
        #expect(error?.message == "\(path) is no field; did you mean \(meant)?")
    }

    @Test("A name that may be a card number is not repeated, nor is one without end, nor what would turn a line round")
    func quoted() {
        for path in ["4111111111111111", "4111 1111 1111 1111", "metadata.4111111111111111", "shopper.x4111111111111111"] {
            let error = refusal(path, .int(1))
            #expect(error?.message.contains("1111") == false && error?.field.contains("1111") == false)
        }
        #expect(refusal(String(repeating: "a", count: 1 << 20), .text("x"))?.message.utf8.count ?? .max < 1_000)
        #expect(refusal("a\u{202e}b\nc", .text("x"))?.field == "a?b?c")
    }

    @Test("An entry of the metadata is set by itself, dots of its name included, and the others stay")
    func metadataEntries() throws {
        var data = TransactionData()
        try TransactionFields.set("metadata.basket", .text("77"), to: &data)
        try TransactionFields.set("metadata.com.example.a", .text("x\"y"), to: &data)
        #expect(metadata(data) == #"{"basket":"77","com.example.a":"x\"y"}"#)
        try TransactionFields.set("metadata.basket", .text("78"), to: &data)
        try TransactionFields.set("metadata.e\u{301}", json("\"combined\""), to: &data)
        try TransactionFields.set("metadata.é", .text("whole"), to: &data)
        #expect(metadata(data) == #"{"basket":"78","com.example.a":"x\"y","e\#u{301}":"combined","é":"whole"}"#)
        #expect(TransactionFields.get("metadata.com.example.a", from: data)?.text == "x\"y")
        try TransactionFields.set("metadata.basket", .none, to: &data)
        #expect(TransactionFields.get("metadata.basket", from: data)?.text == "")
        #expect(refusal("metadata.a", .int(1), data)?.field == "metadata.a")
        #expect(refusal("metadata.", .text("x"), data)?.field == "metadata")
        #expect(refusal("metadata.a", json("[1,]"), data)?.code == .jsonInvalid)
        #expect(refusal("riskScreeningData.a", .text("x"))?.code == .fieldUnknown)
    }

    @Test("JSON sets a field that takes a text, a number or a truth value to just that, and null takes it back")
    func scalars() throws {
        var data = TransactionData()
        try TransactionFields.set("currency", json("\"EUR\""), to: &data)
        try TransactionFields.set("amount", json(" 12.34 "), to: &data)
        try TransactionFields.set("acceptPartialApproval", json("true"), to: &data)
        try TransactionFields.set("shopper.email", json("\"a\\u0040example.org\""), to: &data)
        #expect(data.amount?.minorUnits == 1_234 && data.acceptsPartialApproval && data.shopper?.email == "a@example.org")
        try TransactionFields.set("amount", json("null"), to: &data)
        #expect(data.amount == nil)
        #expect(refusal("amount", json("{}"))?.code == .amountInvalid)
        #expect(refusal("amount", json("12,"))?.code == .jsonInvalid)
        #expect(refusal("currency", json("1"))?.field == "currency")
    }
}
