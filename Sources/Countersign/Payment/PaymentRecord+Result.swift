/// What a payment's result is made of, derived from the gateway's last word.
extension PaymentRecord {
    /// The gateway's word, once it is the payment's result.
    var result: TransactionReply? {
        switch ending {
        case .authorised, .captured, .refused, .failed: reply?.value
        case .error, .cancelled, nil: nil
        }
    }

    /// Whether the shopper's money is reserved or taken.
    var isPaid: Bool { ending == .authorised || ending == .captured }

    /// Our readable form of the security code's result only where the gateway gave none.
    var readableCVCResult: String {
        guard let result else { return "" }
        return result.cvcResultText.isEmpty ? CvcResult.text(result.cvcResult) : result.cvcResultText
    }

    /// Our readable form of the address check only where the gateway gave none.
    var readableAVSResult: String {
        guard let result else { return "" }
        return result.avsResultText.isEmpty ? AvsResult.text(result.avsResult, brand: card.brand) : result.avsResultText
    }

    /// What a refusal means for the next try.
    var decline: Decline? {
        guard ending == .refused, let reply = reply?.value else { return nil }
        return DeclineTable.decline(
            brand: card.brand, code: reply.providerCode.isEmpty ? reply.stateCode : reply.providerCode,
            advice: reply.merchantAdviceCode)
    }

    /// Who bears a fraud, as far as it can be derived; nil before an authentication is final.
    var liability: LiabilityShift? {
        guard let authentication = authentication?.value, authentication.state.isFinal else { return nil }
        return Liability.shift(
            transStatus: authentication.transStatus, eci: authentication.eci, brand: card.brand, exemption: exemption,
            adjustment: reply?.value.eciAdjustment ?? "")
    }
}
