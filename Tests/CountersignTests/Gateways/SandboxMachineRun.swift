@testable import Countersign

/// A whole payment by the payment machine against the sandbox's server, in virtual time: what is due next happens next.
struct SandboxMachineRun {
    private(set) var machine: PaymentMachine
    private(set) var server: SandboxServer
    private(set) var sent: [Countersign.Operation] = []
    private(set) var told: [HookPoint] = []
    private let gateway: SandboxGateway
    private let secrets: PaymentSecrets
    private let shopper: SandboxCase.Shopper
    private var now = GatewayFixture.now
    private var timer: Int64?
    private var arrivals: [(at: Int64, event: PaymentEvent)] = []

    init(_ row: SandboxCase, options: SandboxOptions = SandboxOptions(), change: (inout TransactionData) -> Void = { _ in }) {
        var data = GatewayFixture.transaction(row.amountMinor)
        change(&data)
        var hooks = HookSet([HookSet(.onPresentChallenge), HookSet(.onPresentFingerprint), HookSet(.onPending)])
        hooks.insert([HookSet(.onResultChanged), HookSet(.onPostAuthorisation), HookSet(.onSubmitError), HookSet(.onCancelled)])
        gateway = SandboxGateway(options: options)
        machine = PaymentMachine(
            record: PaymentRecord(id: "payment", transaction: data, hooks: hooks), traits: Shared(gateway.traits))
        server = SandboxServer(options: options)
        secrets = GatewayFixture.secrets(number: row.number.description, code: row.brand.description == "amex" ? "7373" : "737")
        shopper = row.shopper
        let summary = PaymentRecord.CardSummary(brand: row.brand.description, iin: "", lastFour: "")
        take(
            .submitted(
                PaymentEvent.Submission(idempotencyKeys: ("key-1", "key-2"), card: summary, refusal: nil)))
    }

    var record: PaymentRecord { machine.record }

    /// Runs until the flow has ended, or for `duration` milliseconds of virtual time.
    mutating func run(for duration: Int64 = 3_600_000) {
        let end = now + duration
        while record.ending == nil {
            guard let due = nextDue(), due <= end else { return }
            step(to: due)
        }
        finish()
    }

    /// Lets time pass after the end and looks the transaction up.
    mutating func lookUp(after duration: Int64) {
        now += duration
        take(.lookUpRequested)
        finish()
    }

    /// What is on its way arrives.
    private mutating func finish() {
        while let arrival = arrivals.map(\.at).min() { step(to: arrival) }
    }

    private func nextDue() -> Int64? { (arrivals.map(\.at) + (timer.map { [$0] } ?? [])).min() }

    private mutating func step(to due: Int64) {
        now = max(now, due)
        if let index = arrivals.firstIndex(where: { $0.at <= now }) {
            take(arrivals.remove(at: index).event)
        } else {
            timer = nil
            take(.timerFired)
        }
    }

    private mutating func take(_ event: PaymentEvent) {
        var effects: [PaymentEffect] = []
        machine.handle(event, now: now, into: &effects)
        for effect in effects { carryOut(effect) }
    }

    private mutating func carryOut(_ effect: PaymentEffect) {
        switch effect {
        case .persist(let sequence, _): arrivals.append((now, .persisted(sequence)))
        case .ask(let hook, let timeout): ask(hook, timeout)
        case .tell(let hook):
            told.append(hook)
            if hook == .onPresentChallenge { playShopper() }
        case .send(let operation): send(operation)
        case .setTimer(let at): timer = at
        case .clearTimer: timer = nil
        case .forgetCard: secrets.card = nil
        case .settled: break
        }
    }

    private mutating func ask(_ hook: HookPoint, _ timeout: Int64) {
        guard hook == .onPresentFingerprint, shopper != .methodStaysSilent else {
            // Nobody answers: the time-out does.
            timer = now + timeout
            return
        }
        var reply = FingerprintReply()
        let data = record.preInitiation?.value.fingerprintData ?? ""
        reply.notification = withUTF8Bytes(data) { server.acsMethodNotification(fingerprintData: $0) } ?? ""
        reply.isCompleted = true
        arrivals.append((now, .answered(hook, .proceed, .fingerprint(reply))))
    }

    private mutating func send(_ operation: Countersign.Operation) {
        sent.append(operation)
        do throws(PaymentError) {
            let request = try gateway.request(for: operation, of: record, secrets: secrets)
            let delivery = server.handle(request, now: now)
            // The transport gives up after 30 seconds.
            let reply = delivery.delay > 30_000 ? GatewayReply.unknown(.timeout) : delivery.reply
            let outcome = gateway.outcome(of: operation, reply: reply, payment: record)
            arrivals.append((now + min(delivery.delay, 30_000), .completed(operation, outcome)))
        } catch {
            arrivals.append((now, .completed(operation, .failed(error))))
        }
    }

    private mutating func playShopper() {
        guard let request = record.challenge?.value.request else { return }
        func enter(_ code: String) {
            withUTF8Bytes(request) { request in
                withUTF8Bytes(code) { _ = server.acsAnswer(challengeRequest: request, code: $0) }
            }
        }
        switch shopper {
        case .entersRightCode: enter("1234")
        case .entersWrongThenRightCode:
            enter("4321")
            enter("1234")
        case .entersWrongCodes: for code in ["1", "12", "123"] { enter(code) }
        case .cancels: _ = withUTF8Bytes(request) { server.acsCancel(challengeRequest: $0) }
        case .nothing, .staysSilent, .approvesElsewhere, .methodStaysSilent: return
        }
        arrivals.append((now + 1_000, .challengeCompleted))
    }
}
