/// Why an amount or a currency is refused. Every message is a sentence that says what would be right.
public enum MoneyError: Error, Equatable, Sendable {
    /// No currency of ISO 4217 has this code.
    case unknownCurrency(String)
    /// The currency is no longer in use. `until` is its last day, or year; `replacement` is empty when nothing took its
    /// place.
    case withdrawnCurrency(String, until: String, replacement: String)
    /// Gold, test codes and the like have no minor unit, so nothing can be paid in them.
    case noMinorUnit(Currency)
    /// Amounts are never below zero; what an operation does to the money is said by the operation.
    case negative
    /// More digits after the point than the currency has. `allowed` is 0 for currencies without decimals.
    case tooManyDecimals(Currency, allowed: Int)
    /// More than fits into 64 bits of minor units.
    case tooLarge(Currency)
    /// No plain decimal number. `offset` is the first byte at fault.
    case notADecimal(offset: Int)

    /// The field at fault: `amount` or `currency`.
    public var field: StaticString {
        switch self {
        case .unknownCurrency, .withdrawnCurrency, .noMinorUnit: "currency"
        case .negative, .tooManyDecimals, .tooLarge, .notADecimal: "amount"
        }
    }

    /// The documented name of the error: `AMOUNT_INVALID` or `CURRENCY_INVALID`.
    public var symbol: StaticString {
        switch self {
        case .unknownCurrency, .withdrawnCurrency, .noMinorUnit: "CURRENCY_INVALID"
        case .negative, .tooManyDecimals, .tooLarge, .notADecimal: "AMOUNT_INVALID"
        }
    }

    /// One sentence.
    public var message: String {
        switch self {
        case .unknownCurrency(let code):
            "'\(code)' is no currency of ISO 4217; three capital letters such as EUR are expected"
        case .withdrawnCurrency(let code, let until, let replacement):
            "\(code) was withdrawn on \(until)" + (replacement.isEmpty ? "" : "; use \(replacement)")
        case .noMinorUnit(let currency):
            "\(currency) has no minor unit, so that nothing can be paid in it"
        case .negative:
            "an amount is never below zero"
        case .tooManyDecimals(let currency, 0):
            "\(currency) has no decimals: write whole units without a decimal point"
        case .tooManyDecimals(let currency, let allowed):
            "\(currency) has \(allowed) digits after the decimal point, not more"
        case .tooLarge(let currency):
            "more \(currency) than can be counted in minor units"
        case .notADecimal(let offset):
            "not a decimal number at byte \(offset): digits with at most one point between them, such as 12.30, are expected"
        }
    }
}
