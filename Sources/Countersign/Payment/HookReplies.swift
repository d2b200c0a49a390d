/// What an asked hook may hand back with `proceed`. Each is filled by its table in `HookReplyFields`, which checks it.
public enum HookReply: Sendable {
    case none
    case credentials(CredentialsReply)
    case shopper(Shopper)
    /// Milliseconds since 1970 UTC.
    case date(Int64)
    case preInitiation(PreInitiationReply)
    case fingerprint(FingerprintReply)
    case preAuthentication(AuthenticationData)
    case preAuthorisation(PreAuthorisationReply)
    /// Why the host cannot decide; it comes with `failed` and is told in the error.
    case reason(String)
}

/// `onGetCredentials`: the session's name. Its keys are secrets and come beside it, never in JSON.
public struct CredentialsReply: Equatable, Sendable {
    /// The session's name.
    public var sessionId = ""
    /// Nothing answered yet.
    public init() {}
}

/// `merchantTransactionDate`.
public struct DateReply: Equatable, Sendable {
    /// Milliseconds since 1970 UTC; nil: now.
    public var date: Int64?
    /// Nothing answered yet.
    public init() {}
}

/// `onPreInitiateAuthentication`.
public struct PreInitiationReply: Equatable, Sendable {
    /// At most 36 characters; empty: the gateway picks the provider.
    public var providerId = ""
    /// `01` to `10`, PXP's list; empty: the configuration's.
    public var requestorAuthenticationIndicator = ""
    /// In milliseconds; 0: the configuration's.
    public var timeout: Int64 = 0
    /// Nothing answered yet.
    public init() {}
}

/// `onPresentFingerprint`.
public struct FingerprintReply: Equatable, Sendable {
    /// Whether the issuer's page has called back.
    public var isCompleted = false
    /// What the issuer's page posted as `threeDSMethodData`, base64url.
    public var notification = ""
    /// The shopper's browser.
    public var browserData: BrowserData?
    /// Nothing answered yet.
    public init() {}
}

/// `onPreAuthorisation`.
public struct PreAuthorisationReply: Sendable {
    /// An exemption, passed through to the gateway.
    public var psd2Exemption: ScaExemption?
    /// Checked JSON text.
    public var riskScreeningData: ByteBuffer?
    /// Checked JSON text.
    public var metadata: ByteBuffer?
    /// In minor units of the payment's currency; not above the authenticated amount.
    public var amount: Int64?
    /// The amount as the host gave it, until the payment's currency makes it minor units.
    public internal(set) var amountEntry = AmountEntry.none
    /// Whether the host answered with the values of an authentication made elsewhere. They are not sent this way, and the host
    /// is to be warned: they belong to the session. PXP, onPreAuthorisation.
    public internal(set) var ignoresThreeDSecureData = false
    /// Nothing answered yet.
    public init() {}
}

extension PreAuthorisationReply {
    /// Why an amount cannot take the place of the transaction's: the authentication binds the greatest amount, and only a
    /// verification is for nothing.
    ///
    /// - Parameter amount: In minor units of the transaction's currency; nil: the transaction's own.
    public static func refusal(of amount: Int64?, for data: TransactionData) -> PaymentError? {
        guard let amount else { return nil }
        let limit = data.amount?.minorUnits ?? 0
        let least: Int64 = data.intent == .verification ? 0 : min(1, limit)
        if amount >= least, amount <= limit { return nil }
        let advice =
            amount > limit
            ? "above the one that was authenticated: answer the same or less"
            : "of nothing: only a verification may be for nothing"
        return PaymentError(.amountInvalid, .refused, "onPreAuthorisation answered an amount \(advice).", field: "amount")
    }
}
