/// Opens an authentication. PXP, integrated authentication, pre-initiate.
enum PXPPreInitiate {
    /// Authentications take a shorter site than everything else.
    static let longestSite = 10

    /// The request. Names differ from the transaction's: `amount` is singular and its value is `transactionValue`.
    static func request(for payment: PaymentRecord, defaults: PXPDefaults) throws(PaymentError) -> GatewayRequest {
        let data = payment.transaction.value
        let authentication = payment.authenticationData?.value ?? data.authentication ?? AuthenticationData()
        guard let amount = data.amount else { throw PXPRefusal.amount }
        let site = defaults.site(data)
        guard !site.isEmpty else { throw PXPRefusal.site }
        guard site.utf8.count <= longestSite else { throw PXPRefusal.siteTooLong }
        let callback = authentication.fingerprintCallbackURL
        let fingerprintCallback = callback.isEmpty ? defaults.fingerprintCallbackURL : callback
        guard !fingerprintCallback.isEmpty else { throw PXPRefusal.fingerprintCallback }
        let token = PXPToken.gatewayToken(of: payment)
        guard !token.isEmpty else { throw PXPRefusal.card }

        var writer = JSONWriter(capacity: 384)
        writer.beginObject()
        writer.key("amount")
        writer.beginObject()
        // What may be authorised later is bound by this amount, so it is the transaction's, not a lowered one.
        PXPAmount.write(amount.minorUnits, amount.currency, as: "transactionValue", to: &writer)
        PXPAmount.write(amount.currency, to: &writer)
        writer.endObject()
        writer.member("fingerprintCallbackUrl", fingerprintCallback)
        if authentication.providerId.isEmpty {
            // Without a provider the gateway picks one, for which it must know what will be asked for.
            writer.member("intent", data.intent?.name ?? "Authorisation")
        } else {
            writer.member("providerId", authentication.providerId)
        }
        let indicator = authentication.requestorAuthenticationIndicator
        if !indicator.isEmpty {
            writer.member("requestorAuthenticationIndicator", indicator)
        } else {
            writer.member("requestorAuthenticationIndicator", isSeries(authentication, data) ? "02" : "01" as StaticString)
        }
        writer.member("site", site)
        writer.key("card")
        writer.beginObject()
        writer.member("gatewayTokenId", token)
        writer.endObject()
        writer.endObject()
        return GatewayRequest(operation: .preInitiate, method: .post, path: PXPPath.authentications, body: writer.finish())
    }

    /// What the reply means.
    static func outcome(_ reply: GatewayReply) -> Outcome {
        switch PXPAnswer(reply, to: .preInitiate) {
        case .failed(let error): return .failed(error)
        case .refused(_, let body):
            return .failed(PXPFailure.refused(.preInitiateAuthenticationFailed, .preInitiate, body))
        case .success(let document):
            defer { withExtendedLifetime(document) {} }
            let root = document.view
            var answer = PreInitiation()
            answer.isSupported = root["threeDSecureSupported"]?.bool ?? true
            answer.authenticationId = PXPText.code(root["authenticationId"])
            guard !answer.isSupported || !answer.authenticationId.isEmpty else {
                return .failed(PXPFailure.incomplete("authenticationId", .preInitiate))
            }
            if let state = PXPAuthenticationState.read(root["state"]) {
                answer.state = state
            } else if answer.isSupported {
                return .failed(PXPFailure.incomplete("state", .preInitiate))
            }
            answer.scaMandated = root["scaMandated"]?.bool ?? false
            answer.applicableExemptions = PXPText.text(root["applicableExemptions"])
            answer.version = PXPText.code(root["threeDSecureVersion"])
            answer.fingerprintURL = PXPText.text(root["threeDSecureFingerprintUrl"])
            answer.fingerprintData = PXPText.text(root["threeDSecureFingerprintData"])
            answer.recommendedChallengeIndicator = indicator(root["recommendedChallengeIndicator"])
            return .preInitiated(answer)
        }
    }

    private static func isSeries(_ authentication: AuthenticationData, _ data: TransactionData) -> Bool {
        authentication.recurring != nil || data.recurring != nil
    }

    /// Two digits, whether the gateway says `3`, `"3"` or `"03"`.
    private static func indicator(_ value: JSONView?) -> String {
        let text = PXPText.code(value)
        return text.utf8.count == 1 ? "0" + text : text
    }
}

/// The card that a payment goes on with once it is a token.
enum PXPToken {
    static func gatewayToken(of payment: PaymentRecord) -> String {
        payment.token?.value.gatewayTokenId ?? payment.transaction.value.savedCard?.gatewayTokenId ?? ""
    }
}

/// The six states of an authentication on the wire.
enum PXPAuthenticationState {
    static func read(_ value: JSONView?) -> AuthenticationState? {
        guard let value else { return nil }
        for state in states where value.isString(state.name) { return state }
        return nil
    }

    private static let states = AuthenticationState.allCases
}
