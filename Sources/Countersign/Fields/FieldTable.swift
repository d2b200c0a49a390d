/// The fields of `Root`, checked and reachable by dotted path, as JSON and one by one. Build each once, in a `static let`.
public struct FieldTable<Root>: Sendable {
    let fields: [Field<Root>]
    let groups: [FieldGroup<Root>]
    let tree: FieldTree
    private let hints: [FieldHint]
    private let exclusive: [(StaticString, StaticString)]

    /// - Parameters:
    ///   - fields: Fields with unlike paths; a dotted path is a member of a nested object.
    ///   - groups: Members that have a table of their own.
    ///   - hints: What to say about names that are no fields, but that a host may well try.
    ///   - exclusive: Pairs of top-level fields of which one JSON object may give only one.
    public init(
        _ fields: [Field<Root>], groups: [FieldGroup<Root>] = [], hints: [FieldHint] = [],
        exclusive: [(StaticString, StaticString)] = []
    ) {
        self.fields = fields
        self.groups = groups
        self.hints = hints
        self.exclusive = exclusive
        tree = FieldTree(
            fields.enumerated().map { ($1.path, .field($0)) } + groups.enumerated().map { ($1.path, .group($0)) })
    }

    /// All paths, in the order of declaration.
    public var paths: [String] {
        fields.map(\.path.description) + groups.flatMap { group in group.paths.map { "\(group.path).\($0)" } }
    }

    /// Writes each member of an object into its field: all of them, or none when one is at fault.
    ///
    /// - Throws: `FIELD_UNKNOWN` for a name that is no field, with the nearest one; the field's own code for a value that does not
    ///   fit, or that is given twice. The error's `field` is the dotted path, below `prefix`.
    public func apply(_ json: JSONValue, to root: inout Root, at prefix: String = "") throws(PaymentError) {
        guard json.kind == .object else { throw FieldTable.noObject(prefix) }
        var changed = root
        do throws(PaymentError) {
            try applyInPlace(json, to: &changed)
        } catch {
            throw error.within(prefix)
        }
        root = changed
    }

    /// As ``apply(_:to:at:)``, but after an error `root` may hold some of the members.
    func applyInPlace(_ json: JSONValue, to root: inout Root) throws(PaymentError) {
        try apply(json, to: &root, node: 0)
        for (one, other) in exclusive where json[one] != nil && json[other] != nil {
            throw PaymentError(.fieldInvalid, .refused, "\(other) cannot be given together with \(one).", field: other.description)
        }
    }

    /// Writes the members of an object that stands at `node`.
    private func apply(_ json: JSONValue, to root: inout Root, node: Int) throws(PaymentError) {
        var seen: UInt64 = 0
        for (name, value) in json.members {
            let child = name.withBytes { tree.child($0, of: node) }
            guard child >= 0 else {
                throw unknown(name.string, node: node)
            }
            // Beyond 63 names in one object, a second mention goes unnoticed here; the reader's list of duplicates has it.
            let bit: UInt64 = 1 << UInt64(child & 63)
            guard child > 63 || seen & bit == 0 else {
                let path = tree.path(of: child, in: node)
                throw PaymentError(.fieldInvalid, .refused, "\(path) is given twice.", field: path)
            }
            seen |= child > 63 ? 0 : bit
            switch tree.children(of: node)[child].target {
            case .field(let position): try write(value, to: &root, field: position)
            case .branch(let next):
                guard value.kind == .object else { throw FieldTable.noObject(tree.path(of: child, in: node)) }
                try apply(value, to: &root, node: next)
            case .group(let position):
                if value.isNull {
                    groups[position].remove(&root)
                    continue
                }
                guard value.kind == .object else { throw FieldTable.noObject(tree.path(of: child, in: node)) }
                do throws(PaymentError) {
                    try groups[position].apply(value, &root)
                } catch {
                    throw error.within(groups[position].path.description)
                }
            }
        }
    }

    private static func noObject(_ path: String) -> PaymentError {
        PaymentError(.fieldInvalid, .refused, "\(path.isEmpty ? "This" : path) must be a JSON object.", field: path)
    }

    private func write(_ json: JSONValue, to root: inout Root, field position: Int) throws(PaymentError) {
        let value: FieldValue
        do throws(FieldFault) {
            value = try fields[position].rule.admit(json)
        } catch {
            throw error.error(fields[position].rule, fields[position].path.description, fields[position].code)
        }
        try fields[position].write(&root, value)
    }

    // MARK: One by one

    /// Writes one field.
    ///
    /// - Parameters:
    ///   - path: The dotted path of a field, or of an object, which takes JSON.
    ///   - value: A text, number, truth value or JSON; `.none` takes the field back.
    /// - Throws: As ``apply(_:to:at:)``.
    public func set(_ path: String, _ value: FieldValue, to root: inout Root) throws(PaymentError) {
        switch find(path) {
        case .field(let position):
            let field = fields[position]
            let checked: FieldValue
            do throws(FieldFault) {
                checked = try field.rule.admit(value)
            } catch {
                throw error.error(field.rule, path, field.code)
            }
            try field.write(&root, checked)
        case .group(let position, let rest):
            let group = groups[position]
            do throws(PaymentError) {
                if !rest.isEmpty {
                    try group.set(rest, value, &root)
                } else if case .none = value {
                    group.remove(&root)
                } else {
                    var changed = root
                    try group.apply(try FieldTable.object(value).root, &changed)
                    root = changed
                }
            } catch {
                throw error.within(group.path.description)
            }
        case .branch(let node):
            do throws(PaymentError) {
                try apply(try FieldTable.object(value).root, to: &root, node: node)
            } catch {
                throw error.field.isEmpty ? error.within(path) : error
            }
        case .nothing(let name, let node):
            throw unknown(name, node: node)
        }
    }

