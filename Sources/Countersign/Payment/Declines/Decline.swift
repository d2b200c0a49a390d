/// What a response code means for the merchant, in one vocabulary over all schemes and gateways, beside the raw codes.
public struct Decline: Equatable, Sendable {
    /// What kind of answer it is.
    public var category: Category
    /// Whether and how to try again.
    public var retry: Retry
    /// Seconds to wait before a retry, at least; nil where nobody says.
    public var earliestSeconds: Int?
    /// How often at most the same card may be tried again, within so many days; nil where it may not.
    public var limit: Limit?
    /// Whether the card may be kept for later payments.
    public var keepsCard: Bool
    /// What to tell the shopper. It never says that a card was reported lost or stolen, or that fraud is suspected.
    public var shopperMessage: ShopperMessage
    /// The response code as it came.
    public var code: String
    /// The merchant advice code as it came, or empty.
    public var advice: String

    /// What kind of answer it is.
    public enum Category: UInt8, CaseIterable, Sendable {
        case approved
        /// The issuer wants the shopper authenticated.
        case softSCA
        /// The same data may do later.
        case softLater
        /// Other data may do.
        case softData
        /// Never with this card, this mandate or this merchant.
        case hard
        /// The issuer does not say.
        case generic
        /// The cardholder has to call the bank.
        case referral
        /// The merchant's set-up or the message is at fault.
        case setup

        /// The name in JSON.
        public var name: StaticString {
            switch self {
            case .approved: "approved"
            case .softSCA: "soft_sca"
            case .softLater: "soft_later"
            case .softData: "soft_data"
            case .hard: "hard"
            case .generic: "generic"
            case .referral: "referral"
            case .setup: "setup"
            }
        }
    }

    /// Whether and how to try again.
    public enum Retry: UInt8, CaseIterable, Sendable {
        case never
        /// At once, once, with strong customer authentication.
        case nowWithSCA
        case later
        /// After the data, the set-up or the cardholder's trouble with the bank has been put right.
        case afterFix

        /// The name in JSON.
        public var name: StaticString {
            switch self {
            case .never: "never"
            case .nowWithSCA: "now_with_sca"
            case .later: "later"
            case .afterFix: "after_fix"
            }
        }
    }

    /// A number of attempts within a number of days.
    public struct Limit: Equatable, Sendable {
        /// Tries with the same card.
        public var attempts: Int
        /// Days in which they are counted.
        public var days: Int

        /// Visa counts 15 in 30 days in most acquirers' guides, 20 in some since April 2026; 15 breaks neither.
        public static let schemes = Limit(attempts: 15, days: 30)
        static let once = Limit(attempts: 1, days: 30)
    }
}
