import Countersign

/// Why a call failed: a status, and a sentence or the payment error behind it.
public struct Failure: Error, Sendable {
    /// What the call answers.
    public let status: Status
    /// The documented error, where the failure is about a payment's data or state.
    public let error: PaymentError?
    /// What happened and what to do, where there is no such error.
    public let message: StaticString
    /// Names the argument at fault, where that helps.
    public let field: StaticString

    /// A failure of the call itself.
    public init(_ status: Status, _ message: StaticString, field: StaticString = "") {
        self.status = status
        error = nil
        self.message = message
        self.field = field
    }

    /// A failure that the payment documents have a name for.
    public init(_ status: Status, _ error: PaymentError) {
        self.status = status
        self.error = error
        message = ""
        field = ""
    }

    /// A value that a field does not take.
    public init(refusing error: PaymentError) { self.init(.field, error) }

    /// JSON that could not be read.
    init(_ error: JSONError) {
        let what = PaymentError(.jsonInvalid, .refused, error.message)
        self.init(error.fault == .utf8 ? .text : .field, what)
    }

    static let forked = Failure(
        .forked, "The engine was made before this process was forked: make one in the child, and only release this one.")
    static let reentrant = Failure(
        .reentrant, "A hook of this engine is running on this thread: return from it first, or call from another thread.")
    static let gone = Failure(.gone, "The engine was released: nothing of it can be used any more.")
}
