/// What a shopper is told of a refusal: a key for the host's own translations, and an English text.
///
/// The texts hold the words that hosts look for: declined, insufficient, expired, invalid, authentication. PXP, drop-in.
public enum ShopperMessage: UInt8, CaseIterable, Sendable {
    case approved, declined, insufficientFunds, cardExpired, cardNumberInvalid, detailsInvalid, limitExceeded
    case authenticationRequired, tryLater, contactBank, cardLocked, merchantProblem

    /// The key for translations.
    public var key: StaticString {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .insufficientFunds: "insufficient_funds"
        case .cardExpired: "card_expired"
        case .cardNumberInvalid: "card_number_invalid"
        case .detailsInvalid: "details_invalid"
        case .limitExceeded: "limit_exceeded"
        case .authenticationRequired: "authentication_required"
        case .tryLater: "try_later"
        case .contactBank: "contact_bank"
        case .cardLocked: "card_locked"
        case .merchantProblem: "merchant_problem"
        }
    }

    /// The English text.
    public var text: StaticString {
        switch self {
        case .approved: "The payment was approved."
        case .declined: "Your bank declined the payment. Please use another card, or ask your bank."
        case .insufficientFunds: "The payment was declined for insufficient funds. Please use another card, or try again later."
        case .cardExpired: "The card has expired, or its expiry date is not right. Please check the date, or use another card."
        case .cardNumberInvalid: "The card number is invalid. Please check it, or use another card."
        case .detailsInvalid: "Some of the card's details are invalid. Please check them and try again."
        case .limitExceeded:
            "The payment was declined since it exceeds a limit of the card. Please use another card, or ask your bank."
        case .authenticationRequired: "Your bank asks for authentication. Please confirm the payment with your bank."
        case .tryLater: "The payment was declined since your bank cannot answer at the moment. Please try again later."
        case .contactBank: "Your bank declined the payment and asks you to call. Please contact your bank, or use another card."
        case .cardLocked:
            "The payment was declined since the card is locked. Please unlock it in your bank's app, or use another card."
        case .merchantProblem: "The payment was declined and cannot be made this way. Please use another card, or ask the shop."
        }
    }
}
