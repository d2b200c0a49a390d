import Countersign
import Testing

@Suite("Nearest name")
struct NearestNameTests {
    static let names = [
        "amount", "currency", "merchantTransactionId", "clientId", "environment", "gateway", "three", "Amounts",
    ]

    @Test(
        "A slip of the fingers is recognised, and nothing else",
        arguments: [
            ("amuont", "amount"), ("amout", "amount"), ("amountt", "amount"), ("anount", "amount"), ("AMOUNT", "amount"),
            ("amounts", "Amounts"), ("curency", "currency"), ("merchantTransactonID", "merchantTransactionId"),
            ("merchant_transaction_id", "merchantTransactionId"), ("clientid", "clientId"), ("enviroment", "environment"),
            ("gatewya", "gateway"), ("there", "three"), ("amount", "amount"),
            ("", nil), ("a", nil), ("am", nil), ("total", nil), ("value", nil), ("merchant", nil), ("id", nil), ("xxxxxx", nil),
            ("fee", nil), ("amamamamam", nil),
        ] as [(String, String?)])
    func suggestion(_ name: String, _ expected: String?) {
        #expect(NearestName.suggestion(for: name, among: Self.names) == expected)
    }

    @Test("The first of two equally near wins, a nearer one later is preferred")
    func order() {
        #expect(NearestName.suggestion(for: "cart", among: ["card", "cars"]) == "card")
        #expect(NearestName.suggestion(for: "carts", among: ["cards1", "carts1"]) == "carts1")
        #expect(NearestName.suggestion(for: "card", among: []) == nil)
    }

    @Test("A name too long to be a slip is not compared")
    func long() {
        let name = String(repeating: "a", count: 65)
        #expect(NearestName.suggestion(for: name, among: [name]) == nil)
        #expect(NearestName.suggestion(for: String(name.dropLast()), among: [name]) == nil)
        #expect(NearestName.suggestion(for: String(name.dropLast()), among: [String(name.dropLast(2))]) != nil)
    }
}
