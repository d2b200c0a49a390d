/// Why a text is not the JSON that the reader takes.
public enum JSONFault: String, Sendable, CaseIterable {
    /// A character where the grammar has no place for it.
    case syntax
    /// Bytes in a string that are not UTF-8 (RFC 3629).
    case utf8
    /// An unknown escape, or half of a surrogate pair.
    case escape
    /// A control character in a string, not escaped.
    case control
    /// An escaped NUL, which no text of a payment holds and C strings cannot.
    case nul
    /// A number that is not one, such as `1.` or `01`.
    case number
    /// More text after the document.
    case trailing
    /// The text ends within the document, or is empty.
    case truncated
    /// A byte order mark at the start.
    case byteOrderMark
    /// Deeper than ``JSONLimits/depth``.
    case depth
    /// Longer than ``JSONLimits/bytes``.
    case tooBig
    /// More values than ``JSONLimits/values``.
    case tooMany
}

/// A text that was refused, and where. It quotes nothing of the text, which may hold card data.
public struct JSONError: Error, Equatable, Sendable {
    /// What was wrong.
    public let fault: JSONFault
    /// Bytes before the place where it was noticed.
    public let offset: Int

    /// - Parameters:
    ///   - fault: What was wrong.
    ///   - offset: Bytes before it.
    public init(_ fault: JSONFault, offset: Int) {
        self.fault = fault
        self.offset = offset
    }

    /// One sentence for people.
    public var message: String {
        switch fault {
        case .syntax: "JSON: unexpected character at byte \(offset)."
        case .utf8: "JSON: ill-formed UTF-8 at byte \(offset)."
        case .escape: "JSON: invalid escape or lone surrogate at byte \(offset)."
        case .control: "JSON: unescaped control character in a string at byte \(offset)."
        case .nul: "JSON: NUL in a string at byte \(offset)."
        case .number: "JSON: malformed number at byte \(offset)."
        case .trailing: "JSON: text after the end of the document at byte \(offset)."
        case .truncated: "JSON: the text ends too early, at byte \(offset)."
        case .byteOrderMark: "JSON: a byte order mark is not allowed."
        case .depth: "JSON: nested too deeply at byte \(offset)."
        case .tooBig: "JSON: the text is too long."
        case .tooMany: "JSON: too many values, at byte \(offset)."
        }
    }
}

extension JSONError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
