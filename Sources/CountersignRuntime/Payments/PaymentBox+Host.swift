import Countersign

/// What a host may do with a payment.
extension PaymentBox {
    /// Where user data of its hooks goes in the end.
    public var graveyard: Graveyard { engine.graveyard }

    /// See ``Engine/admit()``.
    @inline(__always)
    public func admit() throws(Failure) { try engine.admit() }

    /// Writes one member of the transaction data.
    public func set(_ path: String, _ value: FieldValue) throws(Failure) {
        try engine.change(self) { (data) throws(PaymentError) in try TransactionFields.set(path, value, to: &data) }
    }

    /// Takes over the card's data.
    public func setCard(_ card: CardBox) throws(Failure) { try engine.setCard(card, of: self) }

    /// Sets hooks of this payment.
    public func setHooks(
        _ changes: [(HookPoint, HookFunction?)], _ userData: UnsafeMutableRawPointer?, _ destroy: DestroyFunction?,
        needsPair: Bool
    ) throws(Failure) {
        try engine.setHooks(changes, userData, destroy, of: self, needsPair: needsPair)
    }

    /// Queues the payment for its first step.
    public func submit() throws(Failure) { try engine.submit(self) }

    /// Submits if need be and drives the payment; see ``Engine/run(_:timeout:)``.
    public func run(timeout: Int64) throws(Failure) -> Status { try engine.run(self, timeout: timeout) }

    /// Asks the payment to end. Sticky.
    public func cancel() throws(Failure) { try engine.cancel(self) }

    /// The issuer's page has posted its result. What it says proves nothing, so only that it came is told.
    public func completeChallenge() throws(Failure) { try engine.endChallenge(self, .challengeCompleted) }

    /// The shopper closed the challenge's window.
    public func closeChallenge() throws(Failure) { try engine.endChallenge(self, .challengeClosed) }

    /// Asks the gateway again what became of the payment.
    public func lookUp() throws(Failure) { try engine.lookUp(self) }

    /// The host has released the handle.
    public func released() { engine.release(self) }

    /// Where the payment stands.
    public func state() throws(Failure) -> PaymentState { try engine.state(of: self) }

    /// How the flow ended; nil before it has.
    public func ending() throws(Failure) -> PaymentRecord.Ending? {
        guard try state() == .settled else { return nil }
        return try engine.read(self) { $0.machine.pointee.record.ending }
    }

    /// A field's value; nil when there is no such field.
    public func value(_ path: String) throws(Failure) -> FieldValue? {
        try engine.read(self) { $0.value(at: path) }
    }

    /// All fields that have a value, as one JSON object.
    public func json() throws(Failure) -> ByteBuffer {
        try engine.read(self) { payment in
            var writer = JSONWriter(capacity: 1024)
            payment.writeFields(to: &writer)
            return writer.finish()
        }
    }

    /// The error that ended the payment.
    public func error() throws(Failure) -> PaymentError? {
        guard try ending() == .error else { return nil }
        return try engine.read(self) { $0.machine.pointee.record.error?.value }
    }
}
