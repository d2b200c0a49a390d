/// How much JSON the reader takes before it refuses the text.
public struct JSONLimits: Sendable, Equatable {
    /// Objects and arrays within each other; the outermost is the first.
    public var depth: Int
    /// Bytes of text. 256 MiB is the most that is ever taken.
    public var bytes: Int
    /// Values, containers included.
    public var values: Int

    /// Limits that fit every message of a gateway.
    public init(depth: Int = 32, bytes: Int = 1 << 20, values: Int = 65_536) {
        self.depth = depth
        self.bytes = bytes
        self.values = values
    }
}
