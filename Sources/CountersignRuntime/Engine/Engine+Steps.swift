import CSystem
import Countersign

/// One step of a payment: one event for its machine, and what the machine wants done.
extension Engine {
    /// Tells the machine what has happened and carries out the effects. The lock is held at the beginning and the end, and free
    /// while hooks run.
    ///
    /// - Throws: Only ``Failure/forked``, without the lock: a hook has forked and returned in the child.
    func step(_ payment: PaymentBox, _ post: Post) throws(Failure) {
        var effects: [PaymentEffect] = []
        swap(&effects, &spareEffects)
        var told = payment.machine.pointee.record.eventCount
        let hadEnded = payment.machine.pointee.record.ending != nil
        tell(payment, post, &effects)
        if !hadEnded, payment.keptReply != nil, payment.machine.pointee.record.ending != nil { withdrawReply(payment) }
        while let reply = try perform(effects, for: payment, told: told), phase == .open {
            // The host answered at once.
            effects.removeAll(keepingCapacity: true)
            told = payment.machine.pointee.record.eventCount
            tell(payment, answeredBy: reply, &effects)
            giveBack(reply)
        }
        effects.removeAll(keepingCapacity: true)
        swap(&effects, &spareEffects)
        holdOrLetGo(payment)
    }

    // MARK: Events

    /// Events are large, so each goes to the machine from where it is made.
    private func tell(_ payment: PaymentBox, _ post: Post, _ effects: inout [PaymentEffect]) {
        let machine = payment.machine
        let now = payment.now
        switch post {
        case .submitted: machine.pointee.handle(.submitted(submission(of: payment)), now: now, into: &effects)
        case .persisted(let sequence): machine.pointee.handle(.persisted(sequence), now: now, into: &effects)
        case .replied(let operation, let reply):
            let outcome = outcome(of: operation, reply, &machine.pointee)
            machine.pointee.handle(.completed(operation, outcome), now: now, into: &effects)
        case .failed(let operation, let error):
            machine.pointee.handle(.completed(operation, .failed(error.value)), now: now, into: &effects)
        case .answered(let reply): tell(payment, answeredBy: reply, &effects)
        case .timer(let number):
            guard number == payment.timerNumber else { return }
            machine.pointee.handle(.timerFired, now: now, into: &effects)
        case .challengeCompleted: machine.pointee.handle(.challengeCompleted, now: now, into: &effects)
        case .challengeClosed: machine.pointee.handle(.challengeClosed, now: now, into: &effects)
        case .cancel: machine.pointee.handle(.cancelRequested, now: now, into: &effects)
        case .lookUp: machine.pointee.handle(.lookUpRequested, now: now, into: &effects)
        }
    }

    /// Tells the machine what the host answered: keys go to the secrets, the rest into the event.
    private func tell(_ payment: PaymentBox, answeredBy reply: ReplyBox, _ effects: inout [PaymentEffect]) {
        let machine = payment.machine
        let now = payment.now
        let decision = reply.decision
        reply.take { contents in
            let hook = contents.hook
            guard decision == .proceed else {
                let reason = contents.reason.isEmpty ? HookReply.none : .reason(contents.reason)
                machine.pointee.handle(.answered(hook, decision, reason), now: now, into: &effects)
                return
            }
            if hook == .onGetCredentials { keep(contents, in: payment) }
            machine.pointee.handle(.answered(hook, .proceed, contents.finished()), now: now, into: &effects)
        }
    }

    private func keep(_ contents: ReplyContents, in payment: PaymentBox) {
        guard contents.hmacKey != nil || contents.encryptionKey != nil || contents.apiKey != nil else { return }
        let secrets = payment.secrets ?? PaymentSecrets()
        secrets.hmacKey = contents.hmacKey
        secrets.encryptionKey = contents.encryptionKey
        secrets.apiKey = contents.apiKey
        payment.secrets = secrets
    }

    /// Not inlined, and the machine exclusive though nobody changes it: so the compiler sees that the record need not be
    /// copied.
    @inline(never)
    private func outcome(of operation: Operation, _ reply: GatewayReply, _ machine: inout PaymentMachine) -> Outcome {
        gateway.outcome(of: operation, reply: reply, payment: machine.record)
    }

    /// As ``outcome(of:_:_:)``.
    @inline(never)
    private func request(
        for operation: Operation, _ secrets: PaymentSecrets, _ machine: inout PaymentMachine
    ) throws(PaymentError) -> GatewayRequest {
        try gateway.request(for: operation, of: machine.record, secrets: secrets)
    }

    // MARK: Effects

    /// Answers the reply of a hook that the host answered at once.
    private func perform(
        _ effects: [PaymentEffect], for payment: PaymentBox, told: UInt64
    ) throws(Failure) -> ReplyBox? {
        var number = told
        var answered: ReplyBox?
        for effect in effects {
            // A hook may have released the engine.
            guard phase == .open else { return nil }
            switch effect {
            case .persist(let sequence, _):
                payment.persisting = sequence
                store.write(payment, sequence)
            case .ask(let hook, let timeout):
                number &+= 1
                answered = try ask(hook, of: payment, number: number, timeout: timeout)
            case .tell(let hook):
                number &+= 1
                _ = try call(hook, of: payment, reply: nil, number: number)
            case .send(let operation): send(operation, of: payment)
            case .setTimer(let time): setTimer(payment, at: time)
            case .clearTimer: clearTimer(payment)
            case .forgetCard: forgetCard(payment)
            case .settled: settled(payment)
            }
        }
        return answered
    }

