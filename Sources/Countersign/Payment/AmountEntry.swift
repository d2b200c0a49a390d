/// An amount as the host gave it, which only a currency makes an `Amount`. The two may come in either order.
public enum AmountEntry: Equatable, Sendable {
    case none
    /// In the currency's own unit, such as `99.99`.
    case decimal(String)
    /// In minor units, such as 9999.
    case minorUnits(Int64)

    /// The amount in a currency; nil where none was given.
    ///
    /// - Throws: `AMOUNT_INVALID`, or `CURRENCY_INVALID` for a currency that nothing can be paid in.
    func amount(in currency: Currency) throws(PaymentError) -> Amount? {
        do throws(MoneyError) {
            switch self {
            case .none: return nil
            case .decimal(let text): return try Amount(decimalText: text, currency: currency)
            case .minorUnits(let units): return try Amount(minorUnits: units, currency: currency)
            }
        } catch {
            throw PaymentError(error)
        }
    }

    /// The amount that was entered under `amount`, as a field's value.
    var decimal: FieldValue {
        if case .decimal(let text) = self { return .text(text) }
        return .none
    }

    /// The amount that was entered under `amountMinor`, as a field's value.
    var minorUnits: FieldValue {
        if case .minorUnits(let units) = self { return .int(units) }
        return .none
    }
}

extension PaymentError {
    /// An amount or a currency that is refused.
    init(_ error: MoneyError) {
        let field = error.field.description
        let code: ErrorCode = field == "currency" ? .currencyInvalid : .amountInvalid
        self.init(code, .refused, "\(field): \(error.message).", field: field)
    }
}

extension TransactionData {
    /// Takes an amount in, and makes it one of the currency if that is known.
    mutating func enter(_ entry: AmountEntry) throws(PaymentError) {
        // An amount that was set whole brings its currency.
        let currency = currency ?? amount?.currency
        amount = if let currency { try entry.amount(in: currency) } else { nil }
        self.currency = currency
        amountEntry = entry
    }

    /// Takes a currency's code in, and makes an amount that came before one of it. An empty code takes the currency back.
    mutating func enter(currency code: String) throws(PaymentError) {
        // An amount that was set whole stays the same number of units.
        let entry = amountEntry == .none ? amount.map { .decimal($0.decimalText) } ?? .none : amountEntry
        if code.isEmpty {
            (currency, amount) = (nil, nil)
        } else {
            let currency: Currency
            do throws(MoneyError) {
                currency = try Currency(code: code)
            } catch {
                throw PaymentError(error)
            }
            amount = try entry.amount(in: currency)
            self.currency = currency
        }
        amountEntry = entry
    }
}
