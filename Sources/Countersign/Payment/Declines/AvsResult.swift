/// What the address verification service says, taken apart and in words. Codes differ from brand to brand.
public struct AvsResult: Equatable, Sendable {
    /// Whether a part of the address is the cardholder's; nil where nobody looked.
    public let street: Bool?
    /// As ``street``, of the postal code.
    public let postalCode: Bool?
    /// Readable form. PXP, result objects: `Y` stays `Y`, which documents compare with; the others are ASSUMED.
    public let text: String

    /// - Parameters:
    ///   - raw: The code as it came, or empty.
    ///   - brand: The card's brand in any spelling.
    public init(_ raw: String, brand: String = "") {
        let code = raw.uppercased()
        let brand = CardBrand(id: brand) ?? CardBrand(gatewayName: brand)
        let special = Self.special.first { $0.code.description == code && $0.brand == brand }
        let row =
            special.map { ($0.street, $0.postalCode, $0.text) }
            ?? Self.rows.first { $0.codes.contains { $0.description == code } }.map { ($0.street, $0.postalCode, $0.text) }
            ?? (nil, nil, "Unknown")
        street = row.0
        postalCode = row.1
        text = row.2.description
    }

    /// Readable form of a raw code.
    public static func text(_ raw: String, brand: String = "") -> String { AvsResult(raw, brand: brand).text }

    private static let rows: [(codes: [StaticString], street: Bool?, postalCode: Bool?, text: StaticString)] = [
        (["Y"], true, true, "Y"),
        (["X", "D", "F", "M"], true, true, "Matched"),
        (["A"], true, false, "AddressMatched"),
        (["B"], true, nil, "AddressMatched"),
        (["O"], true, false, "AddressMatched"),
        (["Z", "W", "T", "L"], false, true, "PostcodeMatched"),
        (["P"], nil, true, "PostcodeMatched"),
        (["N", "K"], false, false, "NotMatched"),
        (["U"], nil, nil, "Unavailable"),
        (["R"], nil, nil, "Retry"),
        (["S", "G"], nil, nil, "NotSupported"),
        (["E"], nil, nil, "Error"),
        (["C", "I"], nil, nil, "NotVerified"),
    ]

    /// Discover has A and Y the other way round, and two codes of its own meaning.
    private static let special: [(code: StaticString, brand: CardBrand, street: Bool?, postalCode: Bool?, text: StaticString)] =
        [
            ("A", .discover, true, true, "Matched"),
            ("Y", .discover, true, false, "AddressMatched"),
            ("U", .discover, nil, nil, "Retry"),
            ("W", .discover, nil, nil, "Unavailable"),
        ]
}
