import Testing

@testable import Countersign

@Suite("The sandbox refuses what the real API would")
struct SandboxRefusalTests {
    /// One change to a good request: the operation, the member, what it becomes (nil: nothing), and the field that is blamed.
    struct Change: Sendable, CustomStringConvertible {
        let operation: Countersign.Operation
        let path: String
        let raw: String?
        let field: String
        var description: String { "\(operation) \(path) = \(raw ?? "nothing")" }

        init(_ operation: Countersign.Operation, _ path: String, _ raw: String?, field: String? = nil) {
            (self.operation, self.path, self.raw, self.field) = (operation, path, raw, field ?? path)
        }
    }

    static let changes: [Change] =
        required + [
            Change(.tokenise, "card.primaryAccountNumber", "4111111111111111"),
            Change(.tokenise, "card.primaryAccountNumber", #""4111111111111112""#),
            Change(.tokenise, "card.primaryAccountNumber", #""4111 1111 1111 1111""#),
            Change(.tokenise, "card.primaryAccountNumber", #""41111111111111111111""#),
            Change(.tokenise, "card.expiryMonth", "3"), Change(.tokenise, "card.expiryMonth", #""13""#),
            Change(.tokenise, "card.expiryMonth", #""00""#), Change(.tokenise, "card.expiryYear", #""30""#),
            Change(.tokenise, "card.holderName", #""""#), Change(.tokenise, "card.cardVerificationCode", #""12""#),
            Change(.tokenise, "card.cardVerificationCode", #""12a""#), Change(.tokenise, "card", "[]"),
            Change(.preInitiate, "amount.transactionValue", "12.345"),
            Change(.preInitiate, "amount.transactionValue", #""12.34""#),
            Change(.preInitiate, "amount.transactionValue", "-1"), Change(.preInitiate, "amount.transactionValue", "1e3"),
            Change(.preInitiate, "amount.currencyCode", #""EU""#), Change(.preInitiate, "amount.currencyCode", #""ABC""#),
            Change(.preInitiate, "amount.currencyCode", #""XAU""#), Change(.preInitiate, "fingerprintCallbackUrl", #""""#),
            Change(.preInitiate, "fingerprintCallbackUrl", #""ftp://x""#), Change(.preInitiate, "intent", #""Sale""#),
            Change(.preInitiate, "intent", nil), Change(.preInitiate, "site", #""ELEVEN-LONG""#),
            Change(.preInitiate, "site", #""""#),
            Change(.preInitiate, "providerId", "\"" + String(repeating: "p", count: 37) + "\""),
            Change(.preInitiate, "requestorAuthenticationIndicator", #""001""#),
            Change(.preInitiate, "card.gatewayTokenId", #""11111111-2222-4333-8444-555555555555""#),
            Change(.authenticate, "challengeWindowSize", "0"), Change(.authenticate, "challengeWindowSize", "6"),
            Change(.authenticate, "challengeWindowSize", #""5""#),
            Change(.authenticate, "requestorChallengeIndicator", #""1""#),
            Change(.authenticate, "challengeCallbackUrl", #""callback""#),
            Change(.authenticate, "merchantCategoryCode", #""54""#),
            Change(.authenticate, "merchantCountryNumericCode", #""GBR""#),
            Change(.authenticate, "merchantLegalName", "\"" + String(repeating: "n", count: 41) + "\""),
            Change(.authenticate, "fingerprintNotification", #""eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IngifQ""#),
            Change(.authenticate, "fingerprintNotification", #""***""#),
            Change(.authenticate, "recurring.expirationDate", #""2027-12-31""#),
            Change(.authenticate, "recurring.frequencyInDays", "0"),
            Change(.authenticate, "browserData", #"{"colorDepth":64}"#, field: "browserData.colorDepth"),
            Change(.authenticate, "billingAddress", #"{"countryNumericCode":"GB"}"#, field: "billingAddress"),
            Change(.authenticate, "shopper", "7"),
            Change(.authorise, "merchantTransactionId", "\"" + String(repeating: "r", count: 51) + "\""),
            Change(.authorise, "merchantTransactionId", #""""#),
            Change(.authorise, "merchantTransactionDate", #""2026-11-30""#),
            Change(.authorise, "transactionMethod.entryType", #""Web""#),
            Change(.authorise, "transactionMethod.fundingType", #""Paypal""#),
            Change(.authorise, "transactionMethod.intent", #"{"card":"Purchase"}"#),
            Change(.authorise, "amounts.transaction", "12.345"), Change(.authorise, "amounts.transaction", #""12.34""#),
            Change(.authorise, "amounts.transaction", "99999999999999999999"),
            Change(.authorise, "amounts.currencyCode", #""JPY""#, field: "amounts.transaction"),
            Change(.authorise, "fundingData.card.gatewayTokenId", #""x""#, field: "card.gatewayTokenId"),
            Change(.authorise, "authenticationId", #""x""#), Change(.authorise, "psd2Data.scaExemption", #""Lvp""#),
            Change(.authorise, "authenticationId", #""11111111-2222-4333-8444-555555555555""#),
            Change(.authorise, "amounts.transaction", "12.35", field: "authenticationId"),
            Change(.authorise, "amounts.currencyCode", #""USD""#, field: "authenticationId"),
            Change(.authorise, "recurring", #"{"processingModel":""}"#, field: "recurring.processingModel"),
            Change(
                .authorise, "recurring", #"{"processingModel":"x","frequencyExpiration":"2027-02-30"}"#,
                field: "recurring.frequencyExpiration"),
            Change(.authorise, "riskScreeningData", #"{"deviceSessionId":"a-b"}"#, field: "riskScreeningData.deviceSessionId"),
            Change(.authorise, "riskScreeningData", #"{"items":{}}"#, field: "riskScreeningData.items"),
            Change(.authorise, "shopper", #"{"dateOfBirth":"1990-13-01"}"#, field: "shopper.dateOfBirth"),
            Change(.authorise, "addressVerification", #"{"countryCode":"GBR"}"#, field: "addressVerification.countryCode"),
            Change(
                .authorise, "identityVerification", #"{"nameVerification":1}"#, field: "identityVerification.nameVerification"),
            Change(.authorise, "amounts.gratuity", "12.35"), Change(.authorise, "amounts.gratuity", "-1"),
            Change(.authorise, "metadata", #"{"a":1}"#),
            Change(.technicalCancel, "site", #""""#),
        ]

    /// Every member that the tables require, left out.
    private static let required: [Change] = {
        var changes: [Change] = []
        for operation in Countersign.Operation.allCases {
            guard let fields = try? VectorFile.json("pxp/requests.json").member("\(operation)")?["fields"] else { continue }
            for field in fields.elements where field["required"]?.bool == true {
                let path = field["path"]?.string ?? ""
                let isToken = operation == .authorise && path.hasSuffix("gatewayTokenId")
                changes.append(Change(operation, path, nil, field: isToken ? "fundingData.card.gatewayTokenId" : path))
            }
        }
        return changes
    }()

    @Test("a wrong or missing field is named", arguments: changes)
    func field(change: Change) throws {
        var flow = try ready(for: change.operation)
        var request = try flow.gateway.request(for: change.operation, of: flow.record, secrets: flow.secrets)
        request.body = try JSONEdit.set(change.path, to: change.raw, in: request.body)
        guard case .answered(let status, let body) = flow.server.handle(request, now: flow.now).reply else {
            Issue.record("no answer")
            return
        }
        #expect(status == 400 || status == 422)
        let error = try JSONDocument(parsing: body).root
        // An authentication for another amount is found out after the field itself is right.
        #expect(error["field"]?.string == change.field)
        #expect(error["errorCode"]?.string?.isEmpty == false && error["correlationId"]?.string?.isEmpty == false)
        #expect(flow.server.books.isEmpty, "nothing moves")
        // Nothing was done: the good request still goes through.
        if case .failed(let error) = try flow.perform(change.operation) { Issue.record("\(error)") }
    }

    @Test("the table of required fields was read")
    func tableWasRead() { #expect(Self.required.count == 25) }

    @Test("optional fields may be null or absent, and the vault takes its older, flat form")
    func tolerance() throws {
        var flow = try ready(for: .tokenise)
        var request = try flow.gateway.request(for: .tokenise, of: flow.record, secrets: flow.secrets)
        request.body = try JSONEdit.set("card.cardVerificationCode", to: "null", in: request.body)
        #expect(status(flow.server.handle(request, now: flow.now)) == 200)
        let card = try #require(try JSONDocument(parsing: request.body).root["card"])
        request.body = card.withText { ByteBuffer(copying: $0, isSecret: true) }
        #expect(status(flow.server.handle(request, now: flow.now)) == 200)
    }

    @Test("a body that is no object, or names a member twice, is refused")
    func bodies() throws {
        for operation in [Countersign.Operation.tokenise, .preInitiate, .authenticate, .authorise, .technicalCancel] {
            var flow = try ready(for: operation)
            var request = try flow.gateway.request(for: operation, of: flow.record, secrets: flow.secrets)
            for text in ["", "{", "[]", "7", #"{"a":1,"a":1}"#] {
                request.body = ByteBuffer(text)
                #expect(status(flow.server.handle(request, now: flow.now)) == 400, "\(operation) with \(text)")
            }
        }
    }

    @Test("other paths are not found, and other methods not allowed")
    func routes() {
        var server = SandboxServer()
        let id = "11111111-2222-4333-8444-555555555555"
        let rows: [(GatewayRequest.Method, String, Int)] = [
            (.get, "", 404), (.get, "/", 404), (.post, "/api/v1", 404), (.post, "/api/v1/", 404),
            (.post, "/api/v2/transactions", 404),
            (.post, "/api/v1/transaction", 404), (.post, "/api/v1/transactionsx", 404), (.get, "/api/v1/transactions", 405),
            (.put, "/api/v1/transactions", 405), (.get, "/api/v1/transactions/technical-cancellations", 405),
            (.post, "/api/v1/transactions/M/S", 405), (.get, "/api/v1/transactions/M/S/x?merchantTransactionId=1", 404),
            (.get, "/api/v1/transactions/M/S?merchantTransactionId=1", 404), (.get, "/api/v1/transactions/M/S", 400),
            (.get, "/api/v1/transactions/M/S?merchantTransactionId=%zz", 400), (.get, "/api/v1/transactions/M/S?other=1", 400),
            (.get, "/api/v1/transactions/M/S?systemTransactionId=\(id)", 404), (.get, "/api/v1/transactions/\(id)", 404),
            (.get, "/api/v1/threedsecure/integrated/authentications", 405),
            (.get, "/api/v1/threedsecure/integrated/authentications/\(id)", 404),
            (.put, "/api/v1/threedsecure/integrated/authentications/\(id)", 405),
            (.put, "/api/v1/threedsecure/integrated/authentications/\(id)/browser-authentication", 404),
            (.post, "/api/v1/threedsecure/integrated/authentications/\(id)/browser-authentication", 405),
            (.put, "/api/v1/threedsecure/integrated/authentications/\(id)/app-authentication", 404),
            (.post, "/api/v1/threedsecure/standalone/authentications", 404),
            (.get, "/api/v1/token-vault/Site/1/vaults/gateway-tokens", 405), (.post, "/api/v1/token-vault/Site/1/vaults", 404),
            (.post, "/api/v1/token-vault/Shop/1/vaults/gateway-tokens", 400),
            (.post, "/api/v1/token-vault/Site/123456789012345678901/vaults/gateway-tokens", 400),
        ]
        for (method, path, expected) in rows {
            let request = GatewayRequest(operation: .lookUp, method: method, path: path)
            #expect(status(server.handle(request, now: GatewayFixture.now)) == expected, "\(method.name) \(path)")
        }
    }

    @Test("an authentication is initiated once, and pays only for its card")
    func authentications() throws {
        var flow = try ready(for: .authorise)
        let again = try flow.gateway.request(for: .authenticate, of: flow.record, secrets: flow.secrets)
        #expect(status(flow.server.handle(again, now: flow.now)) == 409)
        // Another token of the same card is another card.
        _ = try flow.tokenise()
        guard case .transaction(let reply) = try flow.perform(.authorise) else {
            Issue.record("no answer")
            return
        }
        #expect(reply.state == .failed && reply.errorCode == "TRANSACTION_AUTHENTICATION_INVALID")
    }

    @Test("a rejected authentication is refused by name")
    func rejected() throws {
        var flow = SandboxFlow(try #require(SandboxCases.all.first { $0.id == "rejected" }))
        _ = try flow.tokenise()
        _ = try flow.authenticate()
        var request = try flow.gateway.request(for: .authorise, of: flow.record, secrets: flow.secrets)
        let id = flow.record.preInitiation?.value.authenticationId ?? ""
        request.body = try JSONEdit.set("authenticationId", to: "\"\(id)\"", in: request.body)
        guard case .answered(422, let body) = flow.server.handle(request, now: flow.now).reply else {
            Issue.record("not refused")
            return
        }
        #expect(try JSONDocument(parsing: body).root["errorCode"]?.string == "TRANSACTION_AUTHENTICATION_REJECTED")
    }

    private func status(_ delivery: SandboxDelivery) -> Int {
        guard case .answered(let status, _) = delivery.reply else { return 0 }
        return status
    }

    /// A flow in which the operation is the next, with a frictionless card.
    private func ready(for operation: Countersign.Operation) throws -> SandboxFlow {
        var flow = SandboxFlow(try #require(SandboxCases.all.first { $0.id == "frictionless" }))
        if operation == .tokenise { return flow }
        _ = try flow.tokenise()
        if operation == .preInitiate { return flow }
        if operation == .authenticate {
            guard case .preInitiated(let opened) = try flow.perform(.preInitiate) else {
                throw VectorFile.Missing(path: "pre-initiation")
            }
            flow.record.preInitiation = Shared(opened)
            return flow
        }
        _ = try flow.authenticate()
        return flow
    }
}
