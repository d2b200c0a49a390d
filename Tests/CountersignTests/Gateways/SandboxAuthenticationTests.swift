import Testing

@testable import Countersign

@Suite("3-D Secure in the sandbox, by gateway and server alone")
struct SandboxAuthenticationTests {
    static let ids = SandboxCases.all.filter { $0.amountNumber == nil && $0.fault == nil }.map(\.id)

    private func row(_ id: String) throws -> SandboxCase { try #require(SandboxCases.all.first { $0.id == id }) }

    @Test("each path has its states, transStatus, ECI and value", arguments: ids)
    func path(id: String) throws {
        let row = try row(id)
        var flow = SandboxFlow(row)
        guard case .tokenised(let token) = try flow.tokenise() else {
            Issue.record("no token")
            return
        }
        #expect(token.brand == row.brand.description && token.fundingSource == row.issuer.fundingSource.description)
        #expect(token.issuerCountry == row.issuer.country.description)
        let number = row.number.description
        #expect(token.maskedNumber == "\(number.prefix(6))******\(number.suffix(4))")
        let outcome = try flow.authenticate()
        guard row.issuer.path != .notEnrolled else {
            guard case .preInitiated(let answer) = outcome else {
                Issue.record("not pre-initiated")
                return
            }
            #expect(!answer.isSupported && answer.fingerprintURL.isEmpty)
            return
        }
        let opened = try #require(flow.record.preInitiation?.value)
        #expect(
            opened.fingerprintURL.isEmpty == !row.issuer.hasMethod && opened.fingerprintData.isEmpty == !row.issuer.hasMethod)
        #expect(opened.scaMandated == row.issuer.scaMandated)
        #expect(opened.applicableExemptions == row.issuer.applicableExemptions.description)
        #expect(opened.recommendedChallengeIndicator == (row.issuer.recommendedChallengeIndicator == 4 ? "04" : ""))
        try finish(&flow, row)
    }

