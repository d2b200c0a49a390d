/// What the machine itself is waiting for. Part of the record, so that a payment can be taken up again from it.
struct PaymentProgress: Sendable {
    /// A record is on its way to the store, and the step is entered when it has arrived.
    var isPersisting = false
    var permitsMoney = false
    /// The question that is out.
    var asked: HookPoint?
    /// The request that is out.
    var outstanding: Operation?
    /// What is still to be asked before the request of `gatheringFor` is built.
    var gathering: RequestNeeds = []
    var gatheringFor = Operation.tokenise
    var hasTimer = false
    /// The second attempt's key, kept until a soft decline asks for it.
    var secondKey = ""
    var readBack = ReadBack.result
    var readBackTries = 0
    /// When pre-initiation began; its time-out covers the fingerprint.
    var preInitiatedAt: Int64 = 0
    /// When a decoupled authentication is given up.
    var decoupledDeadline: Int64 = 0
    /// A partial approval that nobody wants is being reversed.
    var isReversingPartial = false
    /// onPending was told for this step and reason.
    var hasToldPending = false
    /// Proof arrived after the ending.
    var hasResultChanged = false

    /// Why the authentication is read back, which decides what an open one means.
    enum ReadBack: UInt8, Sendable {
        /// `authenticate` gave a final state; its details are fetched.
        case result
        /// `authenticate` had no trustworthy reply.
        case lost
        /// The issuer's page posted its result.
        case completed
        /// The shopper closed the window.
        case closed
        /// The challenge's time is over.
        case deadline
        /// A decoupled authentication is looked at.
        case poll
        /// The host cancelled.
        case cancelled
    }
}
