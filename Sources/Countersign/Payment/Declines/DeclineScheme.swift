/// The schemes whose codes differ from one another.
enum DeclineScheme: Sendable {
    case visa, mastercard
    /// A brand that gives neither categories nor advice: the class of the code decides.
    case other
    /// The brand is not known.
    case unknown

    /// The scheme of a brand in any spelling.
    init(brand: String) {
        switch CardBrand(id: brand) ?? CardBrand(gatewayName: brand) {
        case .visa: self = .visa
        case .mastercard, .maestro: self = .mastercard
        case .some: self = .other
        case nil: self = .unknown
        }
    }
}
