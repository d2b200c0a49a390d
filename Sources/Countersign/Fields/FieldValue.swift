/// A value on its way into or out of a field.
public enum FieldValue: Sendable {
    /// No value: writing it takes the field back to what it is before anyone sets it.
    case none
    case text(String)
    case int(Int64)
    case bool(Bool)
    /// JSON text. On its way out of a table it has been checked.
    case json(ByteBuffer)

    /// Whether there is no value.
    var isNone: Bool {
        if case .none = self { return true }
        return false
    }

    /// The text, or empty for everything else.
    @inline(__always) public var text: String {
        if case .text(let text) = self { return text }
        return ""
    }

    /// The whole number, or nil for everything else.
    @inline(__always) public var int: Int64? {
        if case .int(let value) = self { return value }
        return nil
    }

    /// The truth value, or nil for everything else.
    @inline(__always) public var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    /// The JSON text, or nil for everything else.
    @inline(__always) public var json: ByteBuffer? {
        if case .json(let buffer) = self { return buffer }
        return nil
    }

    /// A text as a value, where an empty one stands for none.
    @inline(__always) public static func shown(_ text: String) -> FieldValue { text.isEmpty ? .none : .text(text) }
}
