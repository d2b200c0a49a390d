/// What a gateway's reply meant, in one vocabulary for all gateways.
public enum Outcome: Sendable {
    /// The card has a gateway token.
    case tokenised(TokenisedCard)
    /// The authentication exists; the fingerprint may be due.
    case preInitiated(PreInitiation)
    /// The authentication's state, after `authenticate` or `readBack`.
    case authentication(AuthenticationReply)
    /// A transaction's state, after `authorise` or `lookUp`, or the reversed one after `technicalCancel`.
    case transaction(TransactionReply)
    /// A look-up or a technical cancel found no such transaction.
    case notFound
    /// Something else; `when` says whether the request may have had its effect.
    case failed(PaymentError)
}

/// A card as its token shows it.
public struct TokenisedCard: Equatable, Sendable {
    public var gatewayTokenId = ""
    public var schemeTokenId = ""
    /// First six, asterisks, last four.
    public var maskedNumber = ""
    /// Brand id as in `CardBrand`, such as `visa`; empty when the gateway does not say.
    public var brand = ""
    /// `Credit`, `Debit`, `Prepaid`, or empty.
    public var fundingSource = ""
    /// ISO 3166-1 alpha-2, or empty.
    public var issuerCountry = ""

    public init() {}
}

/// The answer to the pre-initiation of an authentication. PXP, integrated authentication, pre-initiate.
public struct PreInitiation: Equatable, Sendable {
    public var authenticationId = ""
    public var state = AuthenticationState.pendingClientData
    public var scaMandated = false
    /// As the gateway lists them, such as `LVP,TRA`.
    public var applicableExemptions = ""
    public var version = ""
    public var isSupported = true
    /// Empty: the issuer has no 3DS Method, and the fingerprint is skipped.
    public var fingerprintURL = ""
    public var fingerprintData = ""
    /// `03` or `04` when the issuer would soft-decline anything less; otherwise empty.
    public var recommendedChallengeIndicator = ""

    public init() {}
}

/// The six states of an authentication. PXP, integrated authentication.
public enum AuthenticationState: UInt8, CaseIterable, Sendable {
    case pendingClientData, pendingCustomerChallenge, successful, failed, rejected, error

    /// The gateway's name of the state.
    public var name: StaticString {
        switch self {
        case .pendingClientData: "PendingClientData"
        case .pendingCustomerChallenge: "PendingCustomerChallenge"
        case .successful: "AuthenticationSuccessful"
        case .failed: "AuthenticationFailed"
        case .rejected: "AuthenticationRejected"
        case .error: "AuthenticationError"
        }
    }

    /// Whether no shopper and no request can change it any more.
    public var isFinal: Bool { self != .pendingClientData && self != .pendingCustomerChallenge }
}

/// An authentication as `authenticate` and `readBack` report it.
public struct AuthenticationReply: Equatable, Sendable {
    public var authenticationId = ""
    public var state = AuthenticationState.error
    /// EMV 3-D Secure transStatus: Y, A, C, D, N, R, U or I; empty when not told.
    public var transStatus = ""
    public var transStatusReason = ""
    public var eci = ""
    /// The CAVV. Not a secret, but shown to nobody who does not ask.
    public var authenticationValue = ""
    public var directoryServerTransactionId = ""
    public var version = ""
    /// 01 the cardholder cancelled, 04 the ACS timed out, …; empty when no challenge was cancelled.
    public var challengeCancelIndicator = ""
    /// Where the challenge is shown, when the state asks for one.
    public var challengeURL = ""
    /// The CReq, base64url.
    public var challengeRequest = ""
    public var stateMessage = ""

    public init() {}
}

/// The states of a transaction that a caller must tell apart. PXP, transactions.
public enum TransactionState: UInt8, Sendable {
    case authorised, captured, refused, pending, cancelled, refunded, failed
    /// A state that this version does not know: it decides nothing.
    case unrecognised
}

/// A transaction as the gateway reports it.
public struct TransactionReply: Equatable, Sendable {
    public var state = TransactionState.unrecognised
    /// The gateway's word for the state, such as `Authorised`.
    public var stateName = ""
    public var stateCode = ""
    public var stateMessage = ""
    public var systemTransactionId = ""
    /// Our reference, echoed; empty when the reply has none.
    public var merchantTransactionId = ""
    /// What was authorised, in minor units; nil when the reply does not say.
    public var amount: Int64?
    /// ISO 4217; empty when the reply does not say.
    public var currency = ""
    /// Whether the gateway marks it as an approval for less than was asked.
    public var isPartialApproval = false
    public var approvalCode = ""
    public var providerName = ""
    public var providerCode = ""
    public var providerMessage = ""
    public var merchantAdviceCode = ""
    public var merchantAdviceMessage = ""
    /// Raw letters.
    public var cvcResult = ""
    public var avsResult = ""
    /// The gateway's own readable forms; ours are computed only where these are empty.
    public var cvcResultText = ""
    public var avsResultText = ""
    public var cardScheme = ""
    public var maskedNumber = ""
    /// The ECI that the acquirer put in place of ours, or empty.
    public var eciAdjustment = ""
    /// The scheme's name for this transaction, which later merchant-initiated ones refer to.
    public var networkTransactionId = ""
    /// Error members of a failed transaction.
    public var errorCode = ""
    public var errorReason = ""
    public var correlationId = ""

    public init() {}
}
