/// When a failure happened, which decides whether money may have moved and whether it is safe to try again.
public enum FailureTime: UInt8, Sendable {
    /// Our own check, or a hook, said no before anything was sent. Safe to repeat.
    case refused = 1
    /// No byte of the request left. Safe to repeat.
    case notSent = 2
    /// The gateway answered with an error. Repeat as its advice says.
    case answered = 3
    /// Sent, and no trustworthy answer came. Not safe to repeat: reconcile.
    case unknown = 4

    /// The name in the C header and in JSON.
    public var name: StaticString {
        switch self {
        case .refused: "refused"
        case .notSent: "not_sent"
        case .answered: "answered"
        case .unknown: "unknown"
        }
    }
}
