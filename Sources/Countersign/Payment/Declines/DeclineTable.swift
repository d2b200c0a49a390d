/// Reads response codes. The same code means different things from scheme to scheme, so that brand, code and advice go
/// together: an advice code decides first, then the scheme's category, then the class of the code.
public enum DeclineTable {
    /// Whose numbers a code is of.
    public enum Source: Sendable {
        /// The networks' field 39, or PXP's `CRDnnn`.
        case network
        /// Adyen's `refusalReasonCode`.
        case adyen
    }

    /// What an answer means.
    ///
    /// - Parameters:
    ///   - brand: The card's brand in any spelling; empty where it is not known.
    ///   - code: The response code, such as `51`, `1A` or `CRD116`. An unknown one is generic, to be tried again once.
    ///   - advice: Mastercard's merchant advice code, or empty. It counts only for its cards, and where the brand is not known.
    ///   - source: Whose code it is.
    public static func decline(brand: String, code: String, advice: String = "", source: Source = .network) -> Decline {
        let scheme = DeclineScheme(brand: brand)
        let found = lookUp(code, scheme, source)
        var decline = Decline(
            category: found.category, retry: found.retry, earliestSeconds: nil, limit: nil, keepsCard: found.category != .hard,
            shopperMessage: found.category == .softSCA ? .authenticationRequired : found.message, code: code, advice: advice)
        if scheme == .mastercard || scheme == .unknown { apply(advice, to: &decline, isFinal: found.isFinal) }
        decline.limit = limit(decline.retry, isKnown: found.isKnown)
        return decline
    }

    /// Whether the issuer refused only for want of authentication: Visa 1A, Mastercard 65, Adyen 38.
    public static func isSoftDecline(brand: String, code: String, source: Source = .network) -> Bool {
        decline(brand: brand, code: code, source: source).category == .softSCA
    }

    /// PXP's code for one of field 39; nil where it has none.
    public static func stateCode(forNetworkCode code: String) -> String? {
        let code = normalised(code)
        let row = PXPStateCodes.rows.first { !code.isEmpty && $0.networkCode.description == code }
        if let row { return row.code.description }
        return PXPStateCodes.others.first { $0.networkCodes.contains { $0.description == code } }?.code.description
    }

    /// The code of field 39 for one of PXP's; nil where it has none. Several may come under one: this is the most common.
    public static func networkCode(forStateCode code: String) -> String? {
        guard let row = PXPStateCodes.row(normalised(code)), row.networkCode.utf8CodeUnitCount > 0 else { return nil }
        return row.networkCode.description
    }

    /// What PXP's code says in English; nil for none of its list.
    public static func meaning(ofStateCode code: String) -> String? {
        PXPStateCodes.row(normalised(code))?.meaning.description
    }

    // MARK: -

    private struct Found {
        var category = Decline.Category.generic
        var retry = Decline.Retry.later
        var message = ShopperMessage.declined
        var isKnown = false
        /// Whether no advice makes it softer: a mandate that the cardholder ended, or Visa's category 1.
        var isFinal = false
    }

    private static func lookUp(_ code: String, _ scheme: DeclineScheme, _ source: Source) -> Found {
        let code = normalised(code)
        switch source {
        case .adyen:
            guard let row = AdyenRefusals.row(code) else { return Found() }
            return Found(category: row.category, retry: retry(row.category), message: row.message, isKnown: true)
        case .network:
            guard code.hasPrefix("CRD") else { return network(code, scheme) }
            guard let row = PXPStateCodes.row(code) else { return Found() }
            guard let category = row.category else { return network(row.networkCode.description, scheme) }
            return Found(category: category, retry: retry(category), message: row.message, isKnown: true)
        }
    }

    private static func network(_ code: String, _ scheme: DeclineScheme) -> Found {
        guard let row = NetworkCodes.row(code) else { return Found() }
        let category = row.category(at: scheme)
        var found = Found(category: category, retry: retry(category), message: row.message, isKnown: true)
        found.isFinal = ["R0", "R1", "R3"].contains(code)
        // Authentication is what 1A asks to be put right; the category alone would say no more than that something is.
        guard scheme == .visa, category != .softSCA else { return found }
        switch row.visa {
        case .none: break
        case .never: (found.retry, found.isFinal) = (.never, true)
        case .later, .generic: found.retry = .later
        case .checkData: found.retry = .afterFix
        }
        return found
    }

    private static func retry(_ category: Decline.Category) -> Decline.Retry {
        switch category {
        case .approved, .hard: .never
        case .softSCA: .nowWithSCA
        case .softLater, .generic: .later
        case .softData, .referral, .setup: .afterFix
        }
    }

    private static func apply(_ code: String, to decline: inout Decline, isFinal: Bool) {
        guard let advice = MerchantAdvice.rows.first(where: { $0.code.description == code }) else { return }
        if case .doNotStore = advice.effect { decline.keepsCard = false }
        // Advice comes on approvals too, where it is about the next payment.
        guard decline.category != .approved, !isFinal else { return }
        switch advice.effect {
        case .none, .doNotStore: break
        case .updateCard: (decline.category, decline.retry, decline.keepsCard) = (.softData, .afterFix, true)
        case .wait(let seconds):
            (decline.category, decline.retry, decline.earliestSeconds, decline.keepsCard) = (.softLater, .later, seconds, true)
        case .fixToken: (decline.category, decline.retry, decline.keepsCard) = (.setup, .afterFix, true)
        case .never: (decline.category, decline.retry, decline.keepsCard) = (.hard, .never, false)
        case .neverForMerchant: (decline.category, decline.retry, decline.keepsCard) = (.setup, .never, true)
        }
    }

    private static func limit(_ retry: Decline.Retry, isKnown: Bool) -> Decline.Limit? {
        switch retry {
        case .never: nil
        case .nowWithSCA: .once
        case .later, .afterFix: isKnown ? .schemes : .once
        }
    }

    /// Capital letters, without blanks around.
    private static func normalised(_ code: String) -> String {
        String(code.uppercased().drop { $0 == " " }.prefix { $0 != " " })
    }
}
