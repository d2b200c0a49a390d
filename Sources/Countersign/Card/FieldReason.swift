/// Why a card field is as it is. The numbers are stable: they cross the C interface.
public enum FieldReason: UInt8, CaseIterable, Sendable {
    /// Nothing is wrong.
    case ok = 0
    /// Nothing is entered.
    case empty = 1
    /// What is entered is the beginning of something valid.
    case incomplete = 2
    /// A character that does not belong there.
    case badCharacters = 3
    /// The leading digits belong to no brand.
    case unknownBrand = 4
    /// More digits or characters than there may be.
    case tooLong = 5
    /// The check digit is wrong.
    case luhn = 6
    /// No month from 1 to 12.
    case badMonth = 7
    /// No year.
    case badYear = 8
    /// The card has expired.
    case expired = 9
    /// Further ahead than cards are issued for.
    case tooFar = 10
    /// None of the accepted ways to write a date.
    case badFormat = 11
    /// A name that is digits, or has a card number in it.
    case looksLikePAN = 12
    /// The merchant does not take this brand.
    case brandNotAccepted = 13
    /// The merchant does not take this funding source.
    case fundingNotAccepted = 14
    /// The merchant does not take cards from this issuer's country.
    case countryNotAccepted = 15

    /// The reason in text interfaces: `bad_chars`.
    public var id: String {
        switch self {
        case .ok: "ok"
        case .empty: "empty"
        case .incomplete: "incomplete"
        case .badCharacters: "bad_chars"
        case .unknownBrand: "unknown_brand"
        case .tooLong: "too_long"
        case .luhn: "luhn"
        case .badMonth: "bad_month"
        case .badYear: "bad_year"
        case .expired: "expired"
        case .tooFar: "too_far"
        case .badFormat: "bad_format"
        case .looksLikePAN: "looks_like_pan"
        case .brandNotAccepted: "brand_not_accepted"
        case .fundingNotAccepted: "funding_not_accepted"
        case .countryNotAccepted: "country_not_accepted"
        }
    }
}
