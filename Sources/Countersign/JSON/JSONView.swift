/// A look at a value of a document that somebody else keeps alive.
///
/// It reads like a ``JSONValue`` and costs no reference counting, which is most of the price of reading a message of fifty
/// members. Whoever makes one keeps the document until the last use of it and of every view taken from it: hence not public.
struct JSONView {
    private let document: Unmanaged<JSONDocument>
    private let index: UInt32

    fileprivate init(_ document: Unmanaged<JSONDocument>, _ index: UInt32) {
        self.document = document
        self.index = index
    }

    /// The same with a reference of its own.
    var value: JSONValue { JSONValue(document: document.takeUnretainedValue(), index: index) }

    @inline(__always) private func read<R>(_ body: (borrowing JSONTape, UnsafePointer<JSONNode>) -> R) -> R {
        document._withUnsafeGuaranteedRef { body($0.tape, UnsafePointer($0.tape.nodes + Int(index))) }
    }

    /// What the value is.
    var kind: JSONKind { read { $1.pointee.kind } }

    /// Whether the value is `null`.
    var isNull: Bool { kind == .null }

    /// The member `name` of an object, the first where several have that name; nil otherwise.
    subscript(_ name: StaticString) -> JSONView? {
        let found = read { tape, node in
            node.pointee.kind == .object
                ? JSONKeyOrder.find(name.utf8Start, name.utf8CodeUnitCount, in: index, tape) : nil
        }
        return found.map { JSONView(document, $0) }
    }

    /// A copy of a string. For documents that are not secret, since nothing wipes the copy.
    var string: String? { withStringBytes { String(decoding: $0, as: UTF8.self) } }

    /// The value of `true` or `false`.
    var bool: Bool? { read { $1.pointee.kind == .bool ? $0.text[Int($1.pointee.start)] == 0x74 : nil } }

    /// The value of a number that is written as an integer and fits.
    var int64: Int64? { kind == .number ? value.int64 : nil }

    /// The text of a number.
    var numberText: String? { withNumberBytes { String(decoding: $0, as: UTF8.self) } }

    /// Calls `body` with the content of a string in UTF-8, escapes undone; nil for another value.
    @inline(__always) func withStringBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R? {
        read { tape, node in
            guard node.pointee.kind == .string else { return nil }
            return body(UnsafeRawBufferPointer(start: tape.content(node), count: Int(node.pointee.length)))
        }
    }

    /// Calls `body` with the text of a number; nil for another value.
    @inline(__always) func withNumberBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R? {
        read { tape, node in
            guard node.pointee.kind == .number else { return nil }
            return body(UnsafeRawBufferPointer(start: tape.text + Int(node.pointee.start), count: Int(node.pointee.length)))
        }
    }

    /// Whether the value is the string `text`, compared without a copy.
    func isString(_ text: StaticString) -> Bool { withStringBytes { $0.equals(text) } ?? false }
}

extension JSONDocument {
    /// A look at the outermost value, for as long as the document is kept.
    var view: JSONView { JSONView(Unmanaged.passUnretained(self), 0) }
}
