/// One field of `Root`: its dotted path, what it takes, and how it is written and read.
public struct Field<Root>: Sendable {
    /// Dotted, below the root.
    public let path: StaticString
    /// What it takes.
    public let rule: FieldRule
    /// The code of the error for a value that does not fit.
    public let code: ErrorCode
    /// Writes a value that fits the rule, in the form the rule gives it.
    public let write: @Sendable (inout Root, FieldValue) throws(PaymentError) -> Void
    /// Reads the value; `.none` where there is none.
    public let read: @Sendable (Root) -> FieldValue
    /// Where the text lies that `write` would write, so that a table can do without the closure; negative: it cannot.
    private(set) var textOffset = -1

    /// A field whose place no key path names.
    public init(
        _ path: StaticString, _ rule: FieldRule, code: ErrorCode = .fieldInvalid,
        write: @escaping @Sendable (inout Root, FieldValue) throws(PaymentError) -> Void,
        read: @escaping @Sendable (Root) -> FieldValue
    ) {
        self.path = path
        self.rule = rule
        self.code = code
        self.write = write
        self.read = read
    }
}

/// Fields that one member holds. The path of each is named once, and so is its place: none can read what another writes.
extension Field {
    /// A member of `Root`, as a key path.
    public typealias Member<Value> = WritableKeyPath<Root, Value> & Sendable

    /// A text; `absent` where none is given.
    public static func text(
        _ path: StaticString, _ member: any Member<String>, _ rule: FieldRule, absent: String = "",
        code: ErrorCode = .fieldInvalid
    ) -> Field {
        let place = FieldPlace(member)
        var field = Field(path, rule, code: code) { root, value in
            if case .text(let text) = value { place.write(text, to: &root) } else { place.write(absent, to: &root) }
        } read: {
            .shown(place.value(in: $0))
        }
        field.textOffset = place.offset ?? -1
        return field
    }

    /// A whole number; `absent` where none is given, and then shown as none where it `hidesAbsent`.
    public static func int(
        _ path: StaticString, _ member: any Member<Int>, _ range: ClosedRange<Int64>, absent: Int = 0, hidesAbsent: Bool = false
    ) -> Field {
        let place = FieldPlace(member)
        return Field(path, .int(range)) {
            place.write($1.int.map { Int(truncatingIfNeeded: $0) } ?? absent, to: &$0)
        } read: {
            let value = place.value(in: $0)
            return hidesAbsent && value == absent ? .none : .int(Int64(value))
        }
    }

    /// A time-out: whole seconds outside, milliseconds inside.
    public static func seconds(
        _ path: StaticString, _ member: any Member<Int64>, _ range: ClosedRange<Int64>, absent: Int64
    ) -> Field {
        let place = FieldPlace(member)
        return Field(path, .int(range)) {
            place.write($1.int.map { $0 &* 1_000 } ?? absent, to: &$0)
        } read: {
            let value = place.value(in: $0)
            return value == 0 ? .none : .int(value / 1_000)
        }
    }

    /// A truth value.
    public static func flag(_ path: StaticString, _ member: any Member<Bool>, absent: Bool = false) -> Field {
        let place = FieldPlace(member)
        return Field(path, .bool) {
            place.write($1.bool ?? absent, to: &$0)
        } read: {
            .bool(place.value(in: $0))
        }
    }

    /// One case of an enumeration, or none.
    public static func choice<Value: FieldChoice>(
        _ path: StaticString, _ member: any Member<Value?>, code: ErrorCode = .fieldInvalid
    ) -> Field {
        let place = FieldPlace(member)
        let cases = Array(Value.allCases)
        let list = ChoiceList(cases.map { Choice($0.name.description) })
        return Field(path, .choice(list), code: code) {
            place.write(list.names.firstIndex(of: $1.text).map { cases[$0] }, to: &$0)
        } read: {
            place.value(in: $0).map { .text($0.name.description) } ?? .none
        }
    }

    /// One case of an enumeration; `absent` where none is given.
    public static func choice<Value: FieldChoice>(
        _ path: StaticString, _ member: any Member<Value>, absent: Value, code: ErrorCode = .fieldInvalid
    ) -> Field {
        let place = FieldPlace(member)
        let cases = Array(Value.allCases)
        let list = ChoiceList(cases.map { Choice($0.name.description) })
        return Field(path, .choice(list), code: code) {
            place.write(list.names.firstIndex(of: $1.text).map { cases[$0] } ?? absent, to: &$0)
        } read: {
            .text(place.value(in: $0).name.description)
        }
    }

    /// JSON that a schema accepts.
    public static func json(_ path: StaticString, _ member: any Member<ByteBuffer?>, _ schema: JSONSchema) -> Field {
        let place = FieldPlace(member)
        return Field(path, .json(schema)) {
            place.write($1.json, to: &$0)
        } read: {
            place.value(in: $0).map { .json($0) } ?? .none
        }
    }
}
