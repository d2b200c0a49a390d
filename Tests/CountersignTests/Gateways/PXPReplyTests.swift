import Testing

@testable import Countersign

@Suite("Replies of PXP are read field by field, and believed only when whole")
struct PXPReplyTests {
    private func payment() -> PaymentRecord {
        var record = GatewayFixture.record(GatewayFixture.transaction(1_230))
        var opened = PreInitiation()
        opened.authenticationId = PXPRequestTests.authenticationId
        record.preInitiation = Shared(opened)
        return record
    }

    private func outcome(_ operation: Countersign.Operation, _ status: Int, _ body: String) -> Outcome {
        SandboxGateway().outcome(of: operation, reply: .answered(status: status, body: ByteBuffer(body)), payment: payment())
    }

    /// The members of what an outcome carries, as text; empty ones are left out.
    private func members(of outcome: Outcome) -> [String: String] {
        guard let carried = Mirror(reflecting: outcome).children.first?.value else { return [:] }
        var found: [String: String] = [:]
        for (label, value) in Mirror(reflecting: carried).children {
            var value = value
            if let inner = Mirror(reflecting: value).children.first, Mirror(reflecting: value).displayStyle == .optional {
                value = inner.value
            }
            let text = "\(value)"
            if let label, !text.isEmpty, text != "nil" { found[label] = text }
        }
        return found
    }

    @Test(
        "each field is read from its own member",
        arguments: [Countersign.Operation.tokenise, .preInitiate, .authenticate, .readBack, .authorise, .lookUp])
    func fields(operation: Countersign.Operation) throws {
        let row = try #require(try VectorFile.json("pxp/replies.json").member("\(operation)"))
        let body = try #require(row["body"]).withText { String(decoding: $0, as: UTF8.self) }
        let found = members(of: outcome(operation, 200, body))
        var expected: [String: String] = [:]
        for (name, value) in try #require(row["expect"]).members { expected[name.string] = value.string }
        #expect(found == expected)
    }

    @Test("the twelve states of a transaction, and any other")
    func states() {
        let states: [(String, TransactionState)] = [
            ("Authorised", .authorised), ("Refused", .refused), ("Cancelled", .cancelled), ("Captured", .captured),
            ("Error", .failed),
            ("Executed", .authorised), ("Confirmed", .authorised), ("Pending", .pending), ("Refunded", .refunded),
            ("Updated", .unrecognised), ("Rejected", .refused), ("Approved", .authorised), ("authorised", .unrecognised),
            ("Settling", .unrecognised),
        ]
        for (name, state) in states {
            guard case .transaction(let reply) = outcome(.authorise, 200, #"{"state":"\#(name)"}"#) else {
                Issue.record("\(name) is no transaction")
                continue
            }
            #expect(reply.state == state && reply.stateName == name)
        }
    }

