@testable import Countersign

/// A talk with the machine: events in, effects out as words. Records are stored at once, so that a test reads as the flow does.
struct Conversation {
    private(set) var machine: PaymentMachine
    var now: Int64 = 1_700_000_000_000
    private(set) var timer: Int64?

    static let authenticationHooks: HookSet = [
        HookSet(.onPreInitiateAuthentication), HookSet(.onPostInitiateAuthentication), HookSet(.onPresentFingerprint),
        HookSet(.onPreAuthentication), HookSet(.onPresentChallenge), HookSet(.onPostAuthentication),
    ]
    static let endings: HookSet = [
        HookSet(.onPending), HookSet(.onCancelled), HookSet(.onResultChanged), HookSet(.onPostAuthorisation),
        HookSet(.onSubmitError),
    ]

    init(
        hooks: HookSet = [authenticationHooks, endings], needs: OperationNeeds = OperationNeeds(),
        _ change: (inout TransactionData) -> Void = { _ in }
    ) {
        var data = TransactionData()
        data.amount = try? Amount(minorUnits: 1_000, currency: testCurrency)
        data.intent = .authorisation
        data.merchantTransactionId = "order-1"
        change(&data)
        let traits = GatewayTraits(
            name: "test", shape: .staged, idempotencyLifetime: 0, notFoundProvesAfter: 10_000, referenceLength: 50,
            isLive: false,
            echoesAmount: true, needs: needs)
        machine = PaymentMachine(record: PaymentRecord(id: "p", transaction: data, hooks: hooks), traits: Shared(traits))
    }

    var record: PaymentRecord { machine.record }

    /// Feeds an event; the words of what follows, with storing left out.
    mutating func hear(_ event: PaymentEvent) -> [String] {
        var words: [String] = []
        var events = [event]
        while !events.isEmpty {
            var effects: [PaymentEffect] = []
            machine.handle(events.removeFirst(), now: now, into: &effects)
            for effect in effects {
                switch effect {
                case .persist(let sequence, _): events.append(.persisted(sequence))
                case .ask(let hook, _): words.append("ask \(hook.name)")
                case .tell(let hook): words.append("tell \(hook.name)")
                case .send(let operation): words.append("send \(operation)")
                case .setTimer(let time): timer = time
                case .clearTimer: timer = nil
                case .forgetCard: words.append("forget card")
                case .settled: words.append("settled \(machine.record.ending?.name.description ?? "")")
                }
            }
        }
        return words
    }

    mutating func submit(brand: String = "visa") -> [String] {
        hear(
            .submitted(
                PaymentEvent.Submission(
                    idempotencyKeys: ("key-1", "key-2"),
                    card: PaymentRecord.CardSummary(brand: brand, iin: "411111", lastFour: "1111"),
                    refusal: nil)))
    }

    mutating func answer(_ hook: HookPoint, _ decision: HookDecision = .proceed, _ reply: HookReply = .none) -> [String] {
        hear(.answered(hook, decision, reply))
    }

    mutating func complete(_ operation: Operation, _ outcome: Outcome) -> [String] { hear(.completed(operation, outcome)) }

    /// Lets the timer fire at its time.
    mutating func wait() -> [String] {
        guard let time = timer else { return ["no timer"] }
        now = time
        timer = nil
        return hear(.timerFired)
    }

    static let token: Outcome = {
        var token = TokenisedCard()
        token.gatewayTokenId = "token-1"
        return .tokenised(token)
    }()

    static func preInitiation(fingerprint: Bool = false) -> Outcome {
        var answer = PreInitiation()
        answer.authenticationId = "auth-1"
        if fingerprint {
            answer.fingerprintURL = "https://acs.example/method"
            answer.fingerprintData = "e30"
        }
        return .preInitiated(answer)
    }

    static func authentication(_ state: AuthenticationState, _ transStatus: String) -> Outcome {
        var reply = AuthenticationReply()
        reply.authenticationId = "auth-1"
        reply.state = state
        reply.transStatus = transStatus
        reply.challengeURL = state == .pendingCustomerChallenge ? "https://acs.example/challenge" : ""
        return .authentication(reply)
    }

    func transaction(
        _ state: TransactionState, code: String = "00", amount: Int64 = 1_000, currency: String = "EUR",
        reference: String? = nil,
        isPartial: Bool = false
    ) -> TransactionReply {
        var reply = TransactionReply()
        reply.state = state
        reply.providerCode = code
        reply.amount = amount
        reply.currency = currency
        reply.merchantTransactionId = reference ?? record.attempt.merchantTransactionId
        reply.isPartialApproval = isPartial
        return reply
    }
}
