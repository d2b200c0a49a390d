import Countersign

/// The checks at submission.
extension Engine {
    /// What the machine is told at submission: fresh keys, what may be shown of the card, and the first check that failed.
    func submission(of payment: PaymentBox) -> PaymentEvent.Submission {
        var refusal: PaymentError?
        var keys = (first: "", second: "")
        do throws(Failure) {
            keys = (try random.uuid(), try random.uuid())
        } catch {
            refusal = PaymentError(.unexpected, .refused, error.message.description)
        }
        let card = payment.secrets?.card
        let data = payment.machine.pointee.record.transaction
        if let saved = data.value.savedCard, let card { card.savedBrand = CardBrand(id: saved.brand) }
        let summary = summary(of: card, data.value.savedCard)
        if refusal == nil {
            do throws(PaymentError) {
                try checkWhole(data.value, of: payment)
                try check(card, data.value)
                try reserveReference(of: payment, data.value)
            } catch {
                refusal = error
            }
        }
        return PaymentEvent.Submission(idempotencyKeys: keys, card: summary, refusal: refusal)
    }

    /// What is at fault with the data as a whole is told under the one name of a failed validation; the field says where.
    private func checkWhole(_ data: TransactionData, of payment: PaymentBox) throws(PaymentError) {
        do throws(PaymentError) {
            try TransactionFields.checkWhole(
                data, now: clock.now, allowsAuthentication: payment.machine.pointee.record.allowsAuthentication)
        } catch {
            var refusal = error
            refusal.code = .validationFailed
            throw refusal
        }
    }

    private func summary(of card: CardEntry?, _ saved: TransactionData.SavedCard?) -> PaymentRecord.CardSummary {
        if let saved { return PaymentRecord.CardSummary(brand: saved.brand, iin: saved.iin, lastFour: saved.lastFour) }
        guard let card else { return PaymentRecord.CardSummary() }
        return PaymentRecord.CardSummary(brand: card.brand?.id ?? "", iin: card.iin, lastFour: card.lastFour)
    }

    /// A new card needs all that its form asks for; a saved one only what its site asks for again.
    private func check(_ card: CardEntry?, _ data: TransactionData) throws(PaymentError) {
        if let saved = data.savedCard {
            if saved.needsCVC { try check(card, .securityCode) }
            if saved.needsExpiry { try check(card, .expiry) }
            return
        }
        guard let card else {
            throw PaymentError(
                .validationFailed, .refused,
                "The payment has no card: give it one with csn_payment_set_card(), or a saved one with card.gatewayTokenId.",
                field: "card")
        }
        if let fault = card.faults(at: clock.now).first { throw Self.refusal(fault) }
    }

    private func check(_ card: CardEntry?, _ field: CardField) throws(PaymentError) {
        guard let card, !(card.isEmpty(field)) else {
            throw PaymentError(
                .validationFailed, .refused,
                "The saved card asks for \(field.name) again: give it with csn_payment_set_card().",
                field: "card.\(field.name)")
        }
        let state = card.state(of: field, at: clock.now)
        guard state.isValid else { throw Self.refusal(state) }
    }

    private static func refusal(_ state: FieldState) -> PaymentError {
        PaymentError(
            .validationFailed, .refused, "\(state.message) (\(state.errorCode), \(state.symbol)): have the shopper correct it.",
            field: "card.\(state.field.name)")
    }

    private func reserveReference(of payment: PaymentBox, _ data: TransactionData) throws(PaymentError) {
        guard store.reserve(data.merchantTransactionId) else {
            throw PaymentError(
                .referenceInUse, .refused,
                "A payment has this merchantTransactionId, or its second attempt would: look at that one, or choose another.",
                field: "merchantTransactionId")
        }
        payment.hasReference = true
    }
}

extension CardField {
    /// The name in error fields.
    var name: StaticString {
        switch self {
        case .number: "number"
        case .expiry: "expiry"
        case .securityCode: "cvc"
        case .holderName: "holderName"
        }
    }
}

extension CardEntry {
    /// Whether nothing is entered there.
    fileprivate func isEmpty(_ field: CardField) -> Bool { textLength(of: field) == 0 }
}
