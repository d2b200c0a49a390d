/// Fields of what the asked hooks may answer, one table each.
public enum HookReplyFields {
    /// `onGetCredentials`. The keys come beside it, as bytes.
    public static let credentials = FieldTable<CredentialsReply>(
        [.text("sessionId", \.sessionId, .text(0...FieldLimits.sessionId))], hints: [TransactionFields.secrets])

    /// `onGetShopper`.
    public static let shopper = PersonFields.shopper

    /// `merchantTransactionDate`.
    public static let date = FieldTable<DateReply>([
        Field("merchantTransactionDate", .timestamp) {
            $0.date = $1.int
        } read: {
            $0.date.map { .text(Timestamp.text($0)) } ?? .none
        }
    ])

    /// `onPreInitiateAuthentication`.
    public static let preInitiation = FieldTable<PreInitiationReply>([
        .text("providerId", \.providerId, .text(0...36)),
        .text(
            "requestorAuthenticationIndicator", \.requestorAuthenticationIndicator,
            .choice(AuthenticationFields.authenticationIndicators)),
        .seconds("timeout", \.timeout, FieldLimits.timeout, absent: 0),
    ])

    /// `onPresentFingerprint`. A notification by itself says that the fingerprint is completed.
    public static let fingerprint = FieldTable<FingerprintReply>(
        [
            .flag("completed", \.isCompleted),
            Field("notification", .base64url(max: FieldLimits.fingerprintNotification)) {
                $0.notification = $1.text
                if !$1.text.isEmpty { $0.isCompleted = true }
            } read: {
                .shown($0.notification)
            },
        ], groups: [FieldGroup("browserData", \.browserData, BrowserFields.table, blank: BrowserData())])

    /// `onPreAuthentication`.
    public static let preAuthentication = AuthenticationFields.initiationTable

    /// `onPreAuthorisation`.
    public static let preAuthorisation = FieldTable<PreAuthorisationReply>(
        [
            TransactionFields.exemption("psd2Data.scaExemption", \.psd2Exemption),
            .json("riskScreeningData", \.riskScreeningData, RiskScreeningSchema.schema),
            .json("metadata", \.metadata, MetadataSchema.schema),
            Field("amount", .decimal, code: .amountInvalid) {
                $0.amountEntry = $1.text.isEmpty ? .none : .decimal($1.text)
            } read: {
                $0.amountEntry.decimal
            },
            Field("amountMinor", .int(FieldLimits.minorUnits), code: .amountInvalid) {
                $0.amountEntry = $1.int.map { .minorUnits($0) } ?? .none
            } read: {
                $0.amountEntry.minorUnits
            },
            Field("threeDSecureData", .json(JSONSchema("an object", .anyObject))) {
                if case .json = $1 { $0.ignoresThreeDSecureData = true } else { $0.ignoresThreeDSecureData = false }
            } read: { _ in
                .none
            },
        ], exclusive: [("amount", "amountMinor")])

    /// Answers that are only yes or no.
    private static let decision = FieldTable<HookDecision>([])

    /// The reply of an asked hook from JSON.
    ///
    /// - Parameters:
    ///   - hook: The hook that was asked.
    /// - json: The answer's object; nil where the host only said to proceed. `merchantTransactionDate` also takes a time by
    ///   itself.
    ///   - currency: The payment's, in which `onPreAuthorisation` may lower the amount.
    ///   - configured: What `onPreAuthentication` may leave out.
    /// - Throws: `FIELD_UNKNOWN`, `FIELD_INVALID` or `AMOUNT_INVALID`, with the field's dotted path.
    public static func reply(
        for hook: HookPoint, json: JSONValue?, currency: Currency?, configured: AuthenticationData? = nil
    ) throws(PaymentError) -> HookReply {
        let json = json.flatMap { $0.isNull ? nil : $0 }
        switch hook {
        case .onGetCredentials: return .credentials(try filled(CredentialsReply(), credentials, json))
        case .onGetShopper: return json == nil ? .none : .shopper(try filled(Shopper(), shopper, json))
        case .merchantTransactionDate:
            var reply = DateReply()
            if let json, json.kind != .object {
                let value: FieldValue = json.int64.map { .int($0) } ?? .text(json.string ?? " ")
                try date.set("merchantTransactionDate", value, to: &reply)
            } else {
                reply = try filled(reply, date, json)
            }
            return reply.date.map { .date($0) } ?? .none
        case .onPreInitiateAuthentication: return .preInitiation(try filled(PreInitiationReply(), preInitiation, json))
        case .onPresentFingerprint: return .fingerprint(try filled(FingerprintReply(), fingerprint, json))
        case .onPreAuthentication:
            return .preAuthentication(try filled(configured ?? AuthenticationData(), preAuthentication, json))
        case .onPreAuthorisation:
            var reply = try filled(PreAuthorisationReply(), preAuthorisation, json)
            try reply.settleAmount(in: currency)
            return .preAuthorisation(reply)
        default:
            _ = try filled(HookDecision.proceed, decision, json)
            return .none
        }
    }

    private static func filled<Reply>(
        _ reply: Reply, _ table: FieldTable<Reply>, _ json: JSONValue?
    ) throws(PaymentError) -> Reply {
        guard let json else { return reply }
        var reply = reply
        try table.apply(json, to: &reply)
        return reply
    }
}

extension PreAuthorisationReply {
    /// Makes minor units of the amount that the host gave. To be called once the reply is complete.
    ///
    /// - Throws: `AMOUNT_INVALID` for more decimals than the currency has, and where there is no currency.
    public mutating func settleAmount(in currency: Currency?) throws(PaymentError) {
        guard amountEntry != .none else { return }
        guard let currency else {
            throw PaymentError(
                .amountInvalid, .refused, "amount has no meaning without the payment's currency.", field: "amount")
        }
        amount = try amountEntry.amount(in: currency)?.minorUnits
    }
}
