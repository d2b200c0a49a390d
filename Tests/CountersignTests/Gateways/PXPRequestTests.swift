import Testing

@testable import Countersign

@Suite("Requests to PXP have every field of its tables, and no other")
struct PXPRequestTests {
    static let calls: [Countersign.Operation] = Countersign.Operation.allCases

    @Test("each field is there with its type and value", arguments: calls, ["full", "minimal"])
    func fields(operation: Countersign.Operation, variant: String) throws {
        let table = try #require(try VectorFile.json("pxp/requests.json").member("\(operation)"))
        let request = try Self.request(operation, variant)
        #expect(request.operation == operation)
        #expect(request.method.name.description == table["method"]?.string)
        #expect(request.path == table["path"]?.member(variant)?.string)

        var expected: [String: (type: String, value: String)] = [:]
        for field in try #require(table["fields"]).elements {
            let path = try #require(field["path"]?.string)
            let isRequired = field["required"]?.bool == true
            guard let value = field.member(variant)?.string else {
                #expect(!isRequired, "the table gives no \(variant) value for \(path)")
                continue
            }
            expected[path] = (field["type"]?.string ?? "", value)
        }
        let found = try Self.leaves(of: request.body)
        for (path, field) in expected {
            #expect(found[path]?.type == field.type, "\(operation) \(variant): type of \(path)")
            #expect(found[path]?.value == field.value, "\(operation) \(variant): value of \(path)")
        }
        for path in found.keys { #expect(expected[path] != nil, "\(operation) \(variant): \(path) is in no table") }
    }

    @Test("the same record gives the same bytes", arguments: calls)
    func isPure(operation: Countersign.Operation) throws {
        let (first, second) = (try Self.request(operation, "full"), try Self.request(operation, "full"))
        #expect(first.path == second.path && first.idempotencyKey == second.idempotencyKey)
        #expect(GatewayFixture.text(first.body) == GatewayFixture.text(second.body))
    }

    @Test("card data travels in a secret body, and only there")
    func secrecy() throws {
        #expect(try Self.request(.tokenise, "full").body.isSecret)
        for operation in Self.calls where operation != .tokenise {
            let request = try Self.request(operation, "full")
            let text = GatewayFixture.text(request.body) + request.path
            #expect(!text.contains("4111111111111111") && !text.contains("737"), "\(operation)")
        }
    }

