/// An amount of money: whole minor units of a currency, never below zero.
public struct Amount: Hashable, Sendable, CustomStringConvertible {
    /// Units of 10⁻ⁿ, where n is the currency's exponent: cents, yen, fils.
    public let minorUnits: Int64
    /// The currency, which has a minor unit.
    public let currency: Currency

    /// What to do with more digits after the point than the currency has.
    public enum Excess: Sendable {
        /// Refuse the text.
        case refused
        /// Leave them out: 0.239 EUR is 23 cents.
        case truncated
    }

    /// An amount of minor units. Refuses negative ones and currencies without a minor unit.
    public init(minorUnits: Int64, currency: Currency) throws(MoneyError) {
        guard currency.exponent != nil else { throw .noMinorUnit(currency) }
        guard minorUnits >= 0 else { throw .negative }
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads a plain decimal number such as `12.3`: digits, and at most one point with digits on both sides. Fewer
    /// decimals than the currency has are filled up with zeros. Signs, blanks, separators of thousands and powers of
    /// ten are refused.
    public init(decimalText: String, currency: Currency, excess: Excess = .refused) throws(MoneyError) {
        var text = decimalText
        let result = text.withUTF8 { text in
            Result { () throws(MoneyError) in try Self.parse(UnsafeRawBufferPointer(text), currency, excess) }
        }
        try self.init(minorUnits: result.get(), currency: currency)
    }

    /// The same from UTF-8.
    public init(decimalText: UnsafeRawBufferPointer, currency: Currency, excess: Excess = .refused) throws(MoneyError) {
        try self.init(minorUnits: Self.parse(decimalText, currency, excess), currency: currency)
    }

    /// The amount with all of its currency's decimals: `1.10`, `500`, `0.005`.
    public var decimalText: String {
        withUnsafeTemporaryAllocation(byteCount: DecimalText.greatestLength, alignment: 1) { buffer in
            String(decoding: buffer.prefix(writeDecimalText(into: buffer)), as: UTF8.self)
        }
    }

    /// Writes the same as ASCII, at most 22 bytes, and answers how many. Writes nothing and answers 0 when they do not fit.
    public func writeDecimalText(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        DecimalText.write(minorUnits, exponent: currency.exponent ?? 0, into: buffer)
    }

    /// `12.30 EUR`.
    public var description: String { "\(decimalText) \(currency)" }

    /// The sum; nil for another currency, or when it does not fit.
    public func adding(_ other: Amount) -> Amount? {
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        return overflow ? nil : changed(to: sum, by: other)
    }

    /// The difference; nil for another currency, or when it is below zero.
    public func subtracting(_ other: Amount) -> Amount? {
        changed(to: minorUnits &- other.minorUnits, by: other)
    }

    private func changed(to minorUnits: Int64, by other: Amount) -> Amount? {
        guard other.currency == currency else { return nil }
        return try? Amount(minorUnits: minorUnits, currency: currency)
    }

    private static func parse(
        _ text: UnsafeRawBufferPointer, _ currency: Currency, _ excess: Excess
    ) throws(MoneyError) -> Int64 {
        guard let exponent = currency.exponent else { throw .noMinorUnit(currency) }
        switch DecimalText.parse(text, exponent: exponent, truncates: excess == .truncated) {
        case .success(let units): return units
        case .failure(.negative): throw .negative
        case .failure(.tooManyDecimals): throw .tooManyDecimals(currency, allowed: exponent)
        case .failure(.tooLarge): throw .tooLarge(currency)
        case .failure(.syntax(let offset)): throw .notADecimal(offset: offset)
        }
    }
}
