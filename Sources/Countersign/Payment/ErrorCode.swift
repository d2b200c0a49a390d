/// What went wrong, under the names that the payment documents use: a symbol, and a number where there is one.
///
/// Only the numbers SDK0304, SDK0305, SDK0500 and SDK1100 to SDK1118 are published; the others are our proposal and stand in this
/// one table.
public struct ErrorCode: Equatable, Sendable {
    /// `VALIDATION_FAILED`, `CHALLENGE_TIMEOUT`, …
    public let symbol: StaticString
    /// `SDK0301`, or empty where no number exists.
    public let number: StaticString

    init(_ symbol: StaticString, _ number: StaticString = "") {
        self.symbol = symbol
        self.number = number
    }

    public static func == (left: ErrorCode, right: ErrorCode) -> Bool {
        left.symbol.description == right.symbol.description
    }

    // Configuration and transaction data.
    public static let configMissing = ErrorCode("CONFIG_MISSING", "SDK0101")
    public static let sessionMissing = ErrorCode("SESSION_MISSING", "SDK0102")
    public static let hmacKeyMissing = ErrorCode("HMAC_KEY_MISSING", "SDK0103")
    public static let encryptionKeyInvalid = ErrorCode("ENCRYPTION_KEY_INVALID", "SDK0104")
    public static let environmentInvalid = ErrorCode("ENVIRONMENT_INVALID", "SDK0105")
    public static let amountInvalid = ErrorCode("AMOUNT_INVALID", "SDK0106")
    public static let currencyInvalid = ErrorCode("CURRENCY_INVALID", "SDK0107")
    public static let entryTypeInvalid = ErrorCode("ENTRY_TYPE_INVALID", "SDK0108")
    public static let intentMissing = ErrorCode("INTENT_MISSING", "SDK0109")
    public static let merchantTransactionIdInvalid = ErrorCode("MERCHANT_TRANSACTION_ID_INVALID", "SDK0110")
    public static let ownerInvalid = ErrorCode("OWNER_INVALID", "SDK0111")
    public static let shopperMissing = ErrorCode("SHOPPER_MISSING", "SDK0112")
    public static let sessionExpired = ErrorCode("SESSION_EXPIRED", "SDK0113")
    public static let configInvalid = ErrorCode("COMPONENT_CONFIG_INVALID", "SDK0202")
    public static let threeDSCallbacksMismatched = ErrorCode("THREEDS_CALLBACKS_MISMATCHED", "SDK0203")
    /// Any other field of the transaction data, a configuration or a hook's reply.
    public static let fieldInvalid = ErrorCode("FIELD_INVALID")
    public static let fieldUnknown = ErrorCode("FIELD_UNKNOWN")
    public static let jsonInvalid = ErrorCode("JSON_INVALID")
    /// The merchant reference has been submitted before, for another amount or currency.
    public static let referenceInUse = ErrorCode("MERCHANT_TRANSACTION_ID_IN_USE")

    // Card entry and tokenisation.
    public static let validationFailed = ErrorCode("VALIDATION_FAILED", "SDK0301")
    public static let invalidCardNumber = ErrorCode("INVALID_CARD_NUMBER")
    public static let invalidExpiryDate = ErrorCode("INVALID_EXPIRY_DATE")
    public static let invalidCVC = ErrorCode("INVALID_CVC")
    public static let invalidCardHolder = ErrorCode("INVALID_CARD_HOLDER")
    public static let submitInProgress = ErrorCode("SUBMIT_IN_PROGRESS", "SDK0302")
    public static let tokenVaultException = ErrorCode("TOKEN_VAULT_EXCEPTION", "SDK0303")
    public static let tokenisationFailed = ErrorCode("TOKENIZATION_FAILED", "SDK0304")
    public static let cardExpired = ErrorCode("CARD_EXPIRED", "SDK0305")
    public static let tokenNotFound = ErrorCode("TOKEN_NOT_FOUND", "SDK0306")
    public static let cardNotAccepted = ErrorCode("CARD_NOT_ACCEPTED")
    public static let cardNeeded = ErrorCode("CARD_NEEDED")

    // Authentication.
    public static let preInitiateAuthenticationFailed = ErrorCode("PRE_INITIATE_AUTHENTICATION_FAILED", "SDK0401")
    public static let authenticationFailed = ErrorCode("AUTHENTICATION_FAILED", "SDK0402")
    public static let authenticationRejected = ErrorCode("AUTHENTICATION_REJECTED", "SDK0403")
    public static let challengeTimeout = ErrorCode("CHALLENGE_TIMEOUT", "SDK0404")
    public static let transactionAuthenticationRejected = ErrorCode("TRANSACTION_AUTHENTICATION_REJECTED", "SDK0405")
    public static let transactionAuthenticationRequiresSCA = ErrorCode(
        "TRANSACTION_AUTHENTICATION_REQUIRES_SCA_EXEMPTION", "SDK0406")
    public static let transactionAuthenticationInvalid = ErrorCode("TRANSACTION_AUTHENTICATION_INVALID", "SDK0407")
    public static let authenticationCancelled = ErrorCode("AUTHENTICATION_CANCELLED", "SDK0408")

    // Hooks, transport and the rest.
    public static let hookFailed = ErrorCode("HOOK_FAILED")
    public static let networkException = ErrorCode("NETWORK_SDK_EXCEPTION", "SDK0500")
    public static let gatewayTimeout = ErrorCode("GATEWAY_TIMEOUT", "SDK0501")
    public static let serviceUnavailable = ErrorCode("SERVICE_UNAVAILABLE", "SDK0502")
    public static let responseInvalid = ErrorCode("RESPONSE_INVALID", "SDK0503")
    public static let unauthorised = ErrorCode("UNAUTHORISED", "SDK0504")
    public static let gatewayRefusedRequest = ErrorCode("VALIDATION_EXCEPTION")
    public static let unexpected = ErrorCode("UNEXPECTED_SDK_EXCEPTION", "SDK0900")
    public static let partialApprovalReversed = ErrorCode("PARTIAL_APPROVAL_REVERSED")
    /// The call came at a moment when it has no meaning, such as completing a challenge that is not open.
    public static let stateInvalid = ErrorCode("STATE_INVALID")
}
