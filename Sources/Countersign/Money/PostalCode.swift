/// Checks of postal codes: those of the United States and Canada by their form, others by their length alone.
///
/// Some sixty countries have no postal codes; whether to ask for one is the merchant's business.
public enum PostalCode {
    /// The most characters of EMV 3-D Secure's billAddrPostCode.
    public static let longest = 16

    /// Whether a code can stand as it is.
    public static func isValid(_ code: String, country: Country) -> Bool { check(code, country).isValid }

    /// Whether more typing may make or keep a code valid.
    public static func isPotentiallyValid(_ code: String, country: Country) -> Bool { check(code, country).isPotential }

    private static func check(_ code: String, _ country: Country) -> (isValid: Bool, isPotential: Bool) {
        var text = Array(code.unicodeScalars)
        while let last = text.last, last.properties.isWhitespace { text.removeLast() }
        let trimmed = Array(text.drop { $0.properties.isWhitespace })
        switch country.alpha2 {
        case "US": return match(trimmed, ["99999", "99999-9999"])
        case "CA": return match(trimmed, ["A9B 9B9", "A9B9B9"])
        default: return (!trimmed.isEmpty && trimmed.count <= longest, trimmed.count <= longest)
        }
    }

    /// Matches against forms: 9 is a digit; B is a letter that Canada Post uses, A one that it begins a code with.
    private static func match(_ text: [Unicode.Scalar], _ forms: [String]) -> (isValid: Bool, isPotential: Bool) {
        var result = (isValid: false, isPotential: false)
        for form in forms {
            let form = Array(form.unicodeScalars)
            guard text.count <= form.count, zip(text, form).allSatisfy(fits) else { continue }
            result.isPotential = true
            if text.count == form.count { result.isValid = true }
        }
        return result
    }

    private static func fits(_ scalar: Unicode.Scalar, _ place: Unicode.Scalar) -> Bool {
        let capital: UInt32 = scalar.value & ~0x20
        let isLetter = scalar.isASCII && 0x41...0x5a ~= capital
        switch place {
        case "9": return "0"..."9" ~= scalar
        case "B": return isLetter && !"DFIOQU".unicodeScalars.contains { $0.value == capital }
        case "A": return isLetter && !"DFIOQUWZ".unicodeScalars.contains { $0.value == capital }
        default: return scalar == place
        }
    }
}
