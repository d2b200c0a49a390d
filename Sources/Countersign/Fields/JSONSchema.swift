/// A shape of JSON that is only passed on. It is checked once, where it enters, and kept as its canonical text: without white
/// space, members in the order of the schema, wire spellings in place of others.
public final class JSONSchema: Sendable {
    /// What a value must be, to follow "must be".
    let wanted: String
    private let shape: JSONShape

    /// - Parameters:
    ///   - wanted: What a value must be, to follow "must be", such as "an object of texts".
    ///   - shape: The shape.
    public init(_ wanted: String, _ shape: JSONShape) {
        self.wanted = wanted
        self.shape = shape
    }

    /// Whether it is an object whose names the host chooses, so that none of them is unknown.
    var hasOwnNames: Bool {
        if case .texts = shape { return true }
        return false
    }

    /// Checks a value and gives its canonical text.
    func admit(_ json: JSONValue) throws(FieldFault) -> FieldValue {
        if json.isNull { return .none }
        var writer = JSONWriter(capacity: 1_024)
        try shape.write(json, to: &writer)
        return .json(writer.finish())
    }

    /// Checks JSON text and gives its canonical text.
    func admit(_ buffer: ByteBuffer) throws(FieldFault) -> FieldValue {
        if buffer.count == 0 { return .none }
        return try admit(FieldFault.document(buffer).root)
    }
}

/// The shape of a JSON value.
public indirect enum JSONShape: Sendable {
    /// A text, number or truth value.
    case leaf(FieldRule)
    /// A number, written as it came, from zero up; `decimals` after the point at most.
    case number(decimals: Int)
    /// An object of these members, none of which is required; others are refused, or passed on where it `isOpen`.
    case object([JSONMember], isOpen: Bool = false)
    /// At most so many elements of one shape.
    case array(JSONShape, max: Int)
    /// An object of texts under names of the host's own.
    case texts(max: Int, name: Int, value: Int)
    /// An object of anything at all.
    case anyObject
}

/// A member of an object.
public struct JSONMember: Sendable {
    let name: StaticString
    /// Another name that is accepted in its place.
    let alias: StaticString?
    let shape: JSONShape

    init(_ name: StaticString, _ shape: JSONShape, alias: StaticString? = nil) {
        self.name = name
        self.alias = alias
        self.shape = shape
    }

    init(_ name: StaticString, _ rule: FieldRule, alias: StaticString? = nil) {
        self.init(name, .leaf(rule), alias: alias)
    }
}

extension JSONShape {
    func write(_ json: JSONValue, to writer: inout JSONWriter) throws(FieldFault) {
        switch self {
        case .leaf(let rule): try Self.writeLeaf(json, rule, to: &writer)
        case .number(let decimals): try Self.writeNumber(json, decimals, to: &writer)
        case .object(let members, let isOpen): try Self.writeObject(json, members, isOpen, to: &writer)
        case .array(let shape, let max): try Self.writeArray(json, shape, max, to: &writer)
        case .texts(let max, let name, let value): try Self.writeTexts(json, max, name, value, to: &writer)
        case .anyObject:
            guard json.kind == .object else { throw Self.fault("must be a JSON object") }
            json.write(to: &writer)
        }
    }

    private static func writeLeaf(_ json: JSONValue, _ rule: FieldRule, to writer: inout JSONWriter) throws(FieldFault) {
        let value: FieldValue
        do throws(FieldFault) {
            value = try rule.admit(json)
        } catch {
            throw error.ofLeaf(rule)
        }
        switch value {
        // An empty text that cannot be left out, as a member of an object is.
        case .none: writer.string("")
        case .text(let text): writer.string(text)
        case .int(let int):
            if case .timestamp = rule { writer.string(Timestamp.text(int)) } else { writer.int(int) }
        case .bool(let bool): writer.bool(bool)
        case .json(let buffer): buffer.withBytes { writer.raw($0) }
        }
    }

    private static func writeNumber(_ json: JSONValue, _ decimals: Int, to writer: inout JSONWriter) throws(FieldFault) {
        let text = json.numberText ?? json.string ?? ""
        let fits = json.kind == .number || json.kind == .string ? isAmount(text, decimals) : false
        guard fits else { throw fault("must be a number from 0 up with at most \(decimals) decimals, such as 89.99") }
        writer.number(text: text)
    }

