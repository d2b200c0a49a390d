/// One value of a document, which it keeps alive. Asking a value for what it is not gives nil, never an error.
public struct JSONValue: Sendable {
    let document: JSONDocument
    let index: UInt32

    @inline(__always) var node: UnsafePointer<JSONNode> { UnsafePointer(document.tape.nodes + Int(index)) }

    /// What the value is.
    public var kind: JSONKind { withExtendedLifetime(document) { node.pointee.kind } }

    /// Whether the value is `null`.
    public var isNull: Bool { kind == .null }

    /// Members of an object, elements of an array; 0 for all else.
    public var count: Int { withExtendedLifetime(document) { Int(node.pointee.count) } }

    /// The member `name` of an object, the first where several have that name; nil otherwise.
    public subscript(_ name: StaticString) -> JSONValue? {
        member(name.utf8Start, name.utf8CodeUnitCount)
    }

    /// The member `name` of an object, the first where several have that name; nil otherwise.
    public func member(_ name: String) -> JSONValue? {
        var name = name
        return name.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return self[""] }
            return member(start, utf8.count)
        }
    }

    @inline(__always) func member(_ name: UnsafePointer<UInt8>, _ length: Int) -> JSONValue? {
        guard kind == .object, let found = JSONKeyOrder.find(name, length, in: index, document.tape) else { return nil }
        return JSONValue(document: document, index: found)
    }

    // MARK: Scalars

    /// A copy of a string. For documents that are not secret, since nothing wipes the copy.
    public var string: String? { withStringBytes { String(decoding: $0, as: UTF8.self) } }

    /// The value of `true` or `false`.
    public var bool: Bool? {
        withExtendedLifetime(document) {
            node.pointee.kind == .bool ? document.tape.text[Int(node.pointee.start)] == 0x74 : nil
        }
    }

    /// The value of a number that is written as an integer and fits; `1.0` and `1e3` do not count as such.
    public var int64: Int64? {
        guard kind == .number else { return nil }
        return withText(Self.integer)
    }

    /// The text of a number, as exact as it was written.
    public var numberText: String? {
        guard kind == .number else { return nil }
        return withText { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls `body` with the content of a string in UTF-8, escapes undone; no `String` is made.
    public func withStringBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R? {
        try withExtendedLifetime(document) {
            let node = node
            guard node.pointee.kind == .string else { return nil }
            return try body(
                UnsafeRawBufferPointer(start: document.tape.content(node), count: Int(node.pointee.length)))
        }
    }

    /// Whether the value is the string `text`, compared without a copy.
    public func isString(_ text: StaticString) -> Bool {
        withStringBytes { $0.equals(text) } ?? false
    }

    // MARK: Text

    /// Calls `body` with the value's part of the JSON text, exactly as it was parsed.
    public func withText<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(document) {
            let start = document.tape.text + Int(node.pointee.start)
            return try body(UnsafeRawBufferPointer(start: start, count: textLength))
        }
    }

    /// Writes the value again, without the white space between its parts.
    public func write(to writer: inout JSONWriter) {
        withText { writer.compact($0) }
    }

    /// Bytes of the value's text. A string's node counts its content, which escapes make shorter than its text.
    private var textLength: Int {
        let length = Int(node.pointee.length)
        guard node.pointee.kind == .string else { return length }
        if !node.pointee.isEscaped { return length &+ 2 }
        let start = document.tape.text + Int(node.pointee.start)
        return JSONStringScanner.closingQuote(start + 1) - start &+ 1
    }

    private static func integer(_ text: UnsafeRawBufferPointer) -> Int64? {
        let isNegative = text.first == 0x2d
        var value: Int64 = 0
        for byte in text.dropFirst(isNegative ? 1 : 0) {
            guard byte &- 0x30 < 10 else { return nil }
            // Built up below zero, where there is room for one more than above.
            let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowedToo) = tens.subtractingReportingOverflow(Int64(byte &- 0x30))
            if overflowed || overflowedToo { return nil }
            value = sum
        }
        if isNegative { return value }
        let (negated, overflowed) = Int64(0).subtractingReportingOverflow(value)
        return overflowed ? nil : negated
    }
}
