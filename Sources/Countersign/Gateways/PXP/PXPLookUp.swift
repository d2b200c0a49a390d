/// Finds out what became of a transaction, by the merchant's reference. PXP, get transaction details.
enum PXPLookUp {
    /// The request.
    static func request(for payment: PaymentRecord, defaults: PXPDefaults) throws(PaymentError) -> GatewayRequest {
        let data = payment.transaction.value
        let merchant = defaults.merchant(data)
        let site = defaults.site(data)
        guard !merchant.isEmpty else { throw PXPRefusal.merchant }
        guard !site.isEmpty else { throw PXPRefusal.site }
        guard !payment.attempt.merchantTransactionId.isEmpty else { throw PXPRefusal.reference }
        return GatewayRequest(
            operation: .lookUp, method: .get,
            path: PXPPath.lookUp(
                merchant: merchant, site: site, merchantTransactionId: payment.attempt.merchantTransactionId))
    }

    /// What the reply means. "Not found" must come from the gateway itself, in a body that can be read.
    static func outcome(_ reply: GatewayReply, payment: PaymentRecord) -> Outcome {
        switch PXPAnswer(reply, to: .lookUp) {
        case .failed(let error): .failed(error)
        case .refused(404, _): .notFound
        case .refused(_, let body): .failed(PXPFailure.refused(.gatewayRefusedRequest, .lookUp, body))
        case .success(let document): PXPTransactionReply.outcome(document, to: .lookUp, payment: payment)
        }
    }
}