    private static func isAmount(_ text: String, _ decimals: Int) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            guard TextFormat.isDecimal(bytes) else { return false }
            let point = bytes.firstIndex(of: 0x2e)
            // JSON has no leading zeros.
            if bytes[0] == 0x30, bytes.count > 1, point != 1 { return false }
            return point.map { bytes.count - $0 - 1 <= decimals } ?? true
        }
    }

    private static func writeObject(
        _ json: JSONValue, _ members: [JSONMember], _ isOpen: Bool, to writer: inout JSONWriter
    ) throws(FieldFault) {
        guard json.kind == .object else { throw fault("must be a JSON object") }
        var values = [JSONValue?](repeating: nil, count: members.count)
        var others: [(name: JSONName, value: JSONValue)] = []
        for (name, value) in json.members {
            guard let position = members.firstIndex(where: { $0.answers(to: name) }) else {
                if isOpen {
                    others.append((name, value))
                    continue
                }
                throw unknown(name.string, members)
            }
            guard values[position] == nil else {
                throw .part(path: members[position].name.description, .fieldInvalid, "is given twice.")
            }
            values[position] = value
        }
        writer.beginObject()
        for (position, member) in members.enumerated() {
            guard let value = values[position], !value.isNull else { continue }
            if case .leaf(let rule) = member.shape, rule.isEmptyText(value) { continue }
            writer.key(member.name)
            do throws(FieldFault) {
                try member.shape.write(value, to: &writer)
            } catch {
                throw error.within(member.name.description)
            }
        }
        for (name, value) in others {
            name.withBytes { writer.key(bytes: $0) }
            value.write(to: &writer)
        }
        writer.endObject()
    }

    private static func writeArray(
        _ json: JSONValue, _ shape: JSONShape, _ max: Int, to writer: inout JSONWriter
    ) throws(FieldFault) {
        guard json.kind == .array, json.count <= max else { throw fault("must be an array of at most \(max)") }
        writer.beginArray()
        var position = 0
        for element in json.elements {
            do throws(FieldFault) {
                guard !element.isNull else { throw fault("must not be null") }
                try shape.write(element, to: &writer)
            } catch {
                throw error.within(String(position))
            }
            position &+= 1
        }
        writer.endArray()
    }

    private static func writeTexts(
        _ json: JSONValue, _ max: Int, _ nameLength: Int, _ valueLength: Int, to writer: inout JSONWriter
    ) throws(FieldFault) {
        guard json.kind == .object, json.count <= max else { throw fault("must be an object of at most \(max) texts") }
        // By their bytes: two spellings of one character are two names.
        var names: Set<[UInt8]> = []
        writer.beginObject()
        for (name, value) in json.members {
            let name = name.string
            guard 1...nameLength ~= name.unicodeScalars.count, !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
                throw fault("must have names of 1 to \(nameLength) characters")
            }
            guard names.insert(Array(name.utf8)).inserted else { throw fault("must not give a name twice") }
            writer.key(name)
            do throws(FieldFault) {
                guard value.kind == .string else { throw fault("must be text of at most \(valueLength) characters") }
                try writeLeaf(value, .text(0...valueLength), to: &writer)
            } catch {
                throw error.within(QuotedText.of(name))
            }
        }
        writer.endObject()
    }

    private static func unknown(_ name: String, _ members: [JSONMember]) -> FieldFault {
        let names = members.map(\.name.description)
        let shown = QuotedText.of(name)
        let near = NearestName.suggestion(for: shown, among: names)
        let hint = near.map { "did you mean \($0)?" } ?? "here are: \(names.joined(separator: ", "))."
        return .part(path: shown, .fieldUnknown, "is no field; \(hint)")
    }

    private static func fault(_ message: String) -> FieldFault {
        .part(path: "", .fieldInvalid, message + ".")
    }
}

extension JSONMember {
    fileprivate func answers(to name: JSONName) -> Bool {
        if name == self.name { return true }
        return alias.map { name == $0 } ?? false
    }
}

extension FieldRule {
    /// Whether the value is an empty text that stands for none.
    fileprivate func isEmptyText(_ json: JSONValue) -> Bool {
        if case .text(let range) = self, range.lowerBound > 0 { return false }
        return json.isString("")
    }
}
