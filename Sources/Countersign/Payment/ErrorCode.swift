/// What went wrong, under the names that the payment documents use: a symbol, and a number where there is one.
///
/// Only the numbers SDK0304, SDK0305, SDK0500 and SDK1100 to SDK1118 are published; the others are our proposal and stand in
/// this one table.
public struct ErrorCode: Equatable, Sendable {
    /// `VALIDATION_FAILED`, `CHALLENGE_TIMEOUT`, …
    public let symbol: StaticString
    /// `SDK0301`, or empty where no number exists.
    public let number: StaticString

    init(_ symbol: StaticString, _ number: StaticString = "") {
        self.symbol = symbol
        self.number = number
    }

    /// By symbol.
    public static func == (left: ErrorCode, right: ErrorCode) -> Bool {
        left.symbol.description == right.symbol.description
    }

    // Configuration and transaction data.
    /// There is no configuration.
    public static let configMissing = ErrorCode("CONFIG_MISSING", "SDK0101")
    /// No session, or one without a name.
    public static let sessionMissing = ErrorCode("SESSION_MISSING", "SDK0102")
    /// The session has no signing key.
    public static let hmacKeyMissing = ErrorCode("HMAC_KEY_MISSING", "SDK0103")
    /// The session's encryption key is missing or of a wrong length.
    public static let encryptionKeyInvalid = ErrorCode("ENCRYPTION_KEY_INVALID", "SDK0104")
    /// No such environment.
    public static let environmentInvalid = ErrorCode("ENVIRONMENT_INVALID", "SDK0105")
    /// Negative, too many decimals, or too large.
    public static let amountInvalid = ErrorCode("AMOUNT_INVALID", "SDK0106")
    /// Not an ISO 4217 currency in use.
    public static let currencyInvalid = ErrorCode("CURRENCY_INVALID", "SDK0107")
    /// No such entry type.
    public static let entryTypeInvalid = ErrorCode("ENTRY_TYPE_INVALID", "SDK0108")
    /// No intent, or none that there is.
    public static let intentMissing = ErrorCode("INTENT_MISSING", "SDK0109")
    /// Empty or too long.
    public static let merchantTransactionIdInvalid = ErrorCode("MERCHANT_TRANSACTION_ID_INVALID", "SDK0110")
    /// No such owner type, or an id that is too long.
    public static let ownerInvalid = ErrorCode("OWNER_INVALID", "SDK0111")
    /// Storing a card needs a shopper.
    public static let shopperMissing = ErrorCode("SHOPPER_MISSING", "SDK0112")
    /// The session is over.
    public static let sessionExpired = ErrorCode("SESSION_EXPIRED", "SDK0113")
    /// A configuration that cannot be used.
    public static let configInvalid = ErrorCode("COMPONENT_CONFIG_INVALID", "SDK0202")
    /// One 3DS hook without the other.
    public static let threeDSCallbacksMismatched = ErrorCode("THREEDS_CALLBACKS_MISMATCHED", "SDK0203")
    /// Any other field of the transaction data, a configuration or a hook's reply.
    public static let fieldInvalid = ErrorCode("FIELD_INVALID")
    /// No such field.
    public static let fieldUnknown = ErrorCode("FIELD_UNKNOWN")
    /// Not JSON.
    public static let jsonInvalid = ErrorCode("JSON_INVALID")
    /// The merchant reference has been submitted before, for another amount or currency.
    public static let referenceInUse = ErrorCode("MERCHANT_TRANSACTION_ID_IN_USE")

