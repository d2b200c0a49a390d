/// Where the money of a card comes from. The numbers are stable: they cross the C interface.
public enum FundingSource: UInt8, CaseIterable, Sendable {
    case credit = 0
    case debit = 1
    case prepaid = 2
    case charge = 3
    case deferredDebit = 4

    /// The name in text interfaces: `deferred_debit`.
    public var id: StaticString {
        switch self {
        case .credit: "credit"
        case .debit: "debit"
        case .prepaid: "prepaid"
        case .charge: "charge"
        case .deferredDebit: "deferred_debit"
        }
    }

    /// Reads a name as gateways write it: without regard to case, blanks, dashes and underscores.
    public init?(name: String) {
        let folded = BrandName.folded(name)
        guard let found = Self.allCases.first(where: { BrandName.folded($0.id.description) == folded }) else { return nil }
        self = found
    }
}
