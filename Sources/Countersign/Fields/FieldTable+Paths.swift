/// Fields one by one, by dotted path.
extension FieldTable {
    /// Writes one field.
    ///
    /// - Parameters:
    ///   - path: The dotted path of a field, or of an object, which takes JSON.
    ///   - value: A text, number, truth value or JSON; `.none` takes the field back.
    /// - Throws: As ``apply(_:to:at:)``.
    public func set(_ path: String, _ value: FieldValue, to root: inout Root) throws(PaymentError) {
        var path = path
        try path.withUTF8 { path in
            Result { () throws(PaymentError) in try set(path, value, to: &root) }
        }.get()
    }

    /// As ``set(_:_:to:)-(String,_,_)``, for a path in UTF-8.
    public func set(_ path: UnsafeBufferPointer<UInt8>, _ value: FieldValue, to root: inout Root) throws(PaymentError) {
        switch find(path) {
        case .field(let position): try set(value, to: &root, field: position)
        case .group(let position, let rest):
            do throws(PaymentError) {
                try set(rest, value, to: &root, group: position)
            } catch {
                throw error.within(groups[position].path.description)
            }
        case .branch(let level):
            let object = try FieldTable.object(value, tree.path(of: level))
            var changed = root
            try apply(object.root, to: &changed, level: level)
            root = changed
        case .nothing(let name, let level): throw unknown(name, level: level)
        }
    }

    private func set(_ value: FieldValue, to root: inout Root, field position: Int) throws(PaymentError) {
        let checked: FieldValue
        do throws(FieldFault) {
            checked = try fields[position].rule.admit(value)
        } catch {
            throw error.error(fields[position].rule, fields[position].path.description, fields[position].code)
        }
        try fields[position].write(&root, checked)
    }

    private func set(
        _ path: UnsafeBufferPointer<UInt8>, _ value: FieldValue, to root: inout Root, group position: Int
    ) throws(PaymentError) {
        if path.count > 0 {
            try groups[position].set(path, value, &root)
        } else if case .none = value {
            groups[position].remove(&root)
        } else {
            let object = try FieldTable.object(value, "")
            var changed = root
            try groups[position].apply(object.root, &changed)
            root = changed
        }
    }

    /// Reads one field: `.none` where it has no value, nil where there is no such field.
    public func get(_ path: String, from root: Root) -> FieldValue? {
        var path = path
        return path.withUTF8 { get($0, from: root) }
    }

    /// As ``get(_:from:)-(String,_)``, for a path in UTF-8.
    public func get(_ path: UnsafeBufferPointer<UInt8>, from root: Root) -> FieldValue? {
        switch find(path) {
        case .field(let position): fields[position].read(root)
        case .group(let position, let rest): rest.isEmpty ? nil : groups[position].get(rest, root)
        case .branch, .nothing: nil
        }
    }

    /// Whether `path` names a field.
    public func hasField(_ path: String) -> Bool {
        var path = path
        return path.withUTF8 { hasField($0) }
    }

    func hasField(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        switch find(path) {
        case .field: true
        case .group(let position, let rest): groups[position].paths.contains { $0.utf8.elementsEqual(rest) }
        case .branch, .nothing: false
        }
    }

    /// The object that a setter brings as JSON text.
    private static func object(_ value: FieldValue, _ path: String) throws(PaymentError) -> JSONDocument {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: value.json ?? ByteBuffer(value.text))
        } catch {
            throw PaymentError(.jsonInvalid, .refused, "\(path) is an object, set as JSON text: \(error.message)", field: path)
        }
        guard document.root.kind == .object else {
            throw PaymentError(.fieldInvalid, .refused, "\(path) must be a JSON object.", field: path)
        }
        return document
    }

    private enum Found {
        case field(Int)
        case group(Int, rest: UnsafeBufferPointer<UInt8>)
        case branch(Int)
        case nothing(name: String, level: Int)
    }

    private func find(_ path: UnsafeBufferPointer<UInt8>) -> Found {
        var level = 0
        var rest = path
        while true {
            let dot = rest.firstIndex(of: 0x2e)
            let child = tree.child(UnsafeBufferPointer(rebasing: rest[..<(dot ?? rest.count)]), of: level)
            guard child >= 0 else { return .nothing(name: String(decoding: rest, as: UTF8.self), level: level) }
            let after = UnsafeBufferPointer(rebasing: rest[min((dot ?? rest.count) &+ 1, rest.count)...])
            switch tree.children(of: level)[child].target {
            case .field(let position):
                return dot == nil ? .field(position) : .nothing(name: String(decoding: rest, as: UTF8.self), level: level)
            case .group(let position): return .group(position, rest: after)
            case .branch(let next):
                if dot == nil { return .branch(next) }
                level = next
                rest = after
            }
        }
    }

    // MARK: Unknown names

    func unknown(_ name: String, level: Int) -> PaymentError {
        let place = tree.path(of: level)
        let siblings = tree.children(of: level).map(\.text)
        let shown = String(name.unicodeScalars.prefix(64).map { $0.value < 0x20 || $0.value == 0x7f ? "?" : Character($0) })
        let path = place.isEmpty ? shown : "\(place).\(shown)"
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
}