    /// Reads one field: `.none` where it has no value, nil where there is no such field.
    public func get(_ path: String, from root: Root) -> FieldValue? {
        switch find(path) {
        case .field(let position): fields[position].read(root)
        case .group(let position, let rest): rest.isEmpty ? nil : groups[position].get(rest, root)
        case .branch, .nothing: nil
        }
    }

    /// Whether `path` names a field.
    public func hasField(_ path: String) -> Bool {
        switch find(path) {
        case .field: true
        case .group(let position, let rest): groups[position].paths.contains(rest)
        case .branch, .nothing: false
        }
    }

    /// The object that a setter brings as JSON text.
    private static func object(_ value: FieldValue) throws(PaymentError) -> JSONDocument {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: value.json ?? ByteBuffer(value.text))
        } catch {
            throw PaymentError(.jsonInvalid, .refused, " is an object, set as JSON text: \(error.message)")
        }
        guard document.root.kind == .object else { throw PaymentError(.fieldInvalid, .refused, " must be a JSON object.") }
        return document
    }

    private enum Found {
        case field(Int)
        case group(Int, rest: String)
        case branch(Int)
        case nothing(name: String, node: Int)
    }

    private func find(_ path: String) -> Found {
        var node = 0
        var rest = path[...]
        while true {
            let dot = rest.firstIndex(of: ".")
            let name = String(rest[..<(dot ?? rest.endIndex)])
            let after = dot.map { rest[rest.index(after: $0)...] }
            var bytes = name
            let child = bytes.withUTF8 { tree.child(UnsafeRawBufferPointer($0), of: node) }
            guard child >= 0 else {
                return .nothing(name: String(rest), node: node)
            }
            switch (tree.children(of: node)[child].target, after) {
            case (.field(let position), nil): return .field(position)
            case (.field, _?): return .nothing(name: String(rest), node: node)
            case (.group(let position), _): return .group(position, rest: after.map(String.init) ?? "")
            case (.branch(let next), nil): return .branch(next)
            case (.branch(let next), let after?):
                node = next
                rest = after
            }
        }
    }

    // MARK: Unknown names

    private func unknown(_ name: String, node: Int) -> PaymentError {
        let level = tree.path(of: node)
        let siblings = tree.children(of: node).map(\.text)
        let shown = String(name.unicodeScalars.prefix(64).map { $0.value < 0x20 || $0.value == 0x7f ? "?" : Character($0) })
        let path = level.isEmpty ? shown : "\(level).\(shown)"
        let advice: String
        if let hint = hints.first(where: { $0.names.contains { $0.description == name } }) {
            advice = "\(hint.text)."
        } else if let near = NearestName.suggestion(for: shown, among: siblings) {
            advice = "did you mean \(near)?"
        } else if let elsewhere = paths.first(where: { $0.hasSuffix("." + shown) }) {
            advice = "did you mean \(elsewhere)?"
        } else {
            advice = "here are \(siblings.joined(separator: ", "))."
        }
        return PaymentError(.fieldUnknown, .refused, "\(path) is no field; \(advice)", field: path)
    }

    // MARK: Writing

    /// Writes an object of all fields that have a value, nested as their paths are.
    public func write(_ root: Root, to writer: inout JSONWriter) {
        write(root, node: 0, to: &writer)
    }

    private func write(_ root: Root, node: Int, to writer: inout JSONWriter) {
        writer.beginObject()
        for child in tree.children(of: node) {
            switch child.target {
            case .field(let position):
                switch fields[position].read(root) {
                case .none: continue
                case .text(let text):
                    writer.key(child.text)
                    writer.string(text)
                case .int(let value):
                    writer.key(child.text)
                    writer.int(value)
                case .bool(let value):
                    writer.key(child.text)
                    writer.bool(value)
                case .json(let buffer):
                    writer.key(child.text)
                    buffer.withBytes { writer.raw($0) }
                }
            case .group(let position):
                groups[position].write(root, child.text, &writer)
            case .branch(let next):
                guard hasValue(root, node: next) else { continue }
                writer.key(child.text)
                write(root, node: next, to: &writer)
            }
        }
        writer.endObject()
    }

    private func hasValue(_ root: Root, node: Int) -> Bool {
        tree.children(of: node).contains { child in
            switch child.target {
            case .field(let position):
                if case .none = fields[position].read(root) { return false }
                return true
            case .group(let position): return groups[position].exists(root)
            case .branch(let next): return hasValue(root, node: next)
            }
        }
    }
}
