/// A set of card brands, listed in the order of the brand table's rules: special brands before general ones.
public struct BrandSet: OptionSet, Hashable, Sendable {
    /// Bit n stands for the brand of number n.
    public let rawValue: UInt32

    /// A set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A set of one brand.
    public init(_ brand: CardBrand) { rawValue = 1 << UInt32(brand.rawValue) }

    /// Every brand of the table.
    public static let all = BrandSet(CardBrand.allCases.map { BrandSet($0) })

    /// Whether the brand is in the set.
    public func contains(_ brand: CardBrand) -> Bool { rawValue & (1 << UInt32(brand.rawValue)) != 0 }

    /// How many brands it holds.
    public var count: Int { rawValue.nonzeroBitCount }

    /// The brand of a set that holds only one.
    var only: CardBrand? {
        count == 1 ? CardBrand(rawValue: UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount)) : nil
    }

    /// Its brands in the table's order.
    public var brands: [CardBrand] {
        BrandTableData.order.compactMap { CardBrand(rawValue: $0) }.filter { contains($0) }
    }
}
