/// Why a text is not the JSON that the reader takes.
public enum JSONFault: String, Sendable, CaseIterable {
    /// A character where the grammar has no place for it.
    case syntax
    /// A comma that nothing follows, as in `[1,]`.
    case comma
    /// A text or name in other quotes than `"`, or in none.
    case quote
    /// A comment.
    case comment
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
    /// The place as people count it: lines from 1, characters of the line from 1.
    public let line: Int, column: Int
    /// The limit that was exceeded; 0 for other faults.
    public let limit: Int

    /// - Parameters:
    ///   - fault: What was wrong.
    ///   - offset: Bytes before it.
    ///   - text: The whole text, in which line and column are counted.
    ///   - limit: The limit that was exceeded.
    init(_ fault: JSONFault, offset: Int, in text: UnsafeBufferPointer<UInt8>, limit: Int = 0) {
        self.fault = fault
        self.offset = offset
        self.limit = limit
        let before = text.prefix(offset)
        line = before.reduce(1) { $0 &+ ($1 == 0x0a ? 1 : 0) }
        let lineStart = before.lastIndex(of: 0x0a).map { $0 &+ 1 } ?? before.startIndex
        // A character has one byte that continues no other.
        column = before[lineStart...].reduce(1) { $0 &+ ($1 & 0xc0 == 0x80 ? 0 : 1) }
    }

    /// One sentence for people.
    public var message: String {
        let place = "at line \(line), column \(column) (byte \(offset))"
        return switch fault {
        case .syntax: "JSON: unexpected character \(place)."
        case .comma: "JSON: nothing follows the comma before the bracket \(place): take the comma out."
        case .quote: "JSON: texts and names stand in double quotes, unlike what is \(place)."
        case .comment: "JSON: there are no comments, such as the one \(place)."
        case .utf8: "JSON: ill-formed UTF-8 \(place)."
        case .escape: "JSON: invalid escape or lone surrogate \(place)."
        case .control: "JSON: control character in a text \(place): write it as an escape, such as \\n."
        case .nul: "JSON: NUL in a text \(place): no text here can hold one."
        case .number: "JSON: malformed number \(place)."
        case .trailing: "JSON: something follows the end of the value, \(place)."
        case .truncated: "JSON: the text ends too early, \(place)."
        case .byteOrderMark: "JSON: a byte order mark is not allowed."
        case .depth: "JSON: nested more than \(limit) deep \(place)."
        case .tooBig: "JSON: the text is longer than \(limit) bytes."
        case .tooMany: "JSON: more than \(limit) values, \(place)."
        }
    }
}

extension JSONError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
