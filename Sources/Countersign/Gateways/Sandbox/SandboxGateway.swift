/// The gateway that is there when no other is configured: it speaks the PXP wire format, unsigned, to a server inside the
/// process.
public struct SandboxGateway: Gateway {
    /// Staged, with an idempotency key as the options say, and every request in need of credentials.
    public let traits: GatewayTraits
    private let defaults = PXPDefaults.sandbox

    /// A gateway for a server with the same options.
    public init(options: SandboxOptions = SandboxOptions()) {
        var needs = OperationNeeds()
        for operation in Operation.allCases { needs[operation] = .credentials }
        needs[.tokenise].insert(.shopper)
        needs[.authorise].formUnion([.shopper, .date])
        traits = GatewayTraits(
            name: "sandbox", shape: .staged, idempotencyLifetime: options.idempotencyLifetime,
            notFoundProvesAfter: SandboxOptions.notFoundProvesAfter, referenceLength: 50, isLive: false, echoesAmount: true,
            needs: needs)
    }

    /// The request of an operation, in PXP's form.
    public func request(
        for operation: Operation, of payment: PaymentRecord, secrets: PaymentSecrets
    ) throws(PaymentError) -> GatewayRequest {
        switch operation {
        case .tokenise: try PXPTokenVault.request(for: payment, card: secrets.card, defaults: defaults)
        case .preInitiate: try PXPPreInitiate.request(for: payment, defaults: defaults)
        case .authenticate: try PXPInitiate.request(for: payment, defaults: defaults)
        case .readBack: try PXPReadBack.request(for: payment)
        case .authorise: try PXPTransaction.request(for: payment, card: secrets.card, defaults: defaults)
        case .lookUp: try PXPLookUp.request(for: payment, defaults: defaults)
        case .technicalCancel: try PXPTechnicalCancel.request(for: payment, defaults: defaults)
        }
    }

    /// What a reply in PXP's form means.
    public func outcome(of operation: Operation, reply: GatewayReply, payment: PaymentRecord) -> Outcome {
        switch operation {
        case .tokenise: PXPTokenVault.outcome(reply)
        case .preInitiate: PXPPreInitiate.outcome(reply)
        case .authenticate: PXPInitiate.outcome(reply, payment: payment)
        case .readBack: PXPReadBack.outcome(reply, payment: payment)
        case .authorise: PXPTransaction.outcome(reply, payment: payment)
        case .lookUp: PXPLookUp.outcome(reply, payment: payment)
        case .technicalCancel: PXPTechnicalCancel.outcome(reply, payment: payment)
        }
    }
}
