import Testing

@testable import Countersign

@Suite struct VerificationResultTests {
    @Test(
        "The security code's letters have their words",
        arguments: [
            ("M", "", "Matched"), ("N", "", "NotMatched"), ("P", "", "NotProcessed"), ("S", "", "NotPresent"),
            ("U", "", "IssuerUnavailable"), ("Y", "amex", "Matched"), ("Y", "", "Matched"), ("Y", "mastercard", "NotMatched"),
            ("m", "", "Matched"), ("X", "", "Unknown"), ("", "", "Unknown"), ("E", "visa", "Unknown"), ("1", "", "Unknown"),
        ])
    func securityCode(raw: String, brand: String, expected: String) {
        #expect(CvcResult.text(raw, brand: brand) == expected)
    }

    @Test(
        "The address's letters have their words and parts, brand by brand",
        arguments: [
            ("Y", "visa", "Y", "++"), ("X", "visa", "Matched", "++"), ("A", "visa", "AddressMatched", "+-"),
            ("Z", "visa", "PostcodeMatched", "-+"),
            ("W", "visa", "PostcodeMatched", "-+"), ("N", "visa", "NotMatched", "--"), ("U", "visa", "Unavailable", "??"),
            ("R", "visa", "Retry", "??"), ("S", "visa", "NotSupported", "??"), ("G", "visa", "NotSupported", "??"),
            ("E", "visa", "Error", "??"),
            ("D", "visa", "Matched", "++"), ("F", "visa", "Matched", "++"), ("M", "visa", "Matched", "++"),
            ("B", "visa", "AddressMatched", "+?"),
            ("P", "visa", "PostcodeMatched", "?+"), ("C", "visa", "NotVerified", "??"), ("I", "visa", "NotVerified", "??"),
            ("K", "amex", "NotMatched", "--"), ("L", "amex", "PostcodeMatched", "-+"), ("O", "amex", "AddressMatched", "+-"),
            ("A", "discover", "Matched", "++"), ("Y", "discover", "AddressMatched", "+-"),
            ("T", "discover", "PostcodeMatched", "-+"),
            ("U", "discover", "Retry", "??"), ("W", "discover", "Unavailable", "??"),
            ("W", "mastercard", "PostcodeMatched", "-+"),
            ("y", "", "Y", "++"), ("", "", "Unknown", "??"), ("AE1", "amex", "Unknown", "??"), ("?", "visa", "Unknown", "??"),
        ])
    func address(raw: String, brand: String, text: String, parts: String) {
        let result = AvsResult(raw, brand: brand)
        #expect(result.text == text)
        #expect(AvsResult.text(raw, brand: brand) == text)
        #expect([result.street, result.postalCode].map { $0.map { $0 ? "+" : "-" } ?? "?" }.joined() == parts)
    }
}