    /// From the answer to the initiation to the authentication's end.
    private func finish(_ flow: inout SandboxFlow, _ row: SandboxCase) throws {
        let full = row.brand.description == "mastercard" ? ("02", "01", "00") : ("05", "06", "07")
        let first = try #require(flow.record.authentication?.value)
        let isFrictionless = row.issuer.path == .challengeOnRequest && row.issuer.recommendedChallengeIndicator == 0
        switch row.issuer.path {
        case .challengeOnRequest where isFrictionless, .frictionless: expect(first, .successful, "Y", full.0)
        case .attempted: expect(first, .successful, "A", full.1)
        case .informational: expect(first, .successful, "I", full.2)
        case .failed: expect(first, .failed, "N", full.2)
        case .rejected: expect(first, .rejected, "R", full.2)
        case .unavailable: expect(first, .error, "U", full.2)
        case .decoupled, .decoupledFailing:
            expect(first, .pendingCustomerChallenge, "D", "")
            flow.now += 29_999
            _ = try flow.readBack()
            expect(try #require(flow.record.authentication?.value), .pendingCustomerChallenge, "D", "")
            flow.now += 1
            _ = try flow.readBack()
            let isApproved = row.issuer.path == .decoupled
            expect(
                try #require(flow.record.authentication?.value), isApproved ? .successful : .failed, isApproved ? "Y" : "N",
                isApproved ? full.0 : full.2)
        case .challengeHanging, .challengeExpiring:
            expect(first, .pendingCustomerChallenge, "C", "")
            #expect(flow.answerChallenge(.entersRightCode) == [.unknownChallenge])
            flow.now += 120_000
            _ = try flow.readBack()
            let after = try #require(flow.record.authentication?.value)
            #expect(after.state == (row.issuer.path == .challengeExpiring ? .failed : .pendingCustomerChallenge))
            #expect(after.challengeCancelIndicator == (row.issuer.path == .challengeExpiring ? "04" : ""))
        case .challenge, .challengeFailing, .challengeOnRequest:
            expect(first, .pendingCustomerChallenge, "C", "")
            try challenge(&flow, row, full)
        case .notEnrolled: break
        }
    }

    private func challenge(_ flow: inout SandboxFlow, _ row: SandboxCase, _ eci: (String, String, String)) throws {
        let request = try #require(flow.record.authentication?.value.challengeRequest)
        let answers = flow.answerChallenge(row.shopper)
        let tries = answers.dropLast().map { $0 }
        #expect(tries == (0..<tries.count).map { .tryAgain(triesLeft: 2 - $0) })
        guard case .finished(let response) = answers.last else {
            Issue.record("the challenge is not finished")
            return
        }
        let isRight =
            row.issuer.path != .challengeFailing && [.entersRightCode, .entersWrongThenRightCode].contains(row.shopper)
        let message = try #require(Base64.decode(response, alphabet: .url, padding: .forbidden))
        let cres = try message.withUnsafeBytes { try JSONDocument(parsing: $0) }.root
        #expect(cres["messageType"]?.string == "CRes" && cres["messageVersion"]?.string == "2.2.0")
        #expect(cres["transStatus"]?.string == (isRight ? "Y" : "N") && cres["challengeCompletionInd"]?.string == "Y")
        #expect(cres["threeDSServerTransID"]?.string == flow.record.preInitiation?.value.authenticationId)
        let creq = try #require(Base64.decode(request, alphabet: .url, padding: .forbidden))
        let asked = try creq.withUnsafeBytes { try JSONDocument(parsing: $0) }.root
        #expect(asked["messageType"]?.string == "CReq" && asked["challengeWindowSize"]?.string == "05")
        #expect(asked["acsTransID"]?.string == cres["acsTransID"]?.string)
        _ = try flow.readBack()
        let after = try #require(flow.record.authentication?.value)
        expect(after, isRight ? .successful : .failed, isRight ? "Y" : "N", isRight ? eci.0 : eci.2)
        #expect(after.challengeCancelIndicator == (row.shopper == .cancels ? "01" : ""))
        // A challenge that is over takes no further answer.
        flow.record.authentication = Shared(
            { () -> AuthenticationReply in
                var open = after
                open.challengeRequest = request
                return open
            }())
        #expect(flow.answerChallenge(.entersRightCode) == [.unknownChallenge])
        #expect(flow.answerChallenge(.cancels) == [.unknownChallenge])
    }

    private func expect(_ reply: AuthenticationReply, _ state: AuthenticationState, _ status: String, _ eci: String) {
        #expect(reply.state == state && reply.transStatus == status && reply.eci == eci)
        let hasValue = status == "Y" || status == "A"
        #expect(reply.authenticationValue.isEmpty == !hasValue)
        if hasValue { #expect(Base64.decode(reply.authenticationValue)?.count == 20) }
        #expect(!reply.directoryServerTransactionId.isEmpty && reply.version == "2.2.0")
    }

    @Test("a challenge of another server, or no challenge at all, is not known")
    func unknownChallenges() throws {
        var flow = SandboxFlow(try row("challenge"))
        _ = try flow.tokenise()
        _ = try flow.authenticate()
        let request = try #require(flow.record.authentication?.value.challengeRequest)
        var options = SandboxOptions()
        options.seed = 2
        var other = SandboxServer(options: options)
        for text in [request, "", "eyJ9", "*", String(request.dropLast(8))] {
            #expect(withUTF8Bytes(text) { other.acsCancel(challengeRequest: $0) } == .unknownChallenge)
            if text != request {
                #expect(withUTF8Bytes(text) { flow.server.acsCancel(challengeRequest: $0) } == .unknownChallenge)
            }
        }
        #expect(withUTF8Bytes("x") { flow.server.acsMethodNotification(fingerprintData: $0) } == nil)
    }

    @Test("a soft decline is approved once the shopper has passed a challenge, and at its own brand only")
    func softDeclines() throws {
        for (id, code) in [("soft_decline", "1A"), ("soft_decline_mastercard", "65")] {
            var flow = SandboxFlow(try row(id))
            _ = try flow.tokenise()
            for attempt in 1...2 {
                flow.record.attempt.number = attempt
                flow.record.attempt.merchantTransactionId = "ORDER-1-\(attempt)"
                flow.record.attempt.idempotencyKey = "key-\(attempt)"
                _ = try flow.authenticate()
                if attempt == 2 { #expect(flow.answerChallenge(.entersRightCode).count == 1) }
                _ = try flow.readBack()
                guard case .transaction(let reply) = try flow.perform(.authorise) else {
                    Issue.record("no answer")
                    return
                }
                #expect(
                    reply.state == (attempt == 1 ? .refused : .authorised) && reply.providerCode == (attempt == 1 ? code : "00")
                )
            }
        }
        // The other brand's code is a plain decline, challenge or not.
        for (id, amount, state) in [
            ("challenge", 990_065, TransactionState.refused), ("challenge_mastercard", 990_065, .authorised),
            ("challenge", 990_100, .authorised),
            ("challenge_mastercard", 990_100, .refused),
        ] {
            var flow = SandboxFlow(try row(id))
            flow.record = GatewayFixture.record(GatewayFixture.transaction(Int64(amount)))
            _ = try flow.tokenise()
            _ = try flow.authenticate()
            _ = flow.answerChallenge(.entersRightCode)
            _ = try flow.readBack()
            guard case .transaction(let reply) = try flow.perform(.authorise) else {
                Issue.record("no answer")
                return
            }
            #expect(reply.state == state, "\(id) \(amount)")
        }
    }

    @Test("a fault of the table hits its request and no other")
    func faults() throws {
        for row in SandboxCases.all {
            guard let fault = row.fault, fault.operation != .authorise, fault.operation != .readBack else { continue }
            var flow = SandboxFlow(row)
            var outcome = try flow.tokenise()
            if fault.operation != .tokenise { outcome = try flow.authenticate() }
            guard case .failed(let error) = outcome else {
                Issue.record("\(row.id) fails at nothing")
                continue
            }
            let when: FailureTime =
                switch fault.kind {
                case .notSent: .notSent
                case .refused, .hollow: .answered
                default: .unknown
                }
            #expect(error.when == when, "\(row.id)")
        }
    }
}
