/// What the issuer says of the security code, in words. The raw letter and the gateway's own words are kept beside it.
public enum CvcResult {
    /// Readable form of a raw letter. PXP, result objects; forms beyond `Matched` are ASSUMED.
    ///
    /// - Parameters:
    ///   - raw: The letter as it came, or empty.
    ///   - brand: The card's brand in any spelling, since `Y` is a match at American Express and an invalid CVC1 at Mastercard.
    public static func text(_ raw: String, brand: String = "") -> String {
        switch raw.uppercased() {
        case "M": "Matched"
        case "N": "NotMatched"
        case "P": "NotProcessed"
        case "S": "NotPresent"
        case "U": "IssuerUnavailable"
        case "Y": DeclineScheme(brand: brand) == .mastercard ? "NotMatched" : "Matched"
        default: "Unknown"
        }
    }
}
