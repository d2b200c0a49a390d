extension FieldRule {
    /// A value that fits the rule, in the form that is kept; otherwise what is wrong with it.
    enum Admission {
        case value(FieldValue)
        case fault(FieldFault)
    }

    /// Checks a value of a JSON document. `null` is none.
    func admit(_ json: JSONValue) throws(FieldFault) -> FieldValue {
        if case .json(let schema) = self { return try schema.admit(json) }
        switch json.kind {
        case .string:
            switch json.withStringBytes(admit(text:)) ?? .fault(.kind) {
            case .value(let value): return value
            case .fault(let fault): throw fault
            }
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
            var text = text
            switch text.withUTF8({ admit(text: UnsafeRawBufferPointer($0)) }) {
            case .value(let value): return value
            case .fault(let fault): throw fault
            }
        case .int(let int):
            switch self {
            case .decimal, .choice: return try admit(.text(String(int)))
            default: return try admit(int: int)
            }
        case .bool:
            guard case .bool = self else { throw .kind }
            return value
        case .json(let buffer):
            guard case .json(let schema) = self else { throw .kind }
            return try schema.admit(buffer)
        }
    }

    private func admit(int: Int64) throws(FieldFault) -> FieldValue {
        switch self {
        case .int(let range):
            guard range.contains(int) else { throw .range }
            return .int(int)
        case .timestamp: return .int(int)
        default: throw .kind
        }
    }

    private func admit(number json: JSONValue) throws(FieldFault) -> FieldValue {
        switch self {
        case .decimal, .choice:
            // The digits as written: a binary fraction would lose a cent.
            switch json.withText(admit(text:)) {
            case .value(let value): return value
            case .fault(.unlisted), .fault(.format): throw .kind
            case .fault(let fault): throw fault
            }
        case .int, .timestamp:
            guard let int = json.int64 else { throw .range }
            return try admit(int: int)
        default: throw .kind
        }
    }

    /// Checks a text in UTF-8.
    private func admit(text bytes: UnsafeRawBufferPointer) -> Admission {
        switch self {
        case .text(let range):
            if bytes.isEmpty { return range.lowerBound == 0 ? .value(.none) : .fault(.length(0)) }
            guard let length = TextFormat.length(bytes) else { return .fault(.control) }
            guard range.contains(length) else { return .fault(.length(length)) }
            return .kept(bytes)
        case .int, .bool, .json: return .fault(.kind)
        default: break
        }
        if bytes.isEmpty { return .value(.none) }
        switch self {
        case .choice(let list):
            guard let position = list.position(of: bytes) else {
                let near = NearestName.suggestion(for: String(decoding: bytes.prefix(64), as: UTF8.self), among: list.spellings)
                return .fault(.unlisted(near ?? ""))
            }
            return .value(.text(list.names[position]))
        case .digits(let range):
            guard TextFormat.isDigits(bytes) else { return .fault(.format) }
            return range.contains(bytes.count) ? .kept(bytes) : .fault(.length(bytes.count))
        case .alphanumeric(let max):
            guard bytes.allSatisfy(TextFormat.isAlphanumeric) else { return .fault(.format) }
            return bytes.count <= max ? .kept(bytes) : .fault(.length(bytes.count))
        case .date: return .kept(bytes, TextFormat.date(bytes) != nil)
        case .timestamp:
            guard let time = Timestamp.milliseconds(parsing: bytes) else { return .fault(.format) }
            return .value(.int(time))
        case .decimal: return .kept(bytes, TextFormat.isDecimal(bytes))
        case .url(let max):
            guard TextFormat.isURL(bytes) else { return .fault(.format) }
            return bytes.count <= max ? .kept(bytes) : .fault(.length(bytes.count))
        case .email: return .kept(bytes, TextFormat.isEmail(bytes))
        case .base64url(let max):
            guard TextFormat.isBase64(bytes) else { return .fault(.format) }
            return bytes.count <= max ? .kept(bytes) : .fault(.length(bytes.count))
        case .ip: return .kept(bytes, TextFormat.isIPv4(bytes) || TextFormat.isIPv6(bytes))
        case .ipv4: return .kept(bytes, TextFormat.isIPv4(bytes))
        case .phone: return .kept(bytes, TextFormat.isPhone(bytes))
        case .language: return .kept(bytes, TextFormat.isLanguage(bytes))
        case .countryCode: return .kept(bytes, CountryNames.isCode(bytes))
        case .countryNumber: return .kept(bytes, CountryNames.isNumber(bytes))
        case .brand:
            guard let brand = CardBrand(gatewayName: String(decoding: bytes.prefix(64), as: UTF8.self)) else { return .fault(.format) }
            return .value(.text(brand.id))
        case .currency:
            do throws(MoneyError) {
                _ = try Currency(code: bytes)
            } catch {
                // Withdrawn ones are told as such.
                return .fault(.part(path: "", .currencyInvalid, "is not valid: \(error.message)."))
            }
            return .kept(bytes)
        case .text, .int, .bool, .json: return .fault(.kind)
        }
    }
}

extension FieldRule.Admission {
    /// The text as it came, where its format is right.
    @inline(__always) static func kept(_ bytes: UnsafeRawBufferPointer, _ isRight: Bool = true) -> Self {
        isRight ? .value(.text(String(decoding: bytes, as: UTF8.self))) : .fault(.format)
    }
}
