/// 3-D Secure: the gateway's side of it. The issuer's side is in the ACS. PXP, integrated authentication.
extension SandboxServer {
    /// An authentication, from the pre-initiation on.
    struct Authentication: Sendable {
        var card: Int
        var caseIndex: UInt16
        var amount: Int64
        var currency: Currency
        var state = AuthenticationState.pendingClientData
        /// EMV 3-D Secure transStatus as an ASCII letter; 0: none yet.
        var status: UInt8 = 0
        /// 1: the shopper cancelled; 4: the ACS timed out; 0: neither.
        var cancelIndicator: UInt8 = 0
        var triesLeft: UInt8 = 3
        var wasChallenged = false
        var windowSize: UInt8 = 5
        /// When the challenge was opened, or the decoupled authentication begun.
        var openedAt: Int64 = 0
        var readBacks: UInt8 = 0
    }

    static let intents: [StaticString] = [
        "Authorisation", "Purchase", "Payout", "EstimatedAuthorisation", "Verification", "Refund", "Void", "Capture",
        "Incremental",
        "StandaloneRefund",
    ]
    private static let decoupledDuration: Int64 = 30_000
    private static let acsTimeout: Int64 = 120_000

    // MARK: Pre-initiate

    mutating func preInitiate(_ body: ByteBuffer, _ now: Int64) throws(SandboxRefusal) -> GatewayReply {
        let document = try object(body)
        defer { withExtendedLifetime(document) {} }
        let root = document.view
        let amount = try SandboxField.object(root["amount"], "amount")
        let currency = try SandboxField.currency(amount["currencyCode"], "amount.currencyCode")
        let value = try SandboxField.amount(amount["transactionValue"], currency, "amount.transactionValue")
        let callback = try SandboxField.url(root["fingerprintCallbackUrl"], "fingerprintCallbackUrl")
        if try SandboxField.optionalText(root["providerId"], "providerId", 0...36) == nil {
            _ = try SandboxField.choice(root["intent"], "intent", Self.intents)
        }
        try SandboxField.optionalDigits(root["requestorAuthenticationIndicator"], "requestorAuthenticationIndicator", 0...2)
        _ = try SandboxField.text(root["site"], "site", 1...PXPPreInitiate.longestSite)
        let reference = try SandboxField.object(root["card"], "card")
        let cardNumber = try cardNumber(reference["gatewayTokenId"], "card.gatewayTokenId")
        guard let card = cards[cardNumber] else { throw .noToken }

        let fault = fault(of: card, at: .preInitiate)
        if let reply = fault?.before(self) { return reply }
        let issuer = SandboxCases.all[Int(card.caseIndex)].issuer
        let number = authentications.append(
            Authentication(card: cardNumber, caseIndex: card.caseIndex, amount: value, currency: currency)
        ).number
        let isSupported = issuer.path != .notEnrolled
        var writer = JSONWriter(capacity: 768)
        writer.beginObject()
        identifiers.identifier(.authentication, number).write("authenticationId", to: &writer)
        writer.member("state", AuthenticationState.pendingClientData.name)
        writer.member("scaMandated", issuer.scaMandated)
        writer.member("applicableExemptions", issuer.applicableExemptions)
        writer.member("threeDSecureVersion", "2.2.0" as StaticString)
        writer.member("threeDSecureSupported", isSupported)
        if isSupported, issuer.hasMethod {
            writer.member("threeDSecureFingerprintUrl", "https://acs.sandbox.invalid/method" as StaticString)
            writeMethodData(number, callback, to: &writer)
        } else {
            writer.member("threeDSecureFingerprintUrl", "" as StaticString)
            writer.member("threeDSecureFingerprintData", "" as StaticString)
        }
        writer.key("recommendedChallengeIndicator")
        if issuer.recommendedChallengeIndicator > 0 {
            writer.int(Int64(issuer.recommendedChallengeIndicator))
        } else {
            writer.null()
        }
        writer.endObject()
        let reply = writer.finish()
        return fault?.after(reply) ?? .answered(status: 200, body: reply)
    }

    private func writeMethodData(_ number: Int, _ callback: JSONView, to writer: inout JSONWriter) {
        var data = JSONWriter(capacity: 256)
        data.beginObject()
        identifiers.identifier(.authentication, number).write("threeDSServerTransID", to: &data)
        data.member("threeDSMethodNotificationURL", callback.value)
        data.endObject()
        data.finish().withBytes { PublicBase64.write($0, as: "threeDSecureFingerprintData", to: &writer) }
    }

    // MARK: Initiate

