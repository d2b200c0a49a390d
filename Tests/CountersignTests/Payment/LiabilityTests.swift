import Testing

@testable import Countersign

@Suite struct LiabilityTests {
    @Test(
        "Status and indicator decide, brand by brand",
        arguments: [
            // Most brands: 05 authenticated, 06 attempted, 07 neither.
            ("Y", "05", "visa", "issuer"), ("Y", "05", "amex", "issuer"), ("Y", "05", "jcb", "issuer"),
            ("Y", "05", "diners", "issuer"),
            ("Y", "05", "discover", "issuer"), ("A", "06", "visa", "issuer"), ("Y", "06", "visa", "issuer"),
            ("Y", "07", "visa", "merchant"),
            ("A", "07", "visa", "merchant"), ("A", "05", "visa", "unknown"),
            // Mastercard: 02, 01, 00; 06 and 04 are data without authentication.
            ("Y", "02", "mastercard", "issuer"), ("A", "01", "mastercard", "issuer"), ("Y", "01", "mastercard", "issuer"),
            ("Y", "00", "mastercard", "merchant"), ("A", "00", "mastercard", "merchant"), ("Y", "06", "mastercard", "merchant"),
            ("Y", "04", "mastercard", "merchant"), ("Y", "02", "MasterCard", "issuer"), ("Y", "2", "mastercard", "issuer"),
            // One brand's indicators say nothing at another.
            ("Y", "05", "mastercard", "unknown"), ("Y", "02", "visa", "unknown"), ("A", "01", "visa", "unknown"),
            ("A", "06", "mastercard", "merchant"),
            // Without a brand only what is the same everywhere counts.
            ("Y", "05", "", "issuer"), ("Y", "02", "", "issuer"), ("A", "01", "", "issuer"), ("A", "06", "", "unknown"),
            ("Y", "07", "", "merchant"),
            // No shift without an authentication, whatever the indicator.
            ("N", "05", "visa", "merchant"), ("R", "", "visa", "merchant"), ("U", "07", "visa", "merchant"),
            ("I", "05", "visa", "merchant"),
            ("N", "", "", "merchant"),
            // Not final.
            ("C", "05", "visa", "unknown"), ("D", "", "visa", "unknown"), ("S", "", "visa", "unknown"),
            // The indicator is optional; without it nothing is claimed.
            ("Y", "", "visa", "unknown"), ("A", "", "mastercard", "unknown"), ("", "", "visa", "unknown"),
            ("", "05", "visa", "issuer"),
            ("", "01", "mastercard", "issuer"), ("", "07", "visa", "merchant"), ("Y", "99", "visa", "unknown"),
        ])
    func decides(status: String, eci: String, brand: String, expected: String) {
        #expect(Liability.shift(transStatus: status, eci: eci, brand: brand).name.description == expected)
    }

    @Test("An exemption leaves liability with the merchant", arguments: ScaExemption.allCases)
    func exemptions(exemption: ScaExemption) {
        #expect(Liability.shift(transStatus: "Y", eci: "05", brand: "visa", exemption: exemption) == .merchant)
    }

    @Test("The acquirer's adjustment stands in the indicator's place")
    func adjustment() {
        #expect(Liability.shift(transStatus: "Y", eci: "05", brand: "visa", adjustment: "07") == .merchant)
        #expect(Liability.shift(transStatus: "Y", eci: "02", brand: "mastercard", adjustment: "00") == .merchant)
        #expect(Liability.shift(transStatus: "Y", eci: "02", brand: "mastercard", adjustment: "07") == .merchant)
        #expect(Liability.shift(transStatus: "A", eci: "05", brand: "visa", adjustment: "06") == .issuer)
        #expect(Liability.shift(transStatus: "N", eci: "07", brand: "visa", adjustment: "05") == .merchant)
    }
}
