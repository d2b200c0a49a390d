/// What a merchant takes, and what a form must have.
public struct CardOptions: Sendable {
    /// The brands taken, in the merchant's order of preference for co-badged cards; nil for all.
    public var acceptedBrands: [CardBrand]?
    /// The funding sources taken; nil for all.
    public var acceptedFundingSources: Set<FundingSource>?
    /// The issuers' countries from which cards are taken; nil for all.
    public var acceptedIssuerCountries: Set<Country>?
    /// Years ahead that an expiry date may lie.
    public var greatestExpiryYears = 20
    /// Months after its own in which a card still counts as valid (`numberOfMonthExpired`).
    public var graceMonths = 0
    /// Whether UnionPay numbers need a right check digit.
    public var unionPayNeedsLuhn = false
    /// Whether a card number is needed. Not for a saved card.
    public var needsNumber = true
    /// Whether a security code is needed, where the brand has one.
    public var needsSecurityCode = true
    /// Whether an expiry date is needed.
    public var needsExpiry = true
    /// Whether the cardholder's name is needed.
    public var needsHolderName = false

    /// Everything taken; number, security code and expiry date needed.
    public init() {}

    func accepts(_ brand: CardBrand) -> Bool { acceptedBrands?.contains(brand) ?? true }

    /// Whether one of the brands is taken.
    func accepts(anyOf brands: BrandSet) -> Bool {
        guard let acceptedBrands else { return !brands.isEmpty }
        return acceptedBrands.contains { brands.contains($0) }
    }

    /// Judges what the gateway told of a card when it was tokenised, for what the issuer table did not know before.
    public func settle(fundingSource: FundingSource?, issuerCountry: Country?, brand: CardBrand?) -> CardAcceptance {
        if let brand, !accepts(brand) { return .refused(.brandNotAccepted) }
        let funding = settle(fundingSource, acceptedFundingSources, .fundingNotAccepted)
        let country = settle(issuerCountry, acceptedIssuerCountries, .countryNotAccepted)
        if case .refused = funding { return funding }
        if country != .accepted { return country }
        return acceptedBrands != nil && brand == nil ? .unknown : funding
    }

    private func settle<Value>(_ value: Value?, _ accepted: Set<Value>?, _ refusal: FieldReason) -> CardAcceptance {
        guard let accepted else { return .accepted }
        guard let value else { return .unknown }
        return accepted.contains(value) ? .accepted : .refused(refusal)
    }
}

/// Whether a merchant takes a card.
public enum CardAcceptance: Equatable, Sendable {
    case accepted
    /// Not taken: `brandNotAccepted`, `fundingNotAccepted` or `countryNotAccepted`.
    case refused(FieldReason)
    /// The merchant restricts something that is not known of the card.
    case unknown
}
