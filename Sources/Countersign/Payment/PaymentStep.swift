/// Where a payment stands. The raw values are written to journals and never change; `PaymentMachine.transitions` lists which
/// may follow which.
public enum PaymentStep: UInt8, CaseIterable, Sendable {
    case created = 0
    /// Validated; onStartSubmit is due.
    case starting = 1
    case askingConsent = 2
    case askingPreTokenisation = 3
    case tokenising = 4
    case askingPreInitiation = 5
    case preInitiating = 6
    case fingerprinting = 7
    case askingPreAuthentication = 8
    case authenticating = 9
    /// A challenge is open; the shopper or the deadline ends it.
    case challenging = 10
    /// The issuer authenticates the shopper elsewhere; we ask for the outcome from time to time.
    case awaitingDecoupled = 11
    case readingBack = 12
    case askingPreAuthorisation = 13
    /// Shopper, date and credentials of the money request are gathered.
    case preparingAuthorisation = 14
    /// The money request may leave: its key is in the store.
    case authorising = 15
    /// The gateway has it and has not decided.
    case pending = 16
    /// A money request left and nothing trustworthy came back.
    case unknown = 17
    /// A technical cancel is asked for.
    case reversing = 18
    case settled = 19
    // 20 to 29: the action shape; 30 to 39: the orchestrated shape.

    /// The name in events and errors.
    public var name: StaticString {
        switch self {
        case .created: "created"
        case .starting: "starting"
        case .askingConsent: "consent"
        case .askingPreTokenisation: "preTokenisation"
        case .tokenising: "tokenisation"
        case .askingPreInitiation: "preInitiateAuthentication"
        case .preInitiating: "initiateAuthentication"
        case .fingerprinting: "fingerprint"
        case .askingPreAuthentication: "preAuthentication"
        case .authenticating: "authentication"
        case .challenging: "challenge"
        case .awaitingDecoupled: "decoupledAuthentication"
        case .readingBack: "readBack"
        case .askingPreAuthorisation: "preAuthorisation"
        case .preparingAuthorisation: "prepareAuthorisation"
        case .authorising: "authorisation"
        case .pending: "pending"
        case .unknown: "unknown"
        case .reversing: "technicalCancel"
        case .settled: "settled"
        }
    }

    /// Whether a request that moves money may have left in this attempt.
    public var mayHaveMovedMoney: Bool {
        switch self {
        case .authorising, .pending, .unknown, .reversing: true
        default: false
        }
    }
}