    private func send(_ operation: Operation, of payment: PaymentBox) {
        let secrets = payment.secrets ?? PaymentSecrets()
        do throws(PaymentError) {
            let request = try request(for: operation, secrets, &payment.machine.pointee)
            let delivery = transport.send(request, now: clock.steadyNow)
            arrive(operation, delivery, at: payment)
        } catch {
            post(.failed(operation, Shared(error)), to: payment)
        }
        secrets.forgetCredentials()
    }

    private func arrive(_ operation: Operation, _ delivery: SandboxDelivery, at payment: PaymentBox) {
        if delivery.delay <= 0 {
            post(.replied(operation, delivery.reply), to: payment)
        } else {
            let tick = clock.tick.adding(delivery.delay)
            payment.deliveries.append(PaymentBox.Delivery(tick: tick, operation: operation, reply: delivery.reply))
            deadlines.update(payment)
        }
    }

    private func setTimer(_ payment: PaymentBox, at time: Int64) {
        payment.setTimer(max(time.adding(-payment.epoch), clock.tick))
        deadlines.update(payment)
    }

    private func clearTimer(_ payment: PaymentBox) {
        payment.setTimer(.max)
        deadlines.update(payment)
    }

    private func forgetCard(_ payment: PaymentBox) {
        guard let secrets = payment.secrets else { return }
        secrets.card = nil
        // What holds nothing need not be held while the payment waits.
        if secrets.hmacKey == nil, secrets.encryptionKey == nil, secrets.apiKey == nil { payment.secrets = nil }
    }

    private func settled(_ payment: PaymentBox) {
        payment.secrets?.forgetAll()
        payment.secrets = nil
        guard !payment.isSettled else { return }
        payment.isSettled = true
        if payment.hasReference { store.retire(payment.machine.pointee.record.transaction.value.merchantTransactionId) }
    }

    /// The engine keeps a payment that is in flight, also when the host has released it.
    func holdOrLetGo(_ payment: PaymentBox) {
        let isNeeded = payment.isInFlight
        guard isNeeded != payment.isHeld else { return }
        payment.isHeld = isNeeded
        if isNeeded {
            _ = Unmanaged.passRetained(payment)
        } else {
            if payment.handle == .none { remove(payment) }
            Unmanaged.passUnretained(payment).release()
        }
    }

    // MARK: Hooks

    /// Asks the host. Nil when it answers later, or never since the engine is being released.
    private func ask(
        _ hook: HookPoint, of payment: PaymentBox, number: UInt64, timeout: Int64
    ) throws(Failure) -> ReplyBox? {
        let reply = takeReply()
        reply.open(hook, payment)
        // Without a handle, the table being full, the host cannot answer.
        let code = reply.handle == .none ? HookCode.none : try call(hook, of: payment, reply: reply, number: number)
        guard phase == .open else {
            reply.withdraw()
            // Kept, it is the host's to release; otherwise nobody's.
            if code != HookCode.later { reply.unregister() }
            return nil
        }
        if code == HookCode.later {
            keep(reply, of: payment, timeout: timeout > 0 ? timeout : configuration.hookTimeout)
            return nil
        }
        reply.decision = HookCode.decision(code)
        reply.stage.store(.idle, ordering: .releasing)
        return reply
    }

    private func takeReply() -> ReplyBox {
        if let reply = spareReply {
            spareReply = nil
            return reply
        }
        let reply = ReplyBox(engine: self)
        reply.register()
        return reply
    }

    /// The reply is void for the host, and ready for the next hook.
    private func giveBack(_ reply: ReplyBox) {
        reply.payment = nil
        guard !reply.isReleased, spareReply == nil else {
            reply.unregister()
            return
        }
        reply.renew()
        spareReply = reply
    }

    /// The hook said CSN_LATER. Another thread may have answered, or let go, before it returned.
    private func keep(_ reply: ReplyBox, of payment: PaymentBox, timeout: Int64) {
        if reply.stage.load(ordering: .relaxed) == .answered {
            // The host may hold the reply for long: it must not hold the payment with it.
            reply.payment = nil
            post(.answered(reply), to: payment)
            return
        }
        reply.stage.store(.kept, ordering: .releasing)
        payment.keptReply = reply
        payment.setTimer(clock.tick.adding(timeout))
        deadlines.update(payment)
    }

    /// The payment ended while the host kept a reply.
    private func withdrawReply(_ payment: PaymentBox) {
        guard let reply = payment.keptReply else { return }
        payment.keptReply = nil
        reply.withdraw()
        clearTimer(payment)
    }

    /// Calls the host's function without the lock. Answers 0, no decision, where there is none.
    private func call(
        _ hook: HookPoint, of payment: PaymentBox, reply: ReplyBox?, number: UInt64
    ) throws(Failure) -> Int32 {
        guard let (function, userData) = payment.hooks.entry(hook) else { return 0 }
        // The table keeps the user data alive, whatever the hook does to the payment.
        let table = payment.hooks
        let eventHandle = event.begin(payment, hook, number: number)
        let replyHandle = reply?.handle ?? .none
        hookThread.store(csys_thread(), ordering: .relaxed)
        lock.unlock()
        let code = withExtendedLifetime(table) { function(eventHandle.pointer, replyHandle.pointer, userData) }
        guard mark.isCurrent else { throw .forked }
        lock.lock()
        hookThread.store(0, ordering: .relaxed)
        event.end()
        return code
    }
}

/// What a hook may return, as in the header.
enum HookCode {
    static let none: Int32 = 0
    static let later: Int32 = 3

    /// Anything but the constants is no decision, and no decision is a failure.
    static func decision(_ code: Int32) -> HookDecision {
        switch code {
        case 1: .proceed
        case 2: .none
        default: .failed
        }
    }
}
