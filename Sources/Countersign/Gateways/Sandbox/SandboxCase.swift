/// One thing that the sandbox can do, how a test chooses it, and how a payment then ends.
public struct SandboxCase: Sendable {
    /// Its name, stable: `challenge`, `declined_51`, `reply_lost_after`.
    public var id: String
    /// One sentence.
    public var summary: String
    /// The card number that chooses it, or, where an amount does, one to go with it. A published test number, digits only.
    public var number: StaticString
    /// The brand id of that card.
    public var brand: StaticString
    /// The amount that chooses the answer, as n in 990000 + n minor units of any currency; nil: any other amount.
    public var amountNumber: Int?

    /// What the issuer does about 3-D Secure, for cases that a card number chooses.
    public var issuer = SandboxIssuer()
    /// What becomes of the transaction.
    public var answer = SandboxAnswer()
    /// What goes wrong on the way, and at which request.
    public var fault: SandboxFault?
    /// What the shopper does at the issuer's page.
    public var shopper = Shopper.nothing

    /// How a payment of intent authorisation ends that sets both 3DS hooks, takes no partial approval and does not go on after
    /// a failed authentication; nil: it does not end by itself.
    public var ending: PaymentRecord.Ending? = .authorised
    /// Why it waits when it does not end.
    public var waiting = PaymentRecord.WaitingReason.none
    /// Symbol of the error that it ends with, or empty.
    public var errorCode: StaticString = ""

    /// In minor units.
    public static let amountBase: Int64 = 990_000

    /// The amount that chooses the case, or one that chooses nothing: 12.34 of a currency with two decimals.
    public var amountMinor: Int64 { amountNumber.map { Self.amountBase &+ Int64($0) } ?? 1_234 }

    /// What the shopper does.
    public enum Shopper: UInt8, Sendable {
        /// Nothing is asked.
        case nothing
        case entersRightCode, entersWrongCodes, entersWrongThenRightCode, cancels
        /// The page is opened and never answered.
        case staysSilent
        /// Approves elsewhere; nothing is to be done at the page.
        case approvesElsewhere
        /// The 3DS Method's page never calls back.
        case methodStaysSilent

        var name: StaticString {
            switch self {
            case .nothing: ""
            case .entersRightCode: "enters 1234"
            case .entersWrongCodes: "enters a wrong code three times"
            case .entersWrongThenRightCode: "enters a wrong code, then 1234"
            case .cancels: "cancels"
            case .staysSilent: "does not answer"
            case .approvesElsewhere: "is asked elsewhere"
            case .methodStaysSilent: "has a browser whose 3DS Method does not call back"
            }
        }
    }
}

/// What the issuer of a card does about 3-D Secure, and what the vault says of the card.
public struct SandboxIssuer: Sendable {
    /// How the authentication goes.
    public var path = Path.notEnrolled
    /// Whether the issuer has a 3DS Method page.
    public var hasMethod = true
    /// Whether strong customer authentication is mandated.
    public var scaMandated = false
    /// The exemptions that are offered then, as the gateway lists them.
    public var applicableExemptions: StaticString = ""
    /// 3 or 4, or 0 for none.
    public var recommendedChallengeIndicator = 0
    /// `Credit`, `Debit` or `Prepaid`.
    public var fundingSource: StaticString = "Credit"
    /// Where the card was issued, ISO 3166-1 alpha-2.
    public var country: StaticString = "GB"

    /// How the authentication goes.
    public enum Path: UInt8, Sendable {
        /// `threeDSecureSupported` is false.
        case notEnrolled
        /// At once: Y, A, N, R, U, I.
        case frictionless, attempted, failed, rejected, unavailable, informational
        /// A page that takes 1234, three tries.
        case challenge
        /// A page that takes no code.
        case challengeFailing
        /// A page that hangs: the authentication stays open.
        case challengeHanging
        /// A page that gives up by itself after two minutes.
        case challengeExpiring
        /// Decided elsewhere after half a minute: Y, N.
        case decoupled, decoupledFailing
        /// Frictionless, unless a challenge is asked for (indicator 03 or 04).
        case challengeOnRequest

