/// Who bears the loss when the cardholder disputes the payment as fraud.
public enum LiabilityShift: UInt8, CaseIterable, Sendable {
    case issuer, merchant
    /// The authentication is not final, or what it said does not fit together.
    case unknown

    /// The name in JSON.
    public var name: StaticString {
        switch self {
        case .issuer: "issuer"
        case .merchant: "merchant"
        case .unknown: "unknown"
        }
    }
}

/// Derives liability from what the authentication said. No gateway states it, and the schemes' own rules have exceptions that
/// no public document lists: what is shown is derived, and said to be.
public enum Liability {
    /// Who is liable.
    ///
    /// - Parameters:
    ///   - transStatus: EMV 3-D Secure transStatus; empty where it was not told.
    ///   - eci: The electronic commerce indicator; empty where it was not told.
    ///   - brand: The card's brand in any spelling; empty where it is not known.
    ///   - exemption: What the payment was authorised under in place of strong customer authentication.
    ///   - adjustment: The indicator that the acquirer put in place of `eci` at authorisation, or empty.
    public static func shift(
        transStatus: String, eci: String, brand: String, exemption: ScaExemption? = nil, adjustment: String = ""
    ) -> LiabilityShift {
        // Whoever asks for an exemption takes the risk that comes with it (EBA, RTS on SCA; the schemes' rules).
        if exemption != nil { return .merchant }
        let strength = Strength(adjustment.isEmpty ? eci : adjustment, brand: brand)
        // PXP, provider response: an adjustment to 07 means that the authentication was not taken into account, at any brand.
        if ["7", "07", "0", "00"].contains(adjustment) { return .merchant }
        return rules.first { $0.status.description == transStatus && ($0.strength == nil || $0.strength == strength) }?.shift
            ?? .unknown
    }

    /// What an indicator says of the authentication.
    enum Strength: Sendable {
        case full, attempt, none
        /// Not told, or not one of the brand's.
        case unlisted

        /// EMV 3-D Secure; PXP, integrated authentication: 05, 06 and 07 of most brands, 02, 01 and 00 of Mastercard, which
        /// uses 04 and 06 for data shared without authentication and 07 for recurring payments, in a sense of its own.
        init(_ eci: String, brand: String) {
            let code = eci.utf8.count == 1 ? "0" + eci : eci
            let scheme = DeclineScheme(brand: brand)
            self =
                switch (code, scheme) {
                case ("02", .mastercard), ("02", .unknown): .full
                case ("01", .mastercard), ("01", .unknown): .attempt
                case ("00", .mastercard), ("00", .unknown), ("04", .mastercard), ("06", .mastercard): .none
                case (_, .mastercard): .unlisted
                case ("05", _): .full
                // Without a brand it may be Visa's attempt or Mastercard's shared data.
                case ("06", .visa), ("06", .other): .attempt
                case ("07", _): .none
                default: .unlisted
                }
        }
    }

    private struct Rule: Sendable {
        let status: StaticString
        /// Nil: any.
        let strength: Strength?
        let shift: LiabilityShift
    }

    /// The first that fits decides; none: unknown.
    private static let rules: [Rule] = [
        // Failed, rejected, unavailable, for information only: EMV 3-D Secure 2.2, transStatus.
        Rule(status: "N", strength: nil, shift: .merchant),
        Rule(status: "R", strength: nil, shift: .merchant),
        Rule(status: "U", strength: nil, shift: .merchant),
        Rule(status: "I", strength: nil, shift: .merchant),
        // Authenticated; the indicator can only take away.
        Rule(status: "Y", strength: .full, shift: .issuer),
        Rule(status: "Y", strength: .attempt, shift: .issuer),
        Rule(status: "Y", strength: Strength.none, shift: .merchant),
        // Attempted: proof of the attempt shifts where the indicator confirms it.
        Rule(status: "A", strength: .attempt, shift: .issuer),
        Rule(status: "A", strength: Strength.none, shift: .merchant),
        // Status not told: the indicator alone.
        Rule(status: "", strength: .full, shift: .issuer),
        Rule(status: "", strength: .attempt, shift: .issuer),
        Rule(status: "", strength: Strength.none, shift: .merchant),
    ]
}
