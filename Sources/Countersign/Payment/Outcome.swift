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
    /// The gateway's token.
    public var gatewayTokenId = ""
    /// The scheme's token, or empty.
    public var schemeTokenId = ""
    /// First six, asterisks, last four.
    public var maskedNumber = ""
    /// Brand id as in `CardBrand`, such as `visa`; empty when the gateway does not say.
    public var brand = ""
    /// `Credit`, `Debit`, `Prepaid`, or empty.
    public var fundingSource = ""
    /// ISO 3166-1 alpha-2, or empty.
    public var issuerCountry = ""

    /// Nothing known yet.
    public init() {}
}

/// The answer to the pre-initiation of an authentication. PXP, integrated authentication, pre-initiate.
public struct PreInitiation: Equatable, Sendable {
    /// The gateway's name of the authentication.
    public var authenticationId = ""
    /// As far as it is known.
    public var state = AuthenticationState.pendingClientData
    /// Whether regulation asks for strong customer authentication.
    public var scaMandated = false
    /// As the gateway lists them, such as `LVP,TRA`.
    public var applicableExemptions = ""
    /// EMV 3-D Secure version, such as `2.2.0`.
    public var version = ""
    /// Whether the card takes part in 3-D Secure.
    public var isSupported = true
    /// Empty: the issuer has no 3DS Method, and the fingerprint is skipped.
    public var fingerprintURL = ""
    /// `threeDSMethodData` for the 3DS Method, base64url.
    public var fingerprintData = ""
    /// `03` or `04` when the issuer would soft-decline anything less; otherwise empty.
    public var recommendedChallengeIndicator = ""

    /// Nothing known yet.
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
    /// The gateway's name of the authentication.
    public var authenticationId = ""
    /// As far as it is known.
    public var state = AuthenticationState.error
    /// EMV 3-D Secure transStatus: Y, A, C, D, N, R, U or I; empty when not told.
    public var transStatus = ""
    /// EMV 3-D Secure transStatusReason, two digits, or empty.
    public var transStatusReason = ""
    /// Electronic commerce indicator, two digits, or empty.
    public var eci = ""
    /// The CAVV. Not a secret, but shown to nobody who does not ask.
    public var authenticationValue = ""
    /// The directory server's transaction id, or empty.
    public var directoryServerTransactionId = ""
    /// EMV 3-D Secure version, such as `2.2.0`.
    public var version = ""
    /// 01 the cardholder cancelled, 04 the ACS timed out, …; empty when no challenge was cancelled.
    public var challengeCancelIndicator = ""
    /// Where the challenge is shown, when the state asks for one.
    public var challengeURL = ""
    /// The CReq, base64url.
    public var challengeRequest = ""
    /// The gateway's text on the state.
    public var stateMessage = ""

    /// Nothing known yet.
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
    /// As far as it is known.
    public var state = TransactionState.unrecognised
    /// The gateway's word for the state, such as `Authorised`.
    public var stateName = ""
    /// The gateway's code of the state, such as `CRD000` or `05`.
    public var stateCode = ""
    /// The gateway's text on the state.
    public var stateMessage = ""
    /// The gateway's name of the transaction.
    public var systemTransactionId = ""
    /// Our reference, echoed; empty when the reply has none.
    public var merchantTransactionId = ""
    /// What was authorised, in minor units; nil when the reply does not say.
    public var amount: Int64?
    /// ISO 4217; empty when the reply does not say.
    public var currency = ""
    /// Whether the gateway marks it as an approval for less than was asked.
    public var isPartialApproval = false
    /// The issuer's approval code, or empty.
    public var approvalCode = ""
    /// Who processed it.
    public var providerName = ""
    /// Response code of the scheme, ISO 8583 field 39.
    public var providerCode = ""
    /// Its text.
    public var providerMessage = ""
    /// Merchant advice code, or empty.
    public var merchantAdviceCode = ""
    /// Its text.
    public var merchantAdviceMessage = ""
    /// Raw letters.
    public var cvcResult = ""
    /// Raw letter of the address check.
    public var avsResult = ""
    /// The gateway's own readable forms; ours are computed only where these are empty.
    public var cvcResultText = ""
    /// The gateway's readable form of it.
    public var avsResultText = ""
    /// The scheme, in the gateway's spelling.
    public var cardScheme = ""
    /// First six, asterisks, last four.
    public var maskedNumber = ""
    /// The ECI that the acquirer put in place of ours, or empty.
    public var eciAdjustment = ""
    /// The scheme's name for this transaction, which later merchant-initiated ones refer to.
    public var networkTransactionId = ""
    /// Error members of a failed transaction.
    public var errorCode = ""
    /// Text of a failed transaction.
    public var errorReason = ""
    /// The gateway's name of the failed request.
    public var correlationId = ""

    /// Nothing known yet.
    public init() {}
}
