/// Makes a gateway token of a card. PXP, token vault, create gateway token.
enum PXPTokenVault {
    /// ASSUMED: the vault wants a holder's name even where the form has no field for it.
    static let unnamedHolder = "CARDHOLDER"

    /// The request. Number and security code go from their secret memory straight into a body that is wiped.
    static func request(for payment: PaymentRecord, card: CardEntry?, defaults: PXPDefaults) throws(PaymentError)
        -> GatewayRequest
    {
        let data = payment.transaction.value
        let ownerId = defaults.ownerId(data)
        // Two-digit years are read as at submission, when the card was checked.
        guard let card, let expiry = card.expiry(at: payment.submittedAt), card.withNumber({ !$0.isEmpty }) else {
            throw PXPRefusal.card
        }
        guard !ownerId.isEmpty else { throw PXPRefusal.owner }
        var writer = JSONWriter(capacity: 256, isSecret: true)
        writer.beginObject()
        writer.key("card")
        writer.beginObject()
        card.withNumber { writer.member("primaryAccountNumber", bytes: $0) }
        PXPExpiry.write(expiry, to: &writer)
        writeHolderName(card, payment.shopper?.value ?? data.shopper, to: &writer)
        card.withSecurityCode { if !$0.isEmpty { writer.member("cardVerificationCode", bytes: $0) } }
        writer.endObject()
        writer.endObject()
        return GatewayRequest(
            operation: .tokenise, method: .post, path: PXPPath.gatewayTokens(ownerType: data.ownerType, ownerId: ownerId),
            body: writer.finish())
    }

    /// What the reply means.
    static func outcome(_ reply: GatewayReply) -> Outcome {
        switch PXPAnswer(reply, to: .tokenise) {
        case .failed(let error): return .failed(error)
        case .refused(_, let body): return .failed(PXPFailure.refused(code(for: body), .tokenise, body))
        case .success(let document):
            defer { withExtendedLifetime(document) {} }
            let root = document.view
            var token = TokenisedCard()
            token.gatewayTokenId = PXPText.code(root["gatewayTokenId"])
            guard !token.gatewayTokenId.isEmpty else {
                return .failed(
                    PaymentError(
                        .tokenisationFailed, .answered,
                        "The token vault answered without a token; try again or ask its support.",
                        correlationId: PXPErrorBody(document, to: .tokenise).correlationId))
            }
            token.schemeTokenId = PXPText.code(root["schemeTokenId"])
            token.maskedNumber = PXPText.text(root["maskedPrimaryAccountNumber"])
            token.brand = PXPCardScheme.brand(root["cardScheme"])
            token.fundingSource = PXPText.code(root["fundingSource"])
            token.issuerCountry = PXPText.code(root["issuerCountryCode"])
            return .tokenised(token)
        }
    }

    /// The name as entered, where it is one; else the shopper's; else one for nobody.
    private static func writeHolderName(_ card: CardEntry, _ shopper: Shopper?, to writer: inout JSONWriter) {
        let isWritten = card.withName { name in
            guard HolderNameCheck(name, isRequired: false).reason == .ok else { return false }
            let trimmed = trim(name)
            if !trimmed.isEmpty { writer.member("holderName", bytes: trimmed) }
            return !trimmed.isEmpty
        }
        if isWritten { return }
        let first = shopper?.firstName ?? ""
        let last = shopper?.lastName ?? ""
        let name = first.isEmpty ? last : last.isEmpty ? first : "\(first) \(last)"
        writer.member("holderName", name.isEmpty ? unnamedHolder : name)
    }

    /// The bytes between the blanks round them.
    private static func trim(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let first = name.firstIndex(where: { $0 != 0x20 }), let last = name.lastIndex(where: { $0 != 0x20 }) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(rebasing: name[first...last])
    }

    private static func code(for body: PXPErrorBody) -> ErrorCode {
        switch body.code {
        case "CARD_EXPIRED", "SDK0305": .cardExpired
        default: .tokenVaultException
        }
    }
}

/// A card's expiry as most services take it: strings, the month with two digits and the year with four.
enum PXPExpiry {
    static func write(_ expiry: ExpiryDate, to writer: inout JSONWriter) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { digits in
            writer.member("expiryMonth", bytes: decimal(expiry.month, 2, in: digits))
            writer.member("expiryYear", bytes: decimal(expiry.year, 4, in: digits))
        }
    }

    private static func decimal(_ value: Int, _ count: Int, in digits: UnsafeMutableBufferPointer<UInt8>)
        -> UnsafeRawBufferPointer
    {
        var rest = max(value, 0)
        for index in (0..<count).reversed() {
            digits[index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits).prefix(count))
    }
}

/// Spellings of card schemes, which differ from service to service: `MasterCard`, `American Express`, `cup`. PXP, brand table.
enum PXPCardScheme {
    /// Our id of the brand, or nothing for one that is not known.
    static func brand(_ value: JSONView?) -> String {
        guard let value else { return "" }
        for (spelling, brand) in spellings where value.isString(spelling) { return brand }
        // Any other case or spacing of the same letters.
        let plain = (value.string ?? "").lowercased().filter { $0 != " " }
        return others.first { $0.0 == plain }?.1 ?? ""
    }

    /// As the gateway writes them in replies.
    private static let spellings: [(StaticString, String)] = [
        ("Visa", "visa"), ("MasterCard", "mastercard"), ("Mastercard", "mastercard"), ("AmericanExpress", "amex"),
        ("Discover", "discover"), ("Diners", "diners"), ("JCB", "jcb"), ("UnionPay", "unionpay"),
    ]

    private static let others: [(String, String)] = [
        ("visa", "visa"), ("mastercard", "mastercard"), ("americanexpress", "amex"), ("amex", "amex"), ("discover", "discover"),
        ("diners", "diners"), ("dinersclub", "diners"), ("jcb", "jcb"), ("unionpay", "unionpay"), ("chinaunionpay", "unionpay"),
        ("cup", "unionpay"), ("maestro", "maestro"),
    ]
}
