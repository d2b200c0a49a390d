/// What an asked hook decided. No answer is never a yes.
public enum HookDecision: UInt8, Sendable {
    /// Go on, with the reply's data.
    case proceed = 1
    /// The hook's own meaning of "none": see the table in Sources/README.md.
    case none = 2
    /// The host says that it cannot decide, or the answer was 0 or not one of the constants.
    case failed = 4
    /// The host promised a late answer, and none came in time.
    case timedOut = 5
}