    @Test("a reply counts for the money it names: authorised amount, transaction's amount, partial approval")
    func amounts() {
        let rows: [(String, Int64?, Bool)] = [
            (#""amounts":{"transactionValue":12.30,"currencyCode":"EUR"}"#, 1_230, false),
            (#""amounts":{"transaction":12.3,"currencyCode":"EUR"}"#, 1_230, false),
            (#""amounts":{"transactionValue":12.3000,"currencyCode":"EUR"}"#, 1_230, false),
            (#""amounts":{"transactionValue":12.301,"currencyCode":"EUR"}"#, nil, false),
            (#""amounts":{"transactionValue":1.23e1,"currencyCode":"EUR"}"#, nil, false),
            (#""amounts":{"transactionValue":"12.30","currencyCode":"EUR"}"#, nil, false),
            (#""amounts":{"transactionValue":-12.30,"currencyCode":"EUR"}"#, nil, false),
            (#""amounts":{"transactionValue":1230.0,"currencyCode":"JPY"}"#, 1_230, false),
            (#""amounts":{"currencyCode":"EUR"}"#, nil, false),
            (#""amounts":{"transactionValue":12.30}"#, nil, false),
            (#""amounts":{"transactionValue":12.30,"currencyCode":"???"}"#, nil, false),
            // Of two amounts the one that is not what was asked for.
            (
                #""amounts":{"transactionValue":12.30,"currencyCode":"EUR"},"providerResponse":{"authorisedAmount":99}"#, 9_900,
                false
            ),
            (
                #""amounts":{"transactionValue":99,"currencyCode":"EUR"},"providerResponse":{"authorisedAmount":12.30}"#, 9_900,
                false
            ),
            (
                #""amounts":{"transaction":12.3,"currencyCode":"EUR"},"#
                    + #""providerResponse":{"code":"10","authorisedAmount":6.15}"#,
                615,
                true
            ),
            (
                #""stateData":{"code":"CRD006"},"amounts":{"currencyCode":"EUR"},"providerResponse":{"authorisedAmount":6}"#,
                600, true
            ),
        ]
        for (members, amount, isPartial) in rows {
            guard case .transaction(let reply) = outcome(.lookUp, 200, #"{"state":"Authorised",\#(members)}"#) else {
                Issue.record("\(members) is no transaction")
                continue
            }
            #expect(reply.amount == amount && reply.isPartialApproval == isPartial, "\(members)")
        }
    }

    @Test("an empty merchantAdvice or stateData says nothing, and a bare response code is a state code")
    func emptyObjects() {
        let body = #"{"state":"Refused","stateData":{"code":"05"},"fundingData":{"providerResponse":{"merchantAdvice":{}}}}"#
        guard case .transaction(let reply) = outcome(.authorise, 200, body) else {
            Issue.record("no transaction")
            return
        }
        #expect(reply.merchantAdviceCode.isEmpty && reply.stateCode == "05" && reply.stateMessage.isEmpty)
        guard case .transaction(let empty) = outcome(.authorise, 200, #"{"state":"Pending","stateData":{}}"#) else {
            Issue.record("no transaction")
            return
        }
        #expect(empty.stateCode.isEmpty && empty.state == .pending)
    }

    // MARK: Errors

    @Test("each failure is placed in time and has its documented code", arguments: Countersign.Operation.allCases)
    func failures(operation: Countersign.Operation) throws {
        let gateway = SandboxGateway()
        func error(_ reply: GatewayReply) throws -> PaymentError {
            guard case .failed(let error) = gateway.outcome(of: operation, reply: reply, payment: payment()) else {
                throw VectorFile.Missing(path: "\(operation) does not fail for \(reply)")
            }
            #expect(error.message.hasSuffix("."), "\(error.message)")
            return error
        }
        for fault in [TransportFault.resolve, .connect, .tls, .timeout, .reset, .truncated] {
            let notSent = try error(.notSent(fault))
            #expect(notSent.code == .networkException && notSent.when == .notSent)
            let unknown = try error(.unknown(fault))
            #expect(unknown.when == .unknown && unknown.code == (fault == .timeout ? .gatewayTimeout : .networkException))
        }
        let body = ByteBuffer(#"{"errorCode":"X"}"#)
        let statuses: [(Int, ErrorCode)] = [
            (408, .gatewayTimeout), (500, .unexpected), (502, .serviceUnavailable), (503, .serviceUnavailable),
            (504, .gatewayTimeout),
            (302, .responseInvalid), (100, .responseInvalid),
        ]
        for (status, code) in statuses {
            for body in [.empty, body] {
                let error = try error(.answered(status: status, body: body))
                #expect(error.code == code && error.when == .unknown, "status \(status)")
            }
        }
        for status in [401, 403] {
            for body in [.empty, body] {
                let error = try error(.answered(status: status, body: body))
                #expect(error.code == .unauthorised && error.when == .answered, "status \(status)")
            }
        }
        // Neither an answer nor a refusal: nothing that can be read, something else than an object, or a member twice.
        for text in [
            "", "{", "null", "[]", "\"x\"", "<html>not found</html>", #"{"state":"Authorised","state":"Refused"}"#, "{}\u{0}",
        ] {
            for status in [200, 400, 404] {
                let error = try error(.answered(status: status, body: ByteBuffer(text)))
                #expect(error.code == .responseInvalid && error.when == .unknown, "status \(status) with \(text)")
            }
        }
    }

    @Test("a refusal with an error body is a failed transaction, and an answered error everywhere else")
    func refusals() {
        let body = #"{"errorCode":"VALIDATION","errorReason":"Bad amount","field":"amounts.transaction","correlationId":"c-1"}"#
        guard case .transaction(let reply) = outcome(.authorise, 422, body) else {
            Issue.record("a refused authorisation is no failed transaction")
            return
        }
        #expect(reply.state == .failed && reply.errorCode == "VALIDATION" && reply.errorReason == "Bad amount")
        #expect(reply.correlationId == "c-1")
        let codes: [(Countersign.Operation, Int, ErrorCode)] = [
            (.tokenise, 400, .tokenVaultException), (.preInitiate, 400, .preInitiateAuthenticationFailed),
            (.authenticate, 400, .gatewayRefusedRequest), (.authenticate, 404, .authenticationFailed),
            (.readBack, 404, .authenticationFailed), (.lookUp, 400, .gatewayRefusedRequest),
            (.technicalCancel, 400, .gatewayRefusedRequest),
        ]
        for (operation, status, code) in codes {
            guard case .failed(let error) = outcome(operation, status, body) else {
                Issue.record("\(operation) is not failed")
                continue
            }
            #expect(error.code == code && error.when == .answered && error.correlationId == "c-1", "\(operation)")
            #expect(error.field == "amounts.transaction" && error.providerCode == "VALIDATION", "\(operation)")
        }
        for operation in [Countersign.Operation.lookUp, .technicalCancel] {
            guard case .notFound = outcome(operation, 404, body) else {
                Issue.record("404 is not notFound for \(operation)")
                continue
            }
        }
    }

    @Test("a conflict at the authorisation may mean that an earlier sending went through: unknown, not failed")
    func conflict() {
        guard case .failed(let error) = outcome(.authorise, 409, #"{"errorCode":"DUPLICATE"}"#) else {
            Issue.record("409 is not failed")
            return
        }
        #expect(error.when == .unknown)
    }

    @Test("nothing that the vault says about a card's number comes through")
    func vaultText() {
        let body = #"{"errorCode":"4111 1111 1111 1111","errorReason":"4111111111111111 is not valid"}"#
        let ids = #"{"errorCode":"4111111111111111","field":"4111111111111111","correlationId":"4111111111111111"}"#
        for (status, body) in [(400, body), (400, ids), (401, ids), (200, ids)] {
            guard case .failed(let error) = outcome(.tokenise, status, body) else {
                Issue.record("not failed")
                continue
            }
            #expect(!"\(error)".contains("4111"))
        }
    }

    @Test("an authentication of somebody else, or one left open without a page, is no answer")
    func authentications() {
        let other = #"{"authenticationId":"bbbbbbbb-bbbb-4ccc-8ddd-eeeeeeeeeeee","state":"AuthenticationSuccessful"}"#
        let pageless = #"{"state":"PendingCustomerChallenge","transactionStatus":"C"}"#
        for (operation, body) in [(Countersign.Operation.readBack, other), (.authenticate, other), (.authenticate, pageless)] {
            guard case .failed(let error) = outcome(operation, 200, body) else {
                Issue.record("\(body) is believed")
                continue
            }
            #expect(error.code == .responseInvalid && error.when == .unknown)
        }
        guard
            case .authentication(let reply) = outcome(
                .authenticate, 200, #"{"state":"PendingCustomerChallenge","transactionStatus":"D"}"#)
        else {
            Issue.record("a decoupled authentication needs no page")
            return
        }
        #expect(reply.transStatus == "D")
        for name in ["acsUrl", "threeDSecureChallengeUrl"] {
            let data = name == "acsUrl" ? "creq" : "threeDSecureChallengeData"
            let body = #"{"state":"PendingCustomerChallenge","transactionStatus":"C","\#(name)":"https://x","\#(data)":"eyJ9"}"#
            guard case .authentication(let reply) = outcome(.authenticate, 200, body) else {
                Issue.record("\(name) is not read")
                continue
            }
            #expect(reply.challengeURL == "https://x" && reply.challengeRequest == "eyJ9")
        }
    }

    @Test("a card that does not support 3-D Secure needs neither id nor state")
    func notSupported() {
        guard case .preInitiated(let answer) = outcome(.preInitiate, 200, #"{"threeDSecureSupported":false}"#) else {
            Issue.record("not read")
            return
        }
        #expect(!answer.isSupported)
        guard case .failed = outcome(.preInitiate, 200, #"{"state":"PendingClientData"}"#) else {
            Issue.record("an authentication without an id is believed")
            return
        }
    }
}
