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
        case .member(let name, let position): try set(value, member: name, of: position, in: &root)
        case .nothing(let name, let level): throw unknown(name, level: level)
        }
    }

    /// Writes one member of a field whose members are the host's own. Its name is all that follows, dots included.
    private func set(
        _ value: FieldValue, member name: String, of position: Int, in root: inout Root
    ) throws(PaymentError) {
        let path = "\(fields[position].path).\(QuotedText.of(name))"
        var writer = JSONWriter()
        writer.beginObject()
        var isWritten = false
        if let before = fields[position].read(root).json, let object = try? JSONDocument(parsing: before) {
            for (known, old) in object.root.members {
                let isIt = known.string.utf8.elementsEqual(name.utf8)
                if isIt, value.isNone { continue }
                known.withBytes { writer.key(bytes: $0) }
                if isIt {
                    try FieldTable.write(value, path, to: &writer)
                    isWritten = true
                } else {
                    old.write(to: &writer)
                }
            }
        }
        if !isWritten, !value.isNone {
            writer.key(name)
            try FieldTable.write(value, path, to: &writer)
        }
        writer.endObject()
        try set(.json(writer.finish()), to: &root, field: position)
    }

    private static func write(_ value: FieldValue, _ path: String, to writer: inout JSONWriter) throws(PaymentError) {
        switch value {
        case .none: writer.null()
        case .text(let text): writer.string(text)
        case .int(let number): writer.int(number)
        case .bool(let truth): writer.bool(truth)
        case .json(let buffer):
            do throws(JSONError) {
                try JSONDocument(parsing: buffer).root.write(to: &writer)
            } catch {
                throw PaymentError(.jsonInvalid, .refused, "\(path) must be JSON: \(error.message)", field: path)
            }
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
        case .member(let name, let position): member(name, of: fields[position].read(root).json)
        case .branch, .nothing: nil
        }
    }

    private func member(_ name: String, of buffer: ByteBuffer?) -> FieldValue {
        guard let buffer, let object = try? JSONDocument(parsing: buffer) else { return .none }
        return object.root.member(name)?.string.map { .text($0) } ?? .none
    }

    /// Whether `path` names a field.
    public func hasField(_ path: String) -> Bool {
        var path = path
        return path.withUTF8 { hasField($0) }
    }

    func hasField(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        switch find(path) {
        case .field, .member: true
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
        case member(String, of: Int)
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
                if dot == nil { return .field(position) }
                guard case .json(let schema) = fields[position].rule, schema.hasOwnNames else {
                    return .nothing(name: String(decoding: rest, as: UTF8.self), level: level)
                }
                return .member(String(decoding: after, as: UTF8.self), of: position)
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
        let shown = QuotedText.of(name)
        let path = place.isEmpty ? shown : "\(place).\(shown)"
        let advice: String
        if let hint = hints.first(where: { $0.names.contains { $0.description == name } }) {
            advice = "\(hint.text)."
        } else if let near = nearest(path, shown, siblings) {
            advice = "did you mean \(near)?"
        } else if let elsewhere = paths.first(where: { $0.hasSuffix("." + shown) }) {
            advice = "did you mean \(elsewhere)?"
        } else {
            advice = "here are \(siblings.joined(separator: ", "))."
        }
        return PaymentError(.fieldUnknown, .refused, "\(path) is no field; \(advice)", field: path)
    }

    /// The field that was probably meant: among all paths, among the names at that level, or at least where its path begins.
    private func nearest(_ path: String, _ name: String, _ siblings: [String]) -> String? {
        guard let dot = name.utf8.firstIndex(of: 0x2e) else { return NearestName.suggestion(for: name, among: siblings) }
        return NearestName.suggestion(for: path, among: paths)
            ?? NearestName.suggestion(for: String(name[..<dot]), among: siblings)
    }
}