    @Test("a saved card's security code goes out with the authorisation, in a secret body, and cannot be left out")
    func savedCard() throws {
        var data = GatewayFixture.transaction()
        var saved = TransactionData.SavedCard()
        saved.gatewayTokenId = "11111111-2222-4333-8444-555555555555"
        (saved.needsCVC, saved.needsExpiry) = (true, true)
        data.savedCard = saved
        let record = GatewayFixture.record(data)
        let request = try SandboxGateway().request(for: .authorise, of: record, secrets: GatewayFixture.secrets())
        let found = try Self.leaves(of: request.body)
        #expect(request.body.isSecret)
        #expect(found["fundingData.card.cardVerificationCode"]?.value == "737")
        #expect(found["fundingData.card.expiryMonth"]?.value == "03" && found["fundingData.card.expiryYear"]?.value == "2030")
        #expect(found["fundingData.card.primaryAccountNumber"] == nil)
        let error = #expect(throws: PaymentError.self) {
            try SandboxGateway().request(for: .authorise, of: record, secrets: PaymentSecrets())
        }
        #expect(error?.code == .cardNeeded && error?.when == .refused)
    }

    @Test("amounts have exactly the decimals of their currency")
    func amounts() throws {
        let rows: [(Int64, String, String)] = [
            (0, "EUR", "0.00"), (5, "EUR", "0.05"), (110, "GBP", "1.10"), (20, "JPY", "20"), (0, "JPY", "0"),
            (1_300, "BHD", "1.300"),
            (1, "UYW", "0.0001"), (.max, "EUR", "92233720368547758.07"),
        ]
        for (minorUnits, currency, text) in rows {
            var record = GatewayFixture.record(GatewayFixture.transaction(minorUnits, currency))
            record.token = Shared(Self.token)
            let request = try SandboxGateway().request(for: .authorise, of: record, secrets: PaymentSecrets())
            #expect(try Self.leaves(of: request.body)["amounts.transaction"]?.value == text)
        }
    }

    @Test("an exemption goes out unless the authentication has taken it")
    func exemption() throws {
        var data = GatewayFixture.transaction()
        data.authentication?.requestorChallengeIndicator = "05"
        var record = GatewayFixture.record(data)
        record.token = Shared(Self.token)
        var answer = PreAuthorisationReply()
        answer.psd2Exemption = .transactionRiskAnalysis
        record.preAuthorisation = Shared(answer)
        func exemption() throws -> String? {
            let request = try SandboxGateway().request(for: .authorise, of: record, secrets: PaymentSecrets())
            return try Self.leaves(of: request.body)["psd2Data.scaExemption"]?.value
        }
        #expect(try exemption() == "TransactionRiskAnalysis")
        var opened = PreInitiation()
        (opened.authenticationId, opened.scaMandated, opened.applicableExemptions) = (Self.authenticationId, true, "LVP,TRA")
        record.preInitiation = Shared(opened)
        var reply = AuthenticationReply()
        (reply.authenticationId, reply.state) = (Self.authenticationId, .successful)
        record.authentication = Shared(reply)
        #expect(try exemption() == nil)
        reply.state = .failed
        record.authentication = Shared(reply)
        #expect(try exemption() == "TransactionRiskAnalysis")
    }

    @Test("what a request cannot do without is refused before sending, with the field named")
    func refusals() {
        func refusal(_ operation: Countersign.Operation, _ change: (inout TransactionData) -> Void) -> PaymentError? {
            var data = GatewayFixture.transaction()
            change(&data)
            var record = GatewayFixture.record(data)
            record.token = data.savedCard == nil ? Shared(Self.token) : nil
            return #expect(throws: PaymentError.self) {
                try SandboxGateway().request(for: operation, of: record, secrets: PaymentSecrets())
            }
        }
        #expect(refusal(.preInitiate) { $0.amount = nil }?.field == "amount")
        #expect(refusal(.preInitiate) { $0.site = "ELEVEN-LONG" }?.field == "site")
        #expect(refusal(.authorise) { $0.amount = nil }?.code == .amountInvalid)
        #expect(refusal(.authorise) { $0.savedCard = TransactionData.SavedCard() }?.code == .cardNeeded)
        #expect(refusal(.authenticate) { _ in }?.code == .stateInvalid)
        #expect(refusal(.readBack) { _ in }?.code == .stateInvalid)
        #expect(refusal(.tokenise) { _ in }?.code == .cardNeeded)
    }

    // MARK: Payments

    static let authenticationId = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"

    static var token: TokenisedCard {
        var token = TokenisedCard()
        token.gatewayTokenId = "11111111-2222-4333-8444-555555555555"
        return token
    }

    /// The requests of a payment with every field set, and of one with as few as the sandbox takes.
    static func request(_ operation: Countersign.Operation, _ variant: String) throws -> GatewayRequest {
        let isFull = variant == "full"
        var data = isFull ? GatewayFixture.fullTransaction() : GatewayFixture.transaction()
        if isFull, operation == .authenticate || operation == .authorise { data.recurring = GatewayFixture.recurring() }
        if isFull, operation == .authorise { data.intent = .purchase }
        var record = GatewayFixture.record(data, reference: isFull ? "ORDER/1 ä" : "ORDER-1")
        record.token = Shared(token)
        var opened = PreInitiation()
        opened.authenticationId = authenticationId
        record.preInitiation = Shared(opened)
        var answer = PreAuthorisationReply()
        if isFull {
            var fingerprint = FingerprintReply()
            (fingerprint.isCompleted, fingerprint.notification) = (true, "eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IngifQ")
            record.fingerprint = Shared(fingerprint)
            var reply = AuthenticationReply()
            (reply.authenticationId, reply.state) = (authenticationId, .successful)
            record.authentication = Shared(reply)
            answer.amount = 105
        } else {
            answer.psd2Exemption = .transactionRiskAnalysis
        }
        record.preAuthorisation = Shared(answer)
        let secrets = isFull ? GatewayFixture.secrets() : GatewayFixture.secrets(code: "", name: "")
        return try SandboxGateway().request(for: operation, of: record, secrets: secrets)
    }

    /// The members of a body that hold no others, by dotted path.
    static func leaves(of body: ByteBuffer) throws -> [String: (type: String, value: String)] {
        guard body.count > 0 else { return [:] }
        let root = try JSONDocument(parsing: body).root
        var found: [String: (type: String, value: String)] = [:]
        func collect(_ value: JSONValue, _ path: String) {
            switch value.kind {
            case .object:
                for (name, member) in value.members { collect(member, path.isEmpty ? name.string : "\(path).\(name.string)") }
            case .array: for (index, element) in value.elements.enumerated() { collect(element, "\(path).\(index)") }
            case .string: found[path] = ("string", value.string ?? "")
            case .number: found[path] = (value.numberText?.contains(".") == true ? "number" : "integer", value.numberText ?? "")
            case .bool: found[path] = ("bool", value.bool == true ? "true" : "false")
            case .null: found[path] = ("null", "")
            }
        }
        collect(root, "")
        return found
    }
}
