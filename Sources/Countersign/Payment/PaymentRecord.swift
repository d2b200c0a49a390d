/// Everything about a payment that outlives a step: a value without secrets, readable by gateways, hooks and stores.
public struct PaymentRecord: Sendable {
    /// The payment's own name, a UUID.
    public let id: String
    /// What is to be paid.
    public internal(set) var transaction: Shared<TransactionData>
    /// The hooks that are set.
    public internal(set) var hooks: HookSet
    /// When the payment was submitted, in milliseconds since 1970 UTC.
    public internal(set) var submittedAt: Int64 = 0
    /// Where the flow stands.
    public internal(set) var step = PaymentStep.created
    /// Counts the records written; the store's completion names it.
    public internal(set) var sequence: UInt32 = 0
    /// The attempt that is under way, or was the last.
    public internal(set) var attempt = Attempt()

    // What is learned on the way.
    /// Brand, IIN and last four of the card, as entered or as saved.
    public internal(set) var card = CardSummary()
    /// The card as its token shows it; nil before tokenisation.
    public internal(set) var token: Shared<TokenisedCard>?
    /// Whether the shopper agreed to the card being stored.
    public internal(set) var consent = false
    /// The latest answer of `onGetShopper`, or the transaction data's shopper.
    public internal(set) var shopper: Shared<Shopper>?
    /// The session that `onGetCredentials` named.
    public internal(set) var sessionId = ""
    /// The hooks' answers over the configuration's.
    public internal(set) var authenticationData: Shared<AuthenticationData>?
    /// The shopper's browser: onPresentFingerprint's answer over the transaction data.
    public internal(set) var browserData: Shared<BrowserData>?
    /// The answer to the pre-initiation of this attempt.
    public internal(set) var preInitiation: Shared<PreInitiation>?
    /// What the fingerprint came to; nil: not completed.
    public internal(set) var fingerprint: Shared<FingerprintReply>?
    /// The latest word on the authentication of this attempt.
    public internal(set) var authentication: Shared<AuthenticationReply>?
    /// What the shopper is asked to do now.
    public internal(set) var challenge: Shared<Challenge>?
    /// onPreAuthorisation's answer.
    public internal(set) var preAuthorisation: Shared<PreAuthorisationReply>?
    /// Why a waiting payment waits.
    public internal(set) var waitingReason = WaitingReason.none
    /// The gateway's last word on the transaction.
    public internal(set) var reply: Shared<TransactionReply>?
    /// The refusal that asked for strong customer authentication and led to the second attempt.
    public internal(set) var firstRefusal: Shared<TransactionReply>?
    /// Why the payment, or the step just told, failed.
    public internal(set) var error: Shared<PaymentError>?
    /// How the flow ended; nil while it has not.
    public internal(set) var ending: Ending?
    /// The payment's books.
    public internal(set) var ledger = Ledger()
    /// Whether someone asked to cancel, and who. Sticky.
    public internal(set) var cancelledBy: Canceller?
    /// The step at which the cancellation took effect.
    public internal(set) var cancelledAt = PaymentStep.created
    /// Counts what the host was told or asked; the number of the latest event.
    public internal(set) var eventCount: UInt64 = 0
    var progress = PaymentProgress()

    /// Nothing known yet.
    public init(id: String, transaction: TransactionData, hooks: HookSet) {
        self.id = id
        self.transaction = Shared(transaction)
        self.hooks = hooks
    }

    /// One run of the flow, with a key and a reference of its own.
    public struct Attempt: Equatable, Sendable {
        /// 1, or 2 after a soft decline.
        public internal(set) var number = 1
        /// In the store before the money request leaves.
        public internal(set) var idempotencyKey = ""
        /// The host's reference, with `-2` in the second attempt.
        public internal(set) var merchantTransactionId = ""
        /// The time of the transaction, asked when the request is prepared; milliseconds since 1970 UTC.
        public internal(set) var date: Int64 = 0
        /// When the money request was permitted to leave; 0: not yet.
        public internal(set) var sentAt: Int64 = 0
        /// How often the outcome was looked up.
        public internal(set) var lookUps = 0

        /// The merchant reference of a second attempt.
        public static func secondReference(of reference: String) -> String { reference + "-2" }
    }

    /// What may be shown of a card.
    public struct CardSummary: Equatable, Sendable {
        /// Brand id such as `visa`, the shopper's choice on a co-badged card; empty when unknown.
        public var brand = ""
        /// First six or eight digits.
        public var iin = ""
        /// Last four digits.
        public var lastFour = ""
        /// Nothing known yet.
        public init() {}
        /// Nothing known yet.
        public init(brand: String, iin: String, lastFour: String) {
            self.brand = brand
            self.iin = iin
            self.lastFour = lastFour
        }
    }

