/// The character of a sandbox: what gateways differ in.
public struct SandboxOptions: Sendable {
    /// Two servers with the same seed give the same ids and answers to the same requests.
    public var seed: UInt64 = 1
    /// How long each answer takes, in milliseconds.
    public var latency: Int64 = 0
    /// How long a transaction cannot be looked up after it was made, in milliseconds.
    public var lookUpLag: Int64 = 0
    /// How long a repeated key gets the first answer again, in milliseconds; 0: keys are ignored and a repetition pays twice.
    public var idempotencyLifetime: Int64 = 24 * 3_600_000
    /// How many payments are kept before the oldest is forgotten.
    public var capacity = 1 << 17

    /// How long after sending the sandbox's "not found" proves that a request had no effect, in milliseconds.
    public static let notFoundProvesAfter: Int64 = 10_000

    /// What is written above.
    public init() {}
}
