/// A failure as a value: what, when, where, and what to do about it. It never holds a secret.
public struct PaymentError: Error, Equatable, Sendable {
    /// What went wrong.
    public var code: ErrorCode
    /// When, which decides whether trying again is safe.
    public var when: FailureTime
    /// One sentence for a developer that says what happened and what to do.
    public var message: String
    /// Dotted path of the field at fault, or empty.
    public var field: String
    /// The gateway's own code for the failure, or empty.
    public var providerCode: String
    /// The gateway's name for the request that failed, for its support, or empty.
    public var correlationId: String

    /// A failure of that code at that time, with a sentence that says what to do.
    public init(
        _ code: ErrorCode, _ when: FailureTime, _ message: String, field: String = "", providerCode: String = "",
        correlationId: String = ""
    ) {
        self.code = code
        self.when = when
        self.message = message
        self.field = field
        self.providerCode = providerCode
        self.correlationId = correlationId
    }
}