    // Card entry and tokenisation.
    /// Card or transaction data did not pass the checks of the submission.
    public static let validationFailed = ErrorCode("VALIDATION_FAILED", "SDK0301")
    /// The card number.
    public static let invalidCardNumber = ErrorCode("INVALID_CARD_NUMBER")
    /// The expiry.
    public static let invalidExpiryDate = ErrorCode("INVALID_EXPIRY_DATE")
    /// The security code.
    public static let invalidCVC = ErrorCode("INVALID_CVC")
    /// The cardholder's name.
    public static let invalidCardHolder = ErrorCode("INVALID_CARD_HOLDER")
    /// It was submitted before.
    public static let submitInProgress = ErrorCode("SUBMIT_IN_PROGRESS", "SDK0302")
    /// The token vault failed.
    public static let tokenVaultException = ErrorCode("TOKEN_VAULT_EXCEPTION", "SDK0303")
    /// The token vault answered without a token.
    public static let tokenisationFailed = ErrorCode("TOKENIZATION_FAILED", "SDK0304")
    /// The gateway refused the card data, normally since it has expired.
    public static let cardExpired = ErrorCode("CARD_EXPIRED", "SDK0305")
    /// The saved card is gone.
    public static let tokenNotFound = ErrorCode("TOKEN_NOT_FOUND", "SDK0306")
    /// Brand, funding source or issuer country is not accepted.
    public static let cardNotAccepted = ErrorCode("CARD_NOT_ACCEPTED")
    /// The card has to be entered again.
    public static let cardNeeded = ErrorCode("CARD_NEEDED")

    // Authentication.
    /// Pre-initiation failed.
    public static let preInitiateAuthenticationFailed = ErrorCode("PRE_INITIATE_AUTHENTICATION_FAILED", "SDK0401")
    /// The shopper was not authenticated.
    public static let authenticationFailed = ErrorCode("AUTHENTICATION_FAILED", "SDK0402")
    /// The issuer rejected the authentication.
    public static let authenticationRejected = ErrorCode("AUTHENTICATION_REJECTED", "SDK0403")
    /// The challenge was not finished in time.
    public static let challengeTimeout = ErrorCode("CHALLENGE_TIMEOUT", "SDK0404")
    /// The transaction was refused for its authentication.
    public static let transactionAuthenticationRejected = ErrorCode("TRANSACTION_AUTHENTICATION_REJECTED", "SDK0405")
    /// The issuer asks for strong customer authentication.
    public static let transactionAuthenticationRequiresSCA = ErrorCode(
        "TRANSACTION_AUTHENTICATION_REQUIRES_SCA_EXEMPTION", "SDK0406")
    /// The gateway does not take the transaction's authentication.
    public static let transactionAuthenticationInvalid = ErrorCode("TRANSACTION_AUTHENTICATION_INVALID", "SDK0407")
    /// A hook ended the authentication.
    public static let authenticationCancelled = ErrorCode("AUTHENTICATION_CANCELLED", "SDK0408")

    // Hooks, transport and the rest.
    /// A hook made no decision, or not in time.
    public static let hookFailed = ErrorCode("HOOK_FAILED")
    /// No connection.
    public static let networkException = ErrorCode("NETWORK_SDK_EXCEPTION", "SDK0500")
    /// No reply in time.
    public static let gatewayTimeout = ErrorCode("GATEWAY_TIMEOUT", "SDK0501")
    /// The gateway is out of service.
    public static let serviceUnavailable = ErrorCode("SERVICE_UNAVAILABLE", "SDK0502")
    /// A reply that cannot be read.
    public static let responseInvalid = ErrorCode("RESPONSE_INVALID", "SDK0503")
    /// The gateway does not take the credentials.
    public static let unauthorised = ErrorCode("UNAUTHORISED", "SDK0504")
    /// The gateway refused the request as it was.
    public static let gatewayRefusedRequest = ErrorCode("VALIDATION_EXCEPTION")
    /// A defect.
    public static let unexpected = ErrorCode("UNEXPECTED_SDK_EXCEPTION", "SDK0900")
    /// Only a part was approved, which was not welcome, and was reversed.
    public static let partialApprovalReversed = ErrorCode("PARTIAL_APPROVAL_REVERSED")
    /// The call came at a moment when it has no meaning, such as completing a challenge that is not open.
    public static let stateInvalid = ErrorCode("STATE_INVALID")
}
