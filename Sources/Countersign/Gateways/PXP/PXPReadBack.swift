/// Reads an authentication's state, since what the shopper's browser brings back proves nothing. PXP, retrieve authentication
/// by id.
enum PXPReadBack {
    /// The request.
    static func request(for payment: PaymentRecord) throws(PaymentError) -> GatewayRequest {
        guard let id = payment.preInitiation?.value.authenticationId, !id.isEmpty else { throw PXPRefusal.authentication }
        return GatewayRequest(operation: .readBack, method: .get, path: PXPPath.authentication(id))
    }

    /// What the reply means.
    static func outcome(_ reply: GatewayReply, payment: PaymentRecord) -> Outcome {
        PXPAuthenticationReply.outcome(reply, to: .readBack, payment: payment)
    }
}
