/// The request that moves money. PXP, transactions, create.
enum PXPTransaction {
    /// ASSUMED: the values of `processingModel` are not public; this one flags a later payment of a series.
    static let merchantInitiatedModel: StaticString = "MerchantInitiatedRecurring"

    /// The request: the same bytes each time for the same record. A saved card that is paid with its security code again needs
    /// the card beside the record, and cannot be built without it.
    static func request(
        for payment: PaymentRecord, card: CardEntry?, defaults: PXPDefaults
    ) throws(PaymentError) -> GatewayRequest {
        let data = payment.transaction.value
        guard let currency = data.amount?.currency else { throw PXPRefusal.amount }
        let merchant = defaults.merchant(data)
        let site = defaults.site(data)
        guard !merchant.isEmpty else { throw PXPRefusal.merchant }
        guard !site.isEmpty else { throw PXPRefusal.site }
        guard !payment.attempt.merchantTransactionId.isEmpty else { throw PXPRefusal.reference }
        let token = PXPToken.gatewayToken(of: payment)
        guard !token.isEmpty else { throw PXPRefusal.card }
        let asked = data.savedCard.map { $0.needsCVC || $0.needsExpiry } ?? false
        if asked, card == nil { throw PXPRefusal.securityCode }

        var writer = JSONWriter(capacity: 768, isSecret: asked)
        writer.beginObject()
        writer.member("merchant", merchant)
        writer.member("site", site)
        writer.member("merchantTransactionId", payment.attempt.merchantTransactionId)
        PXPDate.write(payment.attempt.date, as: "merchantTransactionDate", to: &writer)
        writer.key("transactionMethod")
        writer.beginObject()
        writer.member("entryType", data.entryType.name)
        writer.member("fundingType", "Card" as StaticString)
        // A plain string here, where a session has an object by payment method.
        writer.member("intent", data.intent?.name ?? "Authorisation")
        writer.endObject()
        writer.key("amounts")
        writer.beginObject()
        PXPAmount.write(payment.authorisationAmount, currency, as: "transaction", to: &writer)
        PXPAmount.write(currency, to: &writer)
        if let gratuity = gratuity(of: payment) { PXPAmount.write(gratuity, currency, as: "gratuity", to: &writer) }
        writer.endObject()
        writer.key("fundingData")
        writer.beginObject()
        writer.key("card")
        writer.beginObject()
        writer.member("gatewayTokenId", token)
        if let card, let saved = data.savedCard, asked { try write(card, askedBy: saved, payment, to: &writer) }
        writer.endObject()
        writer.endObject()
        if let authentication = payment.authentication?.value, authentication.state == .successful {
            writer.member("authenticationId", authentication.authenticationId)
        }
        if let exemption = payment.exemption, !isExemptedByAuthentication(payment) {
            writer.key("psd2Data")
            writer.beginObject()
            writer.member("scaExemption", exemption.name)
            writer.endObject()
        }
        writeSeries(data, to: &writer)
        writer.member(
            "riskScreeningData", ifPresent: payment.preAuthorisation?.value.riskScreeningData ?? data.riskScreeningData)
        if let shopper = payment.shopper?.value ?? data.shopper { write(shopper, to: &writer) }
        if let address = data.addressVerification { write(address, to: &writer) }
        if let identity = data.identityVerification {
            writer.key("identityVerification")
            writer.beginObject()
            writer.member("nameVerification", identity.nameVerification)
            writer.endObject()
        }
        // ASSUMED: no public page shows a member for the merchant's own data.
        writer.member("metadata", ifPresent: payment.preAuthorisation?.value.metadata ?? data.metadata)
        writer.endObject()
        return GatewayRequest(
            operation: .authorise, method: .post, path: PXPPath.transactions, body: writer.finish(),
            idempotencyKey: payment.attempt.idempotencyKey)
    }