    mutating func initiate(
        _ id: SandboxIdentifiers.Identifier?, _ body: ByteBuffer, _ now: Int64
    ) throws(SandboxRefusal) -> GatewayReply {
        guard let number = authenticationNumber(id), let row = authentications[number] else { throw .noAuthentication }
        let document = try object(body)
        defer { withExtendedLifetime(document) {} }
        let root = document.view
        try SandboxInitiation.check(root, authentication: identifiers.identifier(.authentication, number))
        guard row.state == .pendingClientData, let card = cards[row.card] else {
            throw SandboxRefusal(
                status: 409, code: "AUTHENTICATION_STATE", reason: "The authentication has been initiated already.")
        }
        let issuer = SandboxCases.all[Int(row.caseIndex)].issuer
        guard issuer.path != .notEnrolled else {
            throw SandboxRefusal(status: 409, code: "AUTHENTICATION_STATE", reason: "The card does not support 3-D Secure.")
        }
        let fault = fault(of: card, at: .authenticate)
        if let reply = fault?.before(self) { return reply }
        let indicator = root["requestorChallengeIndicator"]
        let asksForChallenge = indicator?.isString("03") == true || indicator?.isString("04") == true
        let windowSize = UInt8(truncatingIfNeeded: root["challengeWindowSize"]?.int64 ?? 5)
        _ = authentications.update(number) { row in
            row.windowSize = windowSize
            row.openedAt = now
            switch issuer.path {
            case .frictionless: row.end("Y")
            case .attempted: row.end("A")
            case .failed: row.end("N")
            case .rejected: row.end("R")
            case .unavailable: row.end("U")
            case .informational: row.end("I")
            case .challenge, .challengeFailing, .challengeHanging, .challengeExpiring: row.ask("C")
            case .decoupled, .decoupledFailing: row.ask("D")
            case .challengeOnRequest: asksForChallenge ? row.ask("C") : row.end("Y")
            case .notEnrolled: break
            }
        }
        let reply = authenticationReply(number)
        return fault?.after(reply) ?? .answered(status: 200, body: reply)
    }

    // MARK: Read back

    mutating func readBack(_ id: SandboxIdentifiers.Identifier?, _ now: Int64) throws(SandboxRefusal) -> GatewayReply {
        guard let number = authenticationNumber(id), let row = authentications[number], let card = cards[row.card] else {
            throw .noAuthentication
        }
        let issuer = SandboxCases.all[Int(row.caseIndex)].issuer
        _ = authentications.update(number) { row in
            row.readBacks &+= row.readBacks < .max ? 1 : 0
            guard row.state == .pendingCustomerChallenge else { return }
            switch issuer.path {
            case .decoupled where now >= row.openedAt &+ Self.decoupledDuration: row.end("Y")
            case .decoupledFailing where now >= row.openedAt &+ Self.decoupledDuration: row.end("N")
            case .challengeExpiring where now >= row.openedAt &+ Self.acsTimeout: row.end("N", cancelIndicator: 4)
            default: break
            }
        }
        let fault = fault(of: card, at: .readBack)
        let isHit = fault.map { !$0.isOnce || row.readBacks == 0 } ?? false
        if isHit, let reply = fault?.before(self) { return reply }
        let reply = authenticationReply(number)
        return isHit ? fault?.after(reply) ?? .answered(status: 200, body: reply) : .answered(status: 200, body: reply)
    }

    /// The number of an authentication that is held.
    func authenticationNumber(_ id: SandboxIdentifiers.Identifier?) -> Int? {
        guard let id, let number = identifiers.number(.authentication, of: id), authentications.holds(number) else {
            return nil
        }
        return number
    }

    private func authenticationReply(_ number: Int) -> ByteBuffer {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        guard let row = authentications[number], let card = cards[row.card] else { return writer.finish() }
        identifiers.identifier(.authentication, number).write("authenticationId", to: &writer)
        writer.member("state", row.state.name)
        writer.member("threeDSecureVersion", "2.2.0" as StaticString)
        identifiers.identifier(.directoryServer, number).write("directoryServerTransactionId", to: &writer)
        withUnsafeBytes(of: row.status) { writer.member("transactionStatus", bytes: $0) }
        if row.status == UInt8(ascii: "C") {
            if row.state == .pendingCustomerChallenge {
                writer.member("threeDSecureChallengeUrl", "https://acs.sandbox.invalid/challenge" as StaticString)
                writeChallengeRequest(number, row, to: &writer)
            }
        } else if row.status == UInt8(ascii: "Y") || row.status == UInt8(ascii: "A") {
            writer.member(
                "electronicCommerceIndicator", row.status == UInt8(ascii: "Y") ? card.brand.eci.full : card.brand.eci.attempt)
            writeAuthenticationValue(number, to: &writer)
        } else if row.state != .pendingCustomerChallenge {
            writer.member("electronicCommerceIndicator", card.brand.eci.none)
            writer.member("transactionStatusReason", row.cancelIndicator == 4 ? "14" : "01" as StaticString)
        }
        if row.cancelIndicator > 0 {
            writer.member("challengeCancelIndicator", row.cancelIndicator == 1 ? "01" : "04" as StaticString)
        }
        writer.endObject()
        return writer.finish()
    }

    /// A CAVV: 20 bytes in Base64.
    private func writeAuthenticationValue(_ number: Int, to writer: inout JSONWriter) {
        let id = identifiers.identifier(.value, number)
        let words = (id.high, id.low, UInt32(truncatingIfNeeded: identifiers.bits(.value, number)))
        withUnsafeBytes(of: words) { bytes in
            PublicBase64.write(
                UnsafeRawBufferPointer(rebasing: bytes.prefix(20)), as: "cardholderAuthenticationVerificationValue", to: &writer
            )
        }
    }
}

extension SandboxServer.Authentication {
    /// The end of it: Y, A and I authenticate, N fails, R rejects, U could not be done.
    mutating func end(_ letter: Unicode.Scalar, cancelIndicator indicator: UInt8 = 0) {
        status = UInt8(truncatingIfNeeded: letter.value)
        cancelIndicator = indicator
        switch letter {
        case "Y", "A", "I": state = .successful
        case "N": state = .failed
        case "R": state = .rejected
        default: state = .error
        }
    }

    /// A challenge (C), or a decoupled authentication (D).
    mutating func ask(_ letter: Unicode.Scalar) {
        status = UInt8(truncatingIfNeeded: letter.value)
        state = .pendingCustomerChallenge
    }
}