    /// An open challenge.
    public struct Challenge: Equatable, Sendable {
        /// The issuer's page.
        public var url = ""
        /// The CReq, base64url.
        public var request = ""
        /// 1 to 5.
        public var windowSize = 5
        /// Milliseconds since 1970 UTC.
        public var deadline: Int64 = 0
    }

    /// Why a payment waits with nothing due from the host.
    public enum WaitingReason: UInt8, Sendable {
        case none, pendingAtGateway, replyLost, amountMismatch, currencyMismatch, referenceMismatch, referenceMissing,
            amountMissing
        case stateUnrecognised, decoupled, reversalUnconfirmed

        /// The name in events and JSON.
        public var name: StaticString {
            switch self {
            case .none: ""
            case .pendingAtGateway: "pending_at_gateway"
            case .replyLost: "reply_lost"
            case .amountMismatch: "amount_mismatch"
            case .currencyMismatch: "currency_mismatch"
            case .referenceMismatch: "reference_mismatch"
            case .referenceMissing: "reference_missing"
            case .amountMissing: "amount_missing"
            case .stateUnrecognised: "state_unrecognised"
            case .decoupled: "decoupled_authentication"
            case .reversalUnconfirmed: "reversal_unconfirmed"
            }
        }
    }

    /// The one ending of a flow.
    public enum Ending: UInt8, Sendable {
        case authorised = 1, captured, refused, failed, error, cancelled

        /// The name in events and JSON.
        public var name: StaticString {
            switch self {
            case .authorised: "Authorised"
            case .captured: "Captured"
            case .refused: "Refused"
            case .failed: "Failed"
            case .error: "Error"
            case .cancelled: "Cancelled"
            }
        }
    }

    /// Who ended a payment before it was paid.
    public enum Canceller: UInt8, Sendable {
        /// `csn_payment_cancel`.
        case host = 1
        /// A hook's "none".
        case hook
        /// The shopper, at the issuer's page.
        case shopper
        /// A technical cancel that the gateway confirmed.
        case technicalCancel

        /// The name in events and JSON.
        public var name: StaticString {
            switch self {
            case .host: "host"
            case .hook: "hook"
            case .shopper: "shopper"
            case .technicalCancel: "technical_cancel"
            }
        }
    }

    /// The amount of the money request, in minor units: what onPreAuthorisation lowered it to, or the transaction's.
    public var authorisationAmount: Int64 {
        preAuthorisation?.value.amount ?? transaction.value.amount?.minorUnits ?? 0
    }

    /// Whether the issuer is asked for a challenge and no exemption is used: a second attempt, a card that is stored, a series
    /// that starts.
    public var mandatesChallenge: Bool {
        let data = transaction.value
        return attempt.number > 1 || consent || (data.recurring != nil && data.initiator == .shopper)
    }

    /// The exemption that goes with the authorisation: onPreAuthorisation's, or the transaction data's.
    public var exemption: ScaExemption? {
        mandatesChallenge ? nil : preAuthorisation?.value.psd2Exemption ?? transaction.value.psd2Exemption
    }

    /// The challenge indicator for the issuer, in the two digits of PXP's list. An exemption (05 TRA, 10 low value) is asked
    /// for only where SCA is mandated and the gateway offers it; otherwise what the issuer recommends, else no preference.
    public var challengeIndicator: String {
        if mandatesChallenge { return "04" }
        let wanted = authenticationData?.value.requestorChallengeIndicator ?? ""
        let recommended = preInitiation?.value.recommendedChallengeIndicator ?? ""
        switch wanted {
        case "05": return offersExemption("TRA") ? "05" : recommended.isEmpty ? "01" : recommended
        case "10": return offersExemption("LVP") ? "10" : recommended.isEmpty ? "01" : recommended
        case "", "01": return recommended.isEmpty ? "01" : recommended
        default: return wanted
        }
    }

    private func offersExemption(_ name: String) -> Bool {
        guard let answer = preInitiation?.value, answer.scaMandated else { return false }
        return answer.applicableExemptions.split(whereSeparator: { $0 == "," || $0 == " " }).contains { $0 == name }
    }

    /// Whether 3-D Secure is set up and possible. Payout, mail or telephone order and merchant-initiated payments never
    /// authenticate; otherwise the hooks, the configuration or drop-in's defaults must be there.
    public var isAuthenticationSetUp: Bool {
        let data = transaction.value
        guard data.intent != .payout, data.entryType == .ecom, data.initiator == .shopper else { return false }
        return hooks.contains(.onPreInitiateAuthentication) || data.authentication != nil || data.flow == .dropIn
    }

    /// Whether 3-D Secure runs in this attempt: set up, and no exemption of the transaction data stands in its place.
    public var allowsAuthentication: Bool {
        isAuthenticationSetUp && (transaction.value.psd2Exemption == nil || mandatesChallenge)
    }
}
