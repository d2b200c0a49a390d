/// Takes back a transaction whose outcome is not known, by the merchant's reference. ASSUMED: PXP's pages name the operation
/// and not its form; path and body stand here and in `PXPPath` alone.
enum PXPTechnicalCancel {
    /// The request.
    static func request(for payment: PaymentRecord, defaults: PXPDefaults) throws(PaymentError) -> GatewayRequest {
        let data = payment.transaction.value
        let merchant = defaults.merchant(data)
        let site = defaults.site(data)
        guard !merchant.isEmpty else { throw PXPRefusal.merchant }
        guard !site.isEmpty else { throw PXPRefusal.site }
        guard !payment.attempt.merchantTransactionId.isEmpty else { throw PXPRefusal.reference }
        var writer = JSONWriter(capacity: 160)
        writer.beginObject()
        writer.member("merchant", merchant)
        writer.member("site", site)
        writer.member("merchantTransactionId", payment.attempt.merchantTransactionId)
        writer.endObject()
        return GatewayRequest(
            operation: .technicalCancel, method: .post, path: PXPPath.technicalCancellations, body: writer.finish())
    }

    /// What the reply means.
    static func outcome(_ reply: GatewayReply, payment: PaymentRecord) -> Outcome {
        switch PXPAnswer(reply, to: .technicalCancel) {
        case .failed(let error): .failed(error)
        case .refused(404, _): .notFound
        case .refused(_, let body): .failed(PXPFailure.refused(.gatewayRefusedRequest, .technicalCancel, body))
        case .success(let document): PXPTransactionReply.outcome(document, to: .technicalCancel, payment: payment)
        }
    }
}
