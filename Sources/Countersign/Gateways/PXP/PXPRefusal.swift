/// Reasons not to build a request at all: something that it cannot do without is not there. Nothing was sent.
enum PXPRefusal {
    static func missing(_ field: String, _ message: String, _ code: ErrorCode = .fieldInvalid) -> PaymentError {
        PaymentError(code, .refused, message, field: field)
    }

    static let amount = missing("amount", "The payment has no amount; set amount and currency.", .amountInvalid)
    static let owner = missing("ownerId", "The token vault needs an owner; set ownerId.", .ownerInvalid)
    static let merchant = missing("merchant", "The gateway needs to know the merchant; set merchant.")
    static let site = missing("site", "The gateway needs to know the site; set site.")
    static let siteTooLong = missing("site", "Authentications take a site of at most 10 characters; use the short one.")
    static let reference = missing(
        "merchantTransactionId", "The attempt has no merchant transaction id; set merchantTransactionId.",
        .merchantTransactionIdInvalid)
    static let fingerprintCallback = missing(
        "authentication.fingerprintCallbackUrl",
        "The issuer's page must know where to report the fingerprint; set authentication.fingerprintCallbackUrl.")
    static let challengeCallback = missing(
        "authentication.challengeCallbackUrl",
        "The issuer's page must know where to send the shopper back; set authentication.challengeCallbackUrl.")
    static let authentication = PaymentError(
        .stateInvalid, .refused, "There is no authentication to go on with; initiate one first.")
    static let card = PaymentError(
        .cardNeeded, .refused, "The card is neither entered nor stored as a token; ask the shopper for it again.", field: "card"
    )
    static let securityCode = PaymentError(
        .cardNeeded, .refused, "This saved card is paid with its security code; ask the shopper for it again.",
        field: "card.cvc")
}
