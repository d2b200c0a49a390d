/// Why a value does not fit a rule. It never holds the value, which may be personal.
enum FieldFault: Error {
    /// A number where a text belongs, or the like.
    case kind
    /// The length in characters that the text has.
    case length(Int)
    case control
    case format
    /// Not on the list; the near entry, or empty.
    case unlisted(String)
    case range
    /// The field itself refuses a value that fits its rule.
    case refused(PaymentError)
    /// A part of a JSON value is at fault: its path, and what is to be said of it.
    case part(path: String, ErrorCode, String)

    /// JSON that a setter brought.
    static func document(_ buffer: ByteBuffer) throws(FieldFault) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(parsing: buffer)
        } catch {
            throw .part(path: "", .jsonInvalid, "must be JSON: \(error.message)")
        }
    }

    /// The same fault of a part of `path`.
    func within(_ path: String) -> FieldFault {
        guard case .part(let inner, let code, let message) = self else { return self }
        return .part(path: inner.isEmpty ? path : "\(path).\(inner)", code, message)
    }

    /// The fault of a leaf of a JSON value.
    func ofLeaf(_ rule: FieldRule) -> FieldFault {
        if case .part = self { return self }
        return .part(path: "", .fieldInvalid, predicate(rule))
    }

    /// The error of a field at `path` whose rule is `rule`.
    func error(_ rule: FieldRule, _ path: String, _ code: ErrorCode) -> PaymentError {
        if case .refused(let error) = self { return error }
        if case .part(let inner, let code, let message) = self {
            let full = inner.isEmpty ? path : "\(path).\(inner)"
            return PaymentError(code, .refused, "\(full) \(message)", field: full)
        }
        return PaymentError(code, .refused, "\(path) \(predicate(rule))", field: path)
    }

    /// What is to be said of the field: what would be right, and what is wrong where that helps.
    private func predicate(_ rule: FieldRule) -> String {
        let wanted = "must be \(rule.wanted)"
        return switch self {
        case .length(let length): "\(wanted); it has \(length)."
        case .control: "\(wanted), without control characters."
        case .unlisted(let near) where !near.isEmpty: "\(wanted); did you mean \(near)?"
        default: "\(wanted)."
        }
    }
}

extension PaymentError {
    /// The same error of a field of the object at `path`. Errors of fields begin with the field's path.
    func within(_ path: String) -> PaymentError {
        guard !path.isEmpty else { return self }
        var error = self
        error.field = field.isEmpty ? path : "\(path).\(field)"
        error.message = message.hasPrefix(field) ? error.field + message.dropFirst(field.count) : message
        return error
    }
}

extension FieldRule {
    /// What a value must be, to follow "must be".
    var wanted: String {
        switch self {
        case .text(let range): "text of \(Self.count(range)) characters"
        case .choice(let list): "one of " + list.names.joined(separator: ", ")
        case .digits(let range): "text of \(Self.count(range)) digits"
        case .alphanumeric(let max): "text of at most \(max) letters and digits, without hyphens"
        case .int(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .bool: "true or false"
        case .date: "a day such as 2027-12-31"
        case .timestamp: "a time such as 2027-12-31T23:59:59Z, or milliseconds since 1970"
        case .decimal: "an amount such as \"99.99\""
        case .url(let max): "an absolute http or https URL of at most \(max) characters"
        case .email: "an e-mail address of at most 254 characters"
        case .base64url(let max): "base64url text of at most \(max) characters"
        case .ip: "an IPv4 or IPv6 address"
        case .ipv4: "an IPv4 address such as 192.0.2.1"
        case .phone: "a telephone number such as +441632960961"
        case .language: "a language tag such as en-GB"
        case .countryCode: "a country's two letters (ISO 3166-1 alpha-2), such as GB"
        case .countryNumber: "a country's three digits (ISO 3166-1 numeric) as text, such as \"826\""
        case .brand: "a card brand: one of " + CardBrand.allCases.map(\.id).joined(separator: ", ")
        case .currency: "a currency's three capital letters (ISO 4217), such as EUR"
        case .json(let schema): schema.wanted
        }
    }

    private static func count(_ range: ClosedRange<Int>) -> String {
        if range.count == 1 { return "exactly \(range.upperBound)" }
        return range.lowerBound == 0 ? "at most \(range.upperBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