    /// What the reply means.
    static func outcome(_ reply: GatewayReply, payment: PaymentRecord) -> Outcome {
        switch PXPAnswer(reply, to: .authorise) {
        case .failed(let error): return .failed(error)
        case .refused(409, let body):
            // A conflict says that the reference or key is known already, so that an earlier sending may have gone through.
            return .failed(
                PaymentError(
                    .gatewayRefusedRequest, .unknown,
                    "The gateway knows this transaction already: look it up by its reference and do not send it again.",
                    field: body.field, providerCode: body.code, correlationId: body.correlationId))
        case .refused(let status, let body):
            var failed = TransactionReply()
            failed.state = .failed
            failed.stateName = "Error"
            failed.errorCode = body.code.isEmpty ? "HTTP_\(status)" : body.code
            failed.errorReason = body.reason
            failed.correlationId = body.correlationId
            failed.merchantTransactionId = payment.attempt.merchantTransactionId
            return .transaction(failed)
        case .success(let document):
            return PXPTransactionReply.outcome(document, to: .authorise, payment: payment)
        }
    }

    /// In minor units; nil: none, also where a hook made the amount smaller than it.
    private static func gratuity(of payment: PaymentRecord) -> Int64? {
        let data = payment.transaction.value
        guard !data.gratuity.isEmpty, let currency = data.amount?.currency,
            let gratuity = try? Amount(decimalText: data.gratuity, currency: currency),
            gratuity.minorUnits <= payment.authorisationAmount
        else { return nil }
        return gratuity.minorUnits
    }

    /// Whether the authentication took the exemption already, which the gateway then reuses: indicators 05 and 10 ask for one.
    private static func isExemptedByAuthentication(_ payment: PaymentRecord) -> Bool {
        guard let authentication = payment.authentication?.value, authentication.state == .successful else { return false }
        let indicator = payment.challengeIndicator
        return indicator == "05" || indicator == "10"
    }

    /// What the site asks for again with a saved card, and nothing else of the entry.
    private static func write(
        _ card: CardEntry, askedBy saved: TransactionData.SavedCard, _ payment: PaymentRecord, to writer: inout JSONWriter
    ) throws(PaymentError) {
        if saved.needsExpiry {
            guard let expiry = card.expiry(at: payment.submittedAt) else { throw PXPRefusal.card }
            PXPExpiry.write(expiry, to: &writer)
        }
        if saved.needsCVC {
            guard card.withSecurityCode({ !$0.isEmpty }) else { throw PXPRefusal.securityCode }
            card.withSecurityCode { writer.member("cardVerificationCode", bytes: $0) }
        }
    }

    private static func writeSeries(_ data: TransactionData, to writer: inout JSONWriter) {
        guard data.recurring != nil || data.initiator == .merchant else { return }
        writer.key("recurring")
        writer.beginObject()
        if let recurring = data.recurring {
            writer.member("processingModel", recurring.processingModel)
            if recurring.frequencyInDays > 0 { writer.member("frequencyInDays", Int64(recurring.frequencyInDays)) }
            writer.member("frequencyExpiration", unlessEmpty: recurring.frequencyExpiration)
        } else {
            writer.member("processingModel", merchantInitiatedModel)
        }
        // ASSUMED: the scheme's name of the first payment, which a later one without the shopper refers to.
        writer.member("networkTransactionId", unlessEmpty: data.networkTransactionId)
        writer.endObject()
    }

    private static func write(_ shopper: Shopper, to writer: inout JSONWriter) {
        writer.key("shopper")
        writer.beginObject()
        writer.member("id", unlessEmpty: shopper.id)
        writer.member("firstName", unlessEmpty: shopper.firstName)
        writer.member("lastName", unlessEmpty: shopper.lastName)
        writer.member("dateOfBirth", unlessEmpty: shopper.dateOfBirth)
        writer.member("email", unlessEmpty: shopper.email)
        writer.endObject()
    }

    private static func write(_ address: TransactionData.AddressVerification, to writer: inout JSONWriter) {
        writer.key("addressVerification")
        writer.beginObject()
        writer.member("countryCode", unlessEmpty: address.countryCode)
        writer.member("houseNumberOrName", unlessEmpty: address.houseNumberOrName)
        writer.member("postalCode", unlessEmpty: address.postalCode)
        writer.endObject()
    }
}
