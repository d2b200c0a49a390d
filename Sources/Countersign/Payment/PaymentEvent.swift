/// What happens to a payment.
public enum PaymentEvent: Sendable {
    /// The host submitted it; card and transaction data passed every check, or the error says which did not.
    case submitted(Submission)
    /// The record of that sequence number is in the store.
    case persisted(UInt32)
    /// The store cannot take the record: nothing it would have permitted may happen.
    case notPersisted(UInt32, PaymentError)
    /// An asked hook decided.
    case answered(HookPoint, HookDecision, HookReply)
    /// A request came to an end.
    case completed(Operation, Outcome)
    /// The deadline that `setTimer` named has passed.
    case timerFired
    /// The host handed over what the issuer's page posted. It proves nothing: the outcome is read back.
    case challengeCompleted
    /// The shopper closed the challenge's window.
    case challengeClosed
    /// The host wants out.
    case cancelRequested
    /// The host wants the gateway asked again what became of the payment.
    case lookUpRequested
    /// Verified word of the gateway that came by itself, such as a webhook.
    case proof(TransactionReply)

    /// What the runtime adds at submission, since the machine has no randomness of its own.
    public struct Submission: Sendable {
        /// A fresh key for each attempt that may come.
        public var idempotencyKeys: (first: String, second: String)
        /// What may be shown of the card.
        public var card: PaymentRecord.CardSummary
        /// The first check that failed; nil: all passed.
        public var refusal: PaymentError?

        /// A submission, refused when `refusal` says why.
        public init(idempotencyKeys: (first: String, second: String), card: PaymentRecord.CardSummary, refusal: PaymentError?) {
            self.idempotencyKeys = idempotencyKeys
            self.card = card
            self.refusal = refusal
        }
    }
}

/// What a payment wants done. Effects are carried out in their order.
public enum PaymentEffect: Sendable {
    /// Write the record; `persisted` with the same number must come before anything it permits.
    case persist(sequence: UInt32, permitsMoney: Bool)
    /// Ask the host; a late answer must come within the time-out (milliseconds), or `timerFired` is due.
    case ask(HookPoint, timeout: Int64)
    /// Tell the host.
    case tell(HookPoint)
    /// Make the request.
    case send(Operation)
    /// Fire at that time (milliseconds since 1970 UTC), in place of any earlier timer.
    case setTimer(at: Int64)
    case clearTimer
    /// The security code has gone with its request, or the card is a token now: wipe it.
    case forgetCard
    /// The flow has ended and everything about it has been told: wipe what is left of secrets, wake who waits.
    case settled
}