        var name: StaticString {
            switch self {
            case .notEnrolled: "not enrolled"
            case .frictionless: "frictionless Y"
            case .attempted: "attempted A"
            case .failed: "failed N"
            case .rejected: "rejected R"
            case .unavailable: "unavailable U"
            case .informational: "informational I"
            case .challenge: "challenge"
            case .challengeFailing: "challenge that fails"
            case .challengeHanging: "challenge that hangs"
            case .challengeExpiring: "challenge that times out at the ACS"
            case .decoupled: "decoupled D, then Y"
            case .decoupledFailing: "decoupled D, then N"
            case .challengeOnRequest: "frictionless Y, or challenge when asked for"
            }
        }
    }
}

/// What becomes of a transaction.
public struct SandboxAnswer: Sendable {
    /// The issuer's response, as an index of its table.
    var responseIndex = SandboxResponseCode.approved
    var response: SandboxResponseCode { SandboxResponseCode.at(responseIndex) }
    /// The issuer's response code.
    public var code: StaticString {
        get { response.code }
        set { responseIndex = SandboxResponseCode.index(newValue) }
    }
    /// Merchant advice code, or empty.
    public var advice: StaticString = ""
    /// Raw letter of the address check in place of the usual one; 0: the usual one.
    public var avsResult: UInt8 = 0
    /// The same of the security code check.
    public var cvcResult: UInt8 = 0
    /// The ECI that the acquirer puts in place, or empty.
    public var eciAdjustment: StaticString = ""
    /// Whether the issuer declines only as long as the shopper has not passed a challenge.
    public var isSoft = false
    /// What is out of the ordinary about it.
    public var twist = Twist.none

    /// What is out of the ordinary about it.
    public enum Twist: UInt8, Sendable {
        case none
        /// Half of the amount is approved, rounded down.
        case partial
        /// Decided after five seconds.
        case pendingThenApproved, pendingThenRefused
        case pendingForever
        /// Not found for eight seconds.
        case lookUpLags
        /// The reply is wrong and the look-up right.
        case wrongAmount, wrongCurrency, foreignReference, missingReference, missingAmount, unknownState
        /// Reply and look-up are wrong.
        case wrongAmountEverywhere
        /// Not there until a minute has passed; a technical cancel before that is accepted, and in vain.
        case late
        /// The technical cancel is not available.
        case cancelUnavailable
        /// The transaction's state is `Error`, or `Rejected`.
        case errorState, rejectedState
        /// Takes seven seconds, or longer than anyone waits.
        case slow, tooSlow
    }
}

/// Something that goes wrong with a request of the sandbox.
public struct SandboxFault: Sendable {
    /// The request that is hit.
    public var operation: Operation
    /// What happens to it.
    public var kind: Kind
    /// HTTP status, for those that have one.
    public var status = 0
    /// `errorCode` of the body, for those that have one.
    public var code: StaticString = ""
    /// Why nothing comes back, for those of which nothing does.
    public var transport = TransportFault.timeout
    /// Whether only the first such request for a payment is hit.
    public var isOnce = false

    /// What can happen to a request.
    public enum Kind: UInt8, Sendable {
        /// No byte leaves.
        case notSent
        /// Lost on the way there: nothing was done.
        case lostBefore
        /// Lost on the way back: it was done.
        case lostAfter
        /// Answered with the status and no body, nothing done.
        case statusBefore
        /// Answered with the status and no body, though it was done.
        case statusAfter
        /// Answered with the status and an error body, nothing done.
        case refused
        /// Done, and the body cannot be read.
        case malformed
        /// Done, and the body lacks what it is for.
        case hollow
    }

    init(_ operation: Operation, _ kind: Kind, status: Int = 0, code: StaticString = "", transport: TransportFault = .timeout) {
        self.operation = operation
        self.kind = kind
        self.status = status
        self.code = code
        self.transport = transport
    }
}
