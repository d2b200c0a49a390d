extension FieldRule {
    /// Checks a value of a JSON document. `null` is none.
    func admit(_ json: JSONValue) throws(FieldFault) -> FieldValue {
        if case .json(let schema) = self { return try schema.admit(json) }
        switch json.kind {
        case .string: return try admit(text: json.content)
        case .number: return try admit(number: json)
        case .bool:
            guard case .bool = self, let value = json.bool else { throw .kind }
            return .bool(value)
        case .null: return .none
        case .object, .array: throw .kind
        }
    }

    /// Checks a value that a setter brought.
    func admit(_ value: FieldValue) throws(FieldFault) -> FieldValue {
        switch value {
        case .none: return .none
        case .text(let text):
            if case .json(let schema) = self { return try schema.admit(ByteBuffer(text)) }
            let admitted = try Self.bytes(of: text) { (bytes) throws(FieldFault) in try admit(text: bytes) }
            return admitted
        case .int(let int):
            switch self {
            case .decimal, .choice: return try admit(.text(String(int)))
            default: return try admit(int: int)
            }
        case .bool:
            guard case .bool = self else { throw .kind }
            return value
        case .json(let buffer):
            if case .json(let schema) = self { return try schema.admit(buffer) }
            let document = try FieldFault.document(buffer)
            defer { withExtendedLifetime(document) {} }
            return try admit(document.root)
        }
    }

    private func admit(int: Int64) throws(FieldFault) -> FieldValue {
        switch self {
        case .int(let range):
            guard range.contains(int) else { throw .range }
            return .int(int)
        case .timestamp:
            guard FieldLimits.moments.contains(int) else { throw .range }
            return .int(int)
        default: throw .kind
        }
    }

    private func admit(number json: JSONValue) throws(FieldFault) -> FieldValue {
        switch self {
        case .decimal, .choice:
            // The digits as written: a binary fraction would lose a cent.
            return try Self.bytes(of: json.numberText ?? "") { (bytes) throws(FieldFault) in try admit(text: bytes) }
        case .int, .timestamp:
            guard let int = json.int64 else { throw .range }
            return try admit(int: int)
        default: throw .kind
        }
    }

    /// Checks a text in UTF-8.
    private func admit(text bytes: UnsafeRawBufferPointer) throws(FieldFault) -> FieldValue {
        if case .text(let range) = self { return try Self.admit(bytes, range) }
        if bytes.isEmpty { return try admitNothing() }
        switch self {
        case .choice(let list):
            guard let position = list.position(of: bytes) else { throw .unlisted(list.suggestion(for: bytes)) }
            return .text(list.names[position])
        case .timestamp:
            guard let time = Timestamp.milliseconds(parsing: bytes) else { throw .format }
            return .int(time)
        case .brand:
            guard let brand = CardBrand(gatewayName: Self.text(bytes.prefix(64))) else { throw .format }
            return .text(brand.id)
        case .currency:
            do throws(MoneyError) {
                _ = try Currency(code: bytes)
            } catch {
                // Withdrawn ones are told as such.
                throw .part(path: "", .currencyInvalid, "is not valid: \(error.message).")
            }
        case .int, .bool, .json: throw .kind
        default:
            guard hasFormat(bytes) else { throw .format }
            guard lengths.contains(bytes.count) else { throw .length(bytes.count) }
        }
        return .text(Self.text(bytes[...]))
    }

    /// A text of any content but control characters.
    @inline(__always) static func admit(_ bytes: UnsafeRawBufferPointer, _ range: ClosedRange<Int>) throws(FieldFault)
        -> FieldValue
    {
        if bytes.isEmpty, range.lowerBound == 0 { return .none }
        guard let length = TextFormat.length(bytes) else { throw .control }
        guard range.contains(length) else { throw .length(length) }
        return .text(Self.text(bytes[...]))
    }

    /// An empty text, where the rule is none of free text.
    private func admitNothing() throws(FieldFault) -> FieldValue {
        switch self {
        case .int, .bool, .json: throw .kind
        default: return .none
        }
    }

    private func hasFormat(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .digits: TextFormat.isDigits(bytes)
        case .alphanumeric: bytes.allSatisfy(TextFormat.isAlphanumeric)
        case .date: TextFormat.date(bytes) != nil
        case .decimal: TextFormat.isDecimal(bytes)
        case .url: TextFormat.isURL(bytes)
        case .email: TextFormat.isEmail(bytes)
        case .base64url: TextFormat.isBase64(bytes)
        case .ip: TextFormat.isIPv4(bytes) || TextFormat.isIPv6(bytes)
        case .ipv4: TextFormat.isIPv4(bytes)
        case .phone: TextFormat.isPhone(bytes)
        case .language: TextFormat.isLanguage(bytes)
        case .countryCode: CountryNames.isCode(bytes)
        case .countryNumber: CountryNames.isNumber(bytes)
        case .text, .choice, .int, .bool, .timestamp, .brand, .currency, .json: false
        }
    }

    /// How many ASCII characters a text of that format may have, where the format does not say so itself.
    private var lengths: ClosedRange<Int> {
        switch self {
        case .digits(let range): range
        case .alphanumeric(let max), .url(let max), .base64url(let max): 0...max
        default: 0...Int.max
        }
    }

    @inline(__always) private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self)
    }

    /// Calls `body` with the UTF-8 of a text.
    private static func bytes<Value>(
        of text: String, _ body: (UnsafeRawBufferPointer) throws(FieldFault) -> Value
    ) throws(FieldFault) -> Value {
        var text = text
        return try text.withUTF8 { utf8 in
            Result { () throws(FieldFault) in try body(UnsafeRawBufferPointer(utf8)) }
        }.get()
    }
}
