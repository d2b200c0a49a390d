/// Merchant advice codes (Mastercard, DE 48, subelement 84): what an issuer advises after its answer. They also come on
/// approvals, so that one alone proves no decline.
public enum MerchantAdvice {
    /// What a code does to the answer.
    enum Effect: Sendable {
        /// The card has new data.
        case updateCard
        /// Wait so many seconds.
        case wait(Int)
        case never
        /// The merchant does not qualify: never, and not for the card's fault.
        case neverForMerchant
        case fixToken
        /// A virtual card of one use.
        case doNotStore
        case none
    }

    struct Row: Sendable {
        let code: StaticString
        let meaning: StaticString
        let effect: Effect
    }

    static let rows: [Row] = [
        Row(code: "01", meaning: "new account information is available", effect: .updateCard),
        Row(code: "02", meaning: "cannot be approved now; try again after 72 hours", effect: .wait(259_200)),
        Row(code: "03", meaning: "do not try again", effect: .never),
        Row(code: "04", meaning: "the token's requirements are not fulfilled", effect: .fixToken),
        Row(code: "05", meaning: "the negotiated value is not approved", effect: .none),
        Row(code: "21", meaning: "the recurring payment is cancelled", effect: .never),
        Row(code: "22", meaning: "the merchant does not qualify for the product code", effect: .neverForMerchant),
        Row(code: "24", meaning: "try again after 1 hour", effect: .wait(3_600)),
        Row(code: "25", meaning: "try again after 24 hours", effect: .wait(86_400)),
        Row(code: "26", meaning: "try again after 2 days", effect: .wait(172_800)),
        Row(code: "27", meaning: "try again after 4 days", effect: .wait(345_600)),
        Row(code: "28", meaning: "try again after 6 days", effect: .wait(518_400)),
        Row(code: "29", meaning: "try again after 8 days", effect: .wait(691_200)),
        Row(code: "30", meaning: "try again after 10 days", effect: .wait(864_000)),
        Row(code: "40", meaning: "a prepaid card that cannot be reloaded", effect: .none),
        Row(code: "41", meaning: "a virtual card of one use", effect: .doNotStore),
        Row(code: "42", meaning: "the sanctions score is over the threshold", effect: .never),
        Row(code: "43", meaning: "a virtual card of several uses", effect: .none),
    ]

    /// What Mastercard means by a code; nil for none of its list.
    public static func schemeMeaning(_ code: String) -> String? {
        rows.first { $0.code.description == code }?.meaning.description
    }

    /// What PXP's documents say of `merchantAdvice.code`, which is not what Mastercard means by it; nil for a code that they do
    /// not explain. PXP, card component, non-3DS transactions.
    public static func documentMeaning(_ code: String) -> String? {
        switch code {
        case "01": "try another payment method"
        case "02": "the amount is the problem: try again with another one"
        case "03": "contact the issuer"
        default: nil
        }
    }
}
