extension TransactionFields {
    /// The checks at submission, which need more than one field, or the time.
    ///
    /// - Parameters:
    ///   - data: What the host has set; each field by itself was checked when it was.
    ///   - now: Milliseconds since 1970 UTC.
    ///   - allowsAuthentication: Whether 3-D Secure can run: `PaymentRecord.allowsAuthentication`.
    /// - Throws: The first thing that is missing or does not fit the rest, with its field.
    public static func checkWhole(
        _ data: TransactionData, now: Int64, allowsAuthentication: Bool
    ) throws(PaymentError) {
        try checkAmount(data)
        try checkGratuity(data)
        try checkReference(data)
        try checkInitiator(data)
        try checkSavedCard(data)
        try checkShopper(data, now: now)
        if let recurring = data.recurring { try check(recurring, at: "recurring", now: now) }
        if let authentication = data.authentication { try check(authentication, now: now) }
        guard data.site.unicodeScalars.count <= (allowsAuthentication ? 10 : 20) else {
            // PXP, integrated authentication: 0 to 10; sessions and transactions: 20.
            throw refusal("site", "has at most 10 characters where 3-D Secure can run")
        }
    }

    /// PXP, sessions: an amount from zero up; a verification of the card is the one thing that costs nothing.
    private static func checkAmount(_ data: TransactionData) throws(PaymentError) {
        guard let amount = data.amount else {
            if data.amountEntry == .none { throw missing("amount", .amountInvalid) }
            throw missing("currency", .currencyInvalid)
        }
        guard let intent = data.intent else { throw missing("intent", .intentMissing) }
        guard amount.minorUnits > 0 || intent == .verification else {
            throw refusal("amount", "may be zero only with intent Verification", .amountInvalid)
        }
    }

    /// ASSUMED: the gratuity is a part of the amount, and not beside it.
    private static func checkGratuity(_ data: TransactionData) throws(PaymentError) {
        guard !data.gratuity.isEmpty, let amount = data.amount else { return }
        let gratuity: Amount
        do throws(MoneyError) {
            gratuity = try Amount(decimalText: data.gratuity, currency: amount.currency)
        } catch {
            var refusal = PaymentError(error)
            refusal.field = "gratuity"
            throw refusal
        }
        guard gratuity.minorUnits <= amount.minorUnits else {
            throw refusal("gratuity", "is a part of the amount and cannot be more than it", .amountInvalid)
        }
    }

    /// 50 characters at PXP, of which a second attempt needs two for its `-2`.
    private static func checkReference(_ data: TransactionData) throws(PaymentError) {
        guard !data.merchantTransactionId.isEmpty else {
            throw missing("merchantTransactionId", .merchantTransactionIdInvalid)
        }
        guard data.merchantTransactionId.unicodeScalars.count <= 48 else {
            throw refusal("merchantTransactionId", "has at most 48 characters", .merchantTransactionIdInvalid)
        }
    }

    /// A merchant-initiated payment rests on an earlier one, and nobody is there to answer drop-in's questions.
    private static func checkInitiator(_ data: TransactionData) throws(PaymentError) {
        if data.initiator == .merchant {
            guard data.savedCard != nil || !data.networkTransactionId.isEmpty else {
                throw refusal(
                    "initiator",
                    "is Merchant, which needs a saved card (card.gatewayTokenId) or the first payment's networkTransactionId")
            }
            guard data.flow == .components else {
                throw refusal("flow", "must be components where the initiator is Merchant: no shopper is there")
            }
        } else if data.psd2Exemption != nil, data.recurring != nil {
            // The first payment of a series must be authenticated (EBA, RTS on SCA, article 14).
            throw refusal(
                "psd2Data.scaExemption", "does not go with recurring: the first payment of a series takes no exemption")
        }
    }

    private static func checkSavedCard(_ data: TransactionData) throws(PaymentError) {
        guard let card = data.savedCard else { return }
        guard !card.gatewayTokenId.isEmpty || !card.schemeTokenId.isEmpty else { throw missing("card.gatewayTokenId") }
    }

    private static func checkShopper(_ data: TransactionData, now: Int64) throws(PaymentError) {
        guard let birth = data.shopper?.dateOfBirth, let start = startOfDay(birth) else { return }
        guard start <= now else { throw refusal("shopper.dateOfBirth", "must not be in the future") }
    }

    /// A series has an interval and an end, or neither where the gateway's word for it is all that is sent.
    private static func check(_ recurring: Recurring, at path: String, now: Int64) throws(PaymentError) {
        let hasInterval = recurring.frequencyInDays != 0
        let hasEnd = !recurring.frequencyExpiration.isEmpty
        guard hasInterval || !hasEnd else { throw missing(path + ".frequencyInDays") }
        guard hasEnd || !hasInterval else { throw missing(path + ".frequencyExpiration") }
        guard let start = startOfDay(recurring.frequencyExpiration) else { return }
        // The day counts to its end, UTC.
        guard start &+ 86_400_000 > now else { throw refusal(path + ".frequencyExpiration", "must not be in the past") }
    }

    private static func check(_ authentication: AuthenticationData, now: Int64) throws(PaymentError) {
        if let recurring = authentication.recurring { try check(recurring, at: "authentication.recurring", now: now) }
        let addresses = [
            ("authentication.billingAddress", authentication.billingAddress),
            ("authentication.shippingAddress", authentication.shippingAddress),
        ]
        for case (let path, let address?) in addresses where !address.stateCode.isEmpty && address.countryNumericCode.isEmpty {
            // EMV 3-D Secure 2.2, billAddrCountry.
            throw refusal(path + ".countryNumericCode", "is needed with a stateCode")
        }
    }

    /// When a day begins in UTC.
    private static func startOfDay(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { TextFormat.date(UnsafeRawBufferPointer($0)) }.map { Timestamp.milliseconds(of: $0) }
    }

    private static func missing(_ field: String, _ code: ErrorCode = .fieldInvalid) -> PaymentError {
        refusal(field, "is needed", code)
    }

    private static func refusal(_ field: String, _ message: String, _ code: ErrorCode = .fieldInvalid) -> PaymentError {
        PaymentError(code, .refused, "\(field) \(message).", field: field)
    }
}
