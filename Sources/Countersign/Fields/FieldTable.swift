/// The fields of `Root`, checked and reachable by dotted path, as JSON and one by one. Build each once, in a `static let`.
public final class FieldTable<Root>: Sendable {
    let fields: [Field<Root>]
    let groups: [FieldGroup<Root>]
    let tree: FieldTree
    private let plain: [PlainText]
    let hints: [FieldHint]
    /// Pairs of top-level names of which one object may have only one, as bits of their positions.
    private let exclusive: [UInt64]

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
        plain = fields.map { PlainText($0.rule, offset: $0.textOffset) }
        tree = FieldTree(
            fields.enumerated().map { ($1.path, .field($0)) } + groups.enumerated().map { ($1.path, .group($0)) })
        let names = tree.children(of: 0).map(\.text)
        self.exclusive = exclusive.map { pair in
            [pair.0, pair.1].reduce(0) { bits, name in
                bits | (names.firstIndex(of: name.description).map(FieldTable.bit) ?? 0)
            }
        }
    }

    /// A bit for a child; none beyond 64, which is more than an object should have.
    @inline(__always) private static func bit(_ child: Int) -> UInt64 {
        child < 64 ? 1 << UInt64(truncatingIfNeeded: child) : 0
    }

    /// All paths, in the order of declaration.
    public var paths: [String] {
        fields.map(\.path.description) + groups.flatMap { group in group.paths.map { "\(group.path).\($0)" } }
    }

    /// Writes each member of an object into its field: all of them, or none when one is at fault.
    ///
    /// - Throws: `FIELD_UNKNOWN` for a name that is no field, with the nearest one; the field's own code for a value that does
    /// not
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

    /// As ``apply(_:to:at:)``, but for a root that nobody needs if it fails, so that no copy of it is made.
    public func filled(_ root: consuming Root, from json: JSONValue) throws(PaymentError) -> Root {
        guard json.kind == .object else { throw FieldTable.noObject("") }
        try applyInPlace(json, to: &root)
        return root
    }

    /// As ``apply(_:to:at:)``, but after an error `root` may hold some of the members. For objects only.
    func applyInPlace(_ json: JSONValue, to root: inout Root) throws(PaymentError) {
        try apply(json, to: &root, level: 0)
    }

    /// Writes the members of an object that stands at a level of the tree.
    func apply(_ json: JSONValue, to root: inout Root, level: Int) throws(PaymentError) {
        let children = tree.children(of: level)
        var seen: UInt64 = 0
        try json.forEachMember { (name, value) throws(PaymentError) in
            let child = tree.child(name, of: level)
            guard child >= 0 else { throw unknown(String(decoding: name, as: UTF8.self), level: level) }
            let bit = FieldTable.bit(child)
            guard seen & bit == 0 else { throw FieldTable.duplicate(tree.path(of: child, in: level)) }
            seen |= bit
            switch children[child].target {
            case .field(let position): try write(value, to: &root, field: position)
            case .branch(let next):
                guard value.kind == .object else { throw FieldTable.noObject(tree.path(of: child, in: level)) }
                try apply(value, to: &root, level: next)
            case .group(let position): try write(value, to: &root, group: position)
            }
        }
        guard level == 0, let pair = exclusive.first(where: { seen & $0 == $0 }) else { return }
        let names = children.indices.filter { FieldTable.bit($0) & pair != 0 }.map { children[$0].text }
        throw PaymentError(
            .fieldInvalid, .refused, "\(names[names.count - 1]) cannot be given together with \(names[0]).",
            field: names[names.count - 1])
    }

    @inline(__always) private func write(
        _ json: JSONValue, to root: inout Root, field position: Int
    ) throws(PaymentError) {
        do throws(FieldFault) {
            if try plain[position].write(json, to: &root) { return }
            let value = try fields[position].rule.admit(json)
            do throws(PaymentError) {
                try fields[position].write(&root, value)
            } catch {
                throw FieldFault.refused(error)
            }
        } catch {
            throw error.error(fields[position].rule, fields[position].path.description, fields[position].code)
        }
    }

    private func write(_ json: JSONValue, to root: inout Root, group position: Int) throws(PaymentError) {
        if json.isNull {
            groups[position].remove(&root)
            return
        }
        guard json.kind == .object else { throw FieldTable.noObject(groups[position].path.description) }
        do throws(PaymentError) {
            try groups[position].apply(json, &root)
        } catch {
            throw error.within(groups[position].path.description)
        }
    }

    private static func duplicate(_ path: String) -> PaymentError {
        PaymentError(.fieldInvalid, .refused, "\(path) is given twice.", field: path)
    }

    static func noObject(_ path: String) -> PaymentError {
        PaymentError(.fieldInvalid, .refused, "\(path.isEmpty ? "This" : path) must be a JSON object.", field: path)
    }
}
