/// A JSON text that was checked and can be read from: RFC 8259 without exceptions.
///
/// It keeps a private copy of the text, which is wiped with the document where that is secret. Reading changes nothing, so that
/// several threads may do it. Memory is bounded by the limits: at most 18 bytes for each byte of text and 32 for each value.
public final class JSONDocument: @unchecked Sendable {
    let tape: JSONTape

    /// Checks `bytes`, which must be one JSON value in UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The text. It is copied.
    ///   - isSecret: Whether the copy is wiped when the document goes.
    ///   - limits: What is refused for its size.
    /// - Throws: What was wrong, and where.
    public init(
        parsing bytes: UnsafeRawBufferPointer, isSecret: Bool = false, limits: JSONLimits = JSONLimits()
    ) throws(JSONError) {
        tape = try JSONParser.parse(bytes, isSecret: isSecret, limits: limits)
    }

    /// Checks the content of `buffer`; the document is as secret as that.
    public convenience init(parsing buffer: ByteBuffer, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        try self.init(parsing: buffer.bytes, isSecret: buffer.isSecret, limits: limits)
    }

    /// Checks `text`, which is not a secret.
    public convenience init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        try self.init(parsing: ByteBuffer(text), limits: limits)
    }

    /// The outermost value.
    public var root: JSONValue { JSONValue(document: self, index: 0) }

    /// Whether the text and its copy hold secrets.
    public var isSecret: Bool { tape.isSecret }
}
