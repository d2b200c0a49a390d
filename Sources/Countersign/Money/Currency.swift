/// A currency of ISO 4217 in use.
public struct Currency: Hashable, Sendable, CustomStringConvertible {
    /// The three letters, the first in the highest of three bytes.
    let letters: UInt32
    /// The number of ISO 4217, such as 978; written with three digits.
    public let numeric: UInt16
    private let decimals: UInt8

    private static let noMinorUnit: UInt8 = 255

    /// Digits after the decimal point: the minor unit is 10⁻ⁿ. Nil for gold, test codes and the like, which have no
    /// minor unit.
    public var exponent: Int? { decimals == Self.noMinorUnit ? nil : Int(decimals) }

    /// The code, such as `EUR`.
    public var code: String {
        // Small enough to need no memory.
        String(unsafeUninitializedCapacity: 3) { text in
            for place in 0..<3 { text[place] = UInt8(truncatingIfNeeded: letters >> (16 &- 8 &* UInt32(place))) }
            return 3
        }
    }

    /// The number with three digits, such as `036`.
    public var numericText: String {
        let text = String(numeric)
        return String(repeating: "0", count: 3 &- min(text.utf8.count, 3)) + text
    }

    /// The code.
    public var description: String { code }

    /// The currency with this code: three capital letters.
    public init(code: String) throws(MoneyError) {
        var code = code
        let found = code.withUTF8 { Self(bytes: UnsafeRawBufferPointer($0)) }
        guard let found else { throw Self.refusal(code) }
        self = found
    }

    /// The currency whose code these bytes are, without making a `String` of them.
    public init(code: UnsafeRawBufferPointer) throws(MoneyError) {
        guard let found = Self(bytes: code) else { throw Self.refusal(String(decoding: code.prefix(8), as: UTF8.self)) }
        self = found
    }

    /// The currency with this number of ISO 4217; nil for none in use.
    public init?(numeric: Int) {
        let rows = CurrencyRows()
        guard let row = (0..<rows.count).first(where: { Int(rows.numeric($0)) == numeric }) else { return nil }
        self.init(row: row, of: rows)
    }

    /// Every currency in use, in order of the code.
    public static var all: [Currency] {
        let rows = CurrencyRows()
        return (0..<rows.count).map { Currency(row: $0, of: rows) }
    }

    private init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 3 else { return nil }
        let wanted = UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
        let rows = CurrencyRows()
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low &+ high) / 2
            if rows.letters(middle) < wanted { low = middle &+ 1 } else { high = middle }
        }
        guard low < rows.count, rows.letters(low) == wanted else { return nil }
        self.init(row: low, of: rows)
    }

    private init(row: Int, of rows: CurrencyRows) {
        letters = rows.letters(row)
        numeric = rows.numeric(row)
        decimals = rows.exponent(row) ?? Self.noMinorUnit
    }

    private static func refusal(_ code: String) -> MoneyError {
        let text = CurrencyTable.withdrawn.description.utf8
        var rest = text[...]
        while rest.count >= 16 {
            let row = rest.prefix(16)
            rest = rest.dropFirst(16)
            guard row.prefix(3).elementsEqual(code.utf8) else { continue }
            let replacement = String(Substring(row.dropFirst(3).prefix(3)))
            var until = Substring(row.dropFirst(6))
            while until.last == "-" { until.removeLast() }
            return .withdrawnCurrency(code, until: String(until), replacement: replacement == "---" ? "" : replacement)
        }
        return .unknownCurrency(code)
    }
}

/// Reads the rows of the generated table where they lie.
private struct CurrencyRows {
    private let text = CurrencyTable.active.utf8Start
    let count = CurrencyTable.active.utf8CodeUnitCount / 7

    func letters(_ row: Int) -> UInt32 {
        let row = text + row &* 7
        return UInt32(row[0]) << 16 | UInt32(row[1]) << 8 | UInt32(row[2])
    }

    func numeric(_ row: Int) -> UInt16 {
        let row = text + row &* 7
        return (3...5).reduce(0) { $0 &* 10 &+ UInt16(row[$1] &- 0x30) }
    }

    func exponent(_ row: Int) -> UInt8? {
        let character = text[row &* 7 &+ 6]
        return character == UInt8(ascii: "-") ? nil : character &- 0x30
    }
}
