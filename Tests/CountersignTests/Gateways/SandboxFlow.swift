@testable import Countersign

/// The staged flow by hand, without the payment machine: gateway, server and issuer's page, one request after the other.
struct SandboxFlow {
    var server: SandboxServer
    let gateway: SandboxGateway
    var record: PaymentRecord
    let secrets: PaymentSecrets
    var now = GatewayFixture.now
    private(set) var requests: [GatewayRequest] = []

    init(_ row: SandboxCase, options: SandboxOptions = SandboxOptions(), reference: String = "ORDER-1") {
        server = SandboxServer(options: options)
        gateway = SandboxGateway(options: options)
        record = GatewayFixture.record(GatewayFixture.transaction(row.amountMinor), reference: reference)
        secrets = GatewayFixture.secrets(number: row.number.description, code: row.brand.description == "amex" ? "7373" : "737")
    }

    /// Makes one request, lets the server answer and the gateway read.
    mutating func perform(_ operation: Countersign.Operation) throws -> Outcome {
        let request = try gateway.request(for: operation, of: record, secrets: secrets)
        requests.append(request)
        let delivery = server.handle(request, now: now)
        now += delivery.delay
        return gateway.outcome(of: operation, reply: delivery.reply, payment: record)
    }

    /// Tokenises and puts the token in the record; the outcome is given for what goes wrong.
    mutating func tokenise() throws -> Outcome {
        let outcome = try perform(.tokenise)
        if case .tokenised(let token) = outcome { record.token = Shared(token) }
        return outcome
    }

    /// Opens an authentication, and goes on with it where it is supported. The outcome is the last one.
    mutating func authenticate() throws -> Outcome {
        let opened = try perform(.preInitiate)
        guard case .preInitiated(let answer) = opened else { return opened }
        record.preInitiation = Shared(answer)
        guard answer.isSupported else { return opened }
        if !answer.fingerprintURL.isEmpty {
            var fingerprint = FingerprintReply()
            let notification = withUTF8Bytes(answer.fingerprintData) { server.acsMethodNotification(fingerprintData: $0) }
            fingerprint.isCompleted = notification != nil
            fingerprint.notification = notification ?? ""
            record.fingerprint = Shared(fingerprint)
        }
        let outcome = try perform(.authenticate)
        if case .authentication(let reply) = outcome { record.authentication = Shared(reply) }
        return outcome
    }

    mutating func readBack() throws -> Outcome {
        let outcome = try perform(.readBack)
        if case .authentication(let reply) = outcome { record.authentication = Shared(reply) }
        return outcome
    }

    /// Plays the shopper at the issuer's page of the open challenge.
    mutating func answerChallenge(_ shopper: SandboxCase.Shopper) -> [SandboxAcsAnswer] {
        guard let request = record.authentication?.value.challengeRequest else { return [] }
        func enter(_ code: String) -> SandboxAcsAnswer {
            withUTF8Bytes(request) { request in
                withUTF8Bytes(code) { server.acsAnswer(challengeRequest: request, code: $0) }
            }
        }
        switch shopper {
        case .entersRightCode: return [enter("1234")]
        case .entersWrongThenRightCode: return [enter("0000"), enter("1234")]
        case .entersWrongCodes: return [enter("0000"), enter("12345"), enter("")]
        case .cancels: return [withUTF8Bytes(request) { server.acsCancel(challengeRequest: $0) }]
        case .nothing, .staysSilent, .approvesElsewhere, .methodStaysSilent: return []
        }
    }
}
