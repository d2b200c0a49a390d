/// What the leading digits say of a card's brand.
public struct BrandMatch: Equatable, Sendable {
    /// The brand to show; nil while several are equally likely, or when the digits belong to none.
    public let primary: CardBrand?
    /// Whether further digits cannot change it. Only then may it limit the length.
    public let isDecided: Bool
    /// Every brand the digits may still belong to; the primary alone once decided.
    public let candidates: BrandSet
    /// The brands of a co-badged card, the suggested one first; nil otherwise.
    let cobadge: (suggested: CardBrand, other: CardBrand)?

    /// The brands of a co-badged card, the suggested one first; empty otherwise. The shopper's choice goes before the
    /// suggestion (EU IFR 2015/751, article 8(6)).
    public var cobadges: [CardBrand] { cobadge.map { [$0.suggested, $0.other] } ?? [] }

    /// Two matches are equal when they say the same.
    public static func == (left: BrandMatch, right: BrandMatch) -> Bool {
        left.primary == right.primary && left.isDecided == right.isDecided && left.candidates == right.candidates
            && left.cobadges == right.cobadges
    }

    /// Of no digits.
    static let none = BrandMatch(primary: nil, isDecided: false, candidates: [], cobadge: nil)
}

/// Matches the leading digits of a card number given as ASCII digits. No digits give every brand as a candidate of
/// none: nil, and an empty set.
public func matchBrand(_ digits: UnsafeRawBufferPointer) -> BrandMatch { BrandTable.match(digits) }
