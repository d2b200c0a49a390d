/// One value on the tape of a document: values stand in the order of the text, each container before its content.
@usableFromInline struct JSONNode {
    /// Where the member name begins, after its quote. No meaning outside objects.
    var keyStart: UInt32
    /// Bytes of the member name, escapes undone.
    var keyLength: UInt32
    /// Where the value begins; its quote, where it is a string.
    var start: UInt32
    /// Bytes of the value: of the content with escapes undone for a string, of the text for all others.
    var length: UInt32
    /// The node after this one and its content. While a container is open: the container around it.
    var next: UInt32
    /// Members or elements.
    var count: UInt32
    /// Where the sorted members begin in the document's key order. Only for objects above `JSONKeyOrder.threshold`.
    var order: UInt32
    var kind: JSONKind
    /// Whether the member name has escapes, and so stands undone in the side text.
    var keyIsEscaped: Bool
    /// The same for the value, where it is a string.
    var isEscaped: Bool

    /// No node: around the outermost value.
    static let none = UInt32.max
}
