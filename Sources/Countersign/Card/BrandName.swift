/// Gateways spell brands each in their own way: `Mastercard`, `MasterCard`, `mc`, `American Express`, `cup`.
enum BrandName {
    /// Spellings beyond the brand's id and name, folded.
    private static let others: [(StaticString, CardBrand)] = [
        ("visacredit", .visa), ("visadebit", .visa), ("visaelectron", .visa), ("electron", .visa), ("mc", .mastercard),
        ("mastercarddebit", .mastercard), ("mastercardcredit", .mastercard), ("ax", .amex), ("ae", .amex), ("disc", .discover),
        ("dinersclubinternational", .diners), ("dinersinternational", .diners), ("dci", .diners), ("japancreditbureau", .jcb),
        ("cup", .unionpay), ("chinaunionpay", .unionpay), ("up", .unionpay), ("bcmc", .bancontact),
        ("bancontactmistercash", .bancontact), ("cb", .cartesBancaires), ("cartebancaire", .cartesBancaires),
        ("universalairtravelplan", .uatp), ("tarjetanaranja", .naranja),
    ]

    /// A name in small letters, without blanks, dashes and underscores.
    static func folded(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { ![" ", "-", "_", "\u{a0}"].contains($0) })
    }

    static func brand(named name: String) -> CardBrand? {
        let folded = folded(name)
        if let brand = CardBrand.allCases.first(where: { Self.folded($0.id) == folded || Self.folded($0.name) == folded }) {
            return brand
        }
        return others.first { $0.0.description == folded }?.1
    }
}

extension CardBrand {
    /// The brand that a gateway means by this name, without regard to case, blanks, dashes and underscores.
    public init?(gatewayName: String) {
        guard let brand = BrandName.brand(named: gatewayName) else { return nil }
        self = brand
    }
}
