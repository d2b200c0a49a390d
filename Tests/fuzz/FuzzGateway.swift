@testable import Countersign

extension FuzzTarget {
    private static let now: Int64 = 1_796_055_428_123
    private static let amount = try? Amount(minorUnits: 1_230, currency: Currency(code: "EUR"))

    private static func payment() -> PaymentRecord {
        var data = TransactionData()
        data.amount = amount
        data.intent = .authorisation
        data.merchantTransactionId = "ORDER-1"
        var record = PaymentRecord(id: "payment", transaction: data, hooks: HookSet())
        record.attempt.merchantTransactionId = "ORDER-1"
        var opened = PreInitiation()
        opened.authenticationId = "4a7c1f70-18f5-4b1f-9b3c-0c1d2e3f4a5b"
        record.preInitiation = Shared(opened)
        return record
    }

    /// Whatever a gateway answers: an outcome, and an error that says when.
    static let reply = FuzzTarget(name: "reply") { input, planted in
        var choices = Choices(input)
        let operation = Operation.allCases[choices.below(Operation.allCases.count)]
        let status = [200, 201, 400, 401, 404, 408, 500, 302][choices.below(8)]
        let body = ByteBuffer(copying: choices.remainder, isSecret: operation == .tokenise)
        let outcome = SandboxGateway().outcome(of: operation, reply: .answered(status: status, body: body), payment: payment())
        switch outcome {
        case .failed(let error): expect(!error.message.isEmpty, "a sentence")
        case .tokenised(let card): expect(!card.gatewayTokenId.isEmpty, "a token has a name")
        case .transaction(let reply):
            expect(status < 300 || reply.state == .failed, "what is refused has failed")
            if planted, operation == .technicalCancel, reply.state != .unrecognised { fail("planted") }
        default: break
        }
    }

    /// The requests that the gateway makes for that payment, each a place to begin from.
    private static let requests: [GatewayRequest] = {
        let secrets = PaymentSecrets()
        let card = CardEntry(arena: SecretArena())
        for (field, text) in [(CardField.number, "4111111111111111"), (.expiry, "03/30"), (.securityCode, "737")] {
            Array(text.utf8).withUnsafeBytes { card.set(field, to: $0) }
        }
        secrets.card = card
        var record = payment()
        record.submittedAt = now
        record.attempt.date = now
        record.authenticationData = Shared(AuthenticationData())
        record.token = Shared(TokenisedCard())
        return Operation.allCases.compactMap { try? SandboxGateway().request(for: $0, of: record, secrets: secrets) }
    }()

    /// Whatever the sandbox is sent: a reply in JSON.
    static let sandbox = FuzzTarget(name: "sandbox") { input, planted in
        var choices = Choices(input)
        var server = SandboxServer()
        var time = now
        var turns = 0
        while !choices.isEmpty, turns < 16 {
            turns += 1
            var request = requests[choices.below(requests.count)]
            let kind = choices.byte()
            if kind & 1 != 0 { request.path = patched(Array(request.path.utf8), &choices).text() }
            if kind & 2 != 0 { request.body = patched(request.body.withBytes { Array($0) }, &choices) }
            if kind & 4 != 0 { request.body = ByteBuffer(copying: choices.bytes(), isSecret: false) }
            if kind & 8 != 0 { request.method = kind & 16 != 0 ? .delete : .get }
            if kind & 32 != 0 { request.idempotencyKey = "key" }
            if kind & 64 != 0 { time += Int64(choices.byte()) * 60_000 }
            guard case .answered(let status, let answer) = server.handle(request, now: time).reply else { continue }
            expect(200..<600 ~= status, "the status \(status)")
            guard let document = try? JSONDocument(parsing: answer) else { fail("a reply that is no JSON") }
            expect(document.root.kind != .null, "a reply that says something")
            if planted, kind & 2 != 0, request.operation == .tokenise, status == 200 { fail("planted") }
        }
    }

    /// Some bytes in place of others.
    private static func patched(_ bytes: [UInt8], _ choices: inout Choices) -> ByteBuffer {
        let start = min(Int(choices.byte()) * 2, bytes.count)
        let end = min(start + Int(choices.byte() & 31), bytes.count)
        let changed = bytes[..<start] + Array(choices.bytes()) + bytes[end...]
        return Array(changed).withUnsafeBytes { ByteBuffer(copying: $0, isSecret: false) }
    }
}
