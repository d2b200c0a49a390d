/// Checks the fields of a request as the real API does, and refuses with the field's path. PXP, request tables.
enum SandboxField {
    /// A string of so many bytes.
    static func text(_ value: JSONView?, _ path: StaticString, _ length: ClosedRange<Int>) throws(SandboxRefusal) -> JSONView {
        guard let value = try optionalText(value, path, length) else { throw .field(path, "is required.") }
        return value
    }

    /// The same, or absent or null.
    @discardableResult
    static func optionalText(
        _ value: JSONView?, _ path: StaticString, _ length: ClosedRange<Int>
    ) throws(SandboxRefusal) -> JSONView? {
        guard let value, !value.isNull else { return nil }
        guard let count = value.withStringBytes({ $0.count }) else { throw .field(path, "must be a string.") }
        guard length.contains(count) else {
            throw .field(path, "must have \(length.lowerBound) to \(length.upperBound) characters.")
        }
        return value
    }

    /// A string of digits.
    @discardableResult
    static func digits(_ value: JSONView?, _ path: StaticString, _ length: ClosedRange<Int>) throws(SandboxRefusal)
        -> JSONView
    {
        let value = try text(value, path, length)
        let isPlain = value.withStringBytes { $0.allSatisfy { $0 &- 0x30 < 10 } } ?? false
        guard isPlain else { throw .field(path, "must have digits only.") }
        return value
    }

    /// The same, or absent or null.
    @discardableResult
    static func optionalDigits(
        _ value: JSONView?, _ path: StaticString, _ length: ClosedRange<Int>
    ) throws(SandboxRefusal) -> JSONView? {
        guard let value, !value.isNull else { return nil }
        return try digits(value, path, length)
    }

    /// An integer, which must not be written as a string.
    @discardableResult
    static func integer(_ value: JSONView?, _ path: StaticString, _ range: ClosedRange<Int64>) throws(SandboxRefusal) -> Int64 {
        guard let value, !value.isNull else { throw .field(path, "is required.") }
        guard let number = value.int64 else { throw .field(path, "must be a whole number.") }
        guard range.contains(number) else { throw .field(path, "must be from \(range.lowerBound) to \(range.upperBound).") }
        return number
    }

    /// A boolean.
    static func bool(_ value: JSONView?, _ path: StaticString) throws(SandboxRefusal) {
        guard let value else { return }
        guard value.bool != nil else { throw .field(path, "must be true or false.") }
    }

    /// One of a list, as its index.
    static func choice(
        _ value: JSONView?, _ path: StaticString, _ choices: [StaticString]
    ) throws(SandboxRefusal) -> Int {
        guard let value, !value.isNull else { throw .field(path, "is required.") }
        for (index, choice) in choices.enumerated() where value.isString(choice) { return index }
        throw .field(path, "must be one of \(choices.map(\.description).joined(separator: ", ")).")
    }

    /// An object.
    static func object(_ value: JSONView?, _ path: StaticString) throws(SandboxRefusal) -> JSONView {
        guard let value = try optionalObject(value, path) else { throw .field(path, "is required.") }
        return value
    }

    /// The same, or absent or null.
    static func optionalObject(_ value: JSONView?, _ path: StaticString) throws(SandboxRefusal) -> JSONView? {
        guard let value, !value.isNull else { return nil }
        guard value.kind == .object else { throw .field(path, "must be an object.") }
        return value
    }

    /// An address to call back.
    @discardableResult
    static func url(_ value: JSONView?, _ path: StaticString) throws(SandboxRefusal) -> JSONView {
        let value = try text(value, path, 1...2048)
        guard value.withStringBytes({ starts($0, "https://") || starts($0, "http://") }) == true else {
            throw .field(path, "must be an http or https URL.")
        }
        return value
    }

    /// A currency in use that has a minor unit.
    static func currency(_ value: JSONView?, _ path: StaticString) throws(SandboxRefusal) -> Currency {
        let value = try text(value, path, 3...3)
        let found = value.withStringBytes { try? Currency(code: $0) } ?? nil
        guard let found, found.exponent != nil else { throw .field(path, "must be an ISO 4217 currency.") }
        return found
    }

    /// An amount with at most the decimals of its currency: none, and no point either, where it has no decimals.
    static func amount(_ value: JSONView?, _ currency: Currency, _ path: StaticString) throws(SandboxRefusal) -> Int64 {
        guard let value, !value.isNull else { throw .field(path, "is required.") }
        let exponent = currency.exponent ?? 0
        switch value.withNumberBytes({ DecimalText.parse($0, exponent: exponent, truncates: false) }) {
        case nil: throw .field(path, "must be a number.")
        case .success(let units): return units
        case .failure(.tooManyDecimals): throw .field(path, "has more decimals than \(currency.code), which has \(exponent).")
        case .failure(.negative): throw .field(path, "must not be negative.")
        case .failure(.tooLarge): throw .field(path, "is too large.")
        case .failure(.syntax): throw .field(path, "must be a plain decimal number.")
        }
    }

    /// A day such as `2027-01-31`.
    static func optionalDay(_ value: JSONView?, _ path: StaticString) throws(SandboxRefusal) {
        guard let value = try optionalText(value, path, 10...10) else { return }
        let isDay = value.withStringBytes { bytes in
            func number(_ range: Range<Int>) -> Int? {
                var number = 0
                for byte in bytes[range] {
                    guard byte &- 0x30 < 10 else { return nil }
                    number = number &* 10 &+ Int(byte &- 0x30)
                }
                return number
            }
            guard bytes[4] == 0x2d, bytes[7] == 0x2d, let year = number(0..<4), let month = number(5..<7),
                let day = number(8..<10)
            else { return false }
            return CivilDate(year: year, month: month, day: day) != nil
        }
        guard isDay == true else { throw .field(path, "must be a date such as 2027-01-31.") }
    }

    /// A moment, in milliseconds since 1970 UTC.
    static func moment(_ value: JSONView?, _ path: StaticString) throws(SandboxRefusal) -> Int64 {
        let value = try text(value, path, 1...40)
        guard let moment = value.withStringBytes({ Timestamp.milliseconds(parsing: $0) }) ?? nil else {
            throw .field(path, "must be an ISO 8601 date and time.")
        }
        return moment
    }

    /// Whether the bytes begin with the text.
    static func starts(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard bytes.count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[index] != text.utf8Start[index] { return false }
        return true
    }
}
