import CSystem
import Countersign

/// One step of a payment: one event for its machine, and what the machine wants done.
extension Engine {
    /// Tells the machine what has happened and carries out the effects. The lock is held at the beginning and the end, and free
    /// while hooks run.
    ///
    /// - Throws: Only ``Failure/forked``, without the lock: a hook has forked and returned in the child.
    func step(_ payment: PaymentBox, _ post: Post) throws(Failure) {
        guard var event = event(of: post, for: payment) else { return }
        var effects: [PaymentEffect] = []
        swap(&effects, &spareEffects)
        while true {
            let told = payment.machine.pointee.record.eventCount
            let hadEnded = payment.machine.pointee.record.ending != nil
            payment.machine.pointee.handle(event, now: clock.now, into: &effects)
            if !hadEnded, payment.keptReply != nil, payment.machine.pointee.record.ending != nil { withdrawReply(payment) }
            let answer = try perform(effects, for: payment, told: told)
            effects.removeAll(keepingCapacity: true)
            guard let answer, phase == .open else { break }
            event = .answered(answer.hook, answer.decision, answer.reply)
        }
        swap(&effects, &spareEffects)
        holdOrLetGo(payment)
    }

    /// An answer that came at once.
    private struct Answer {
        let hook: HookPoint
        let decision: HookDecision
        let reply: HookReply
    }

    // MARK: Events

    private func event(of post: Post, for payment: PaymentBox) -> PaymentEvent? {
        switch post {
        case .submitted: return .submitted(submission(of: payment))
        case .persisted(let sequence): return .persisted(sequence)
        case .replied(let operation, let reply):
            return .completed(
                operation, gateway.outcome(of: operation, reply: reply, payment: payment.machine.pointee.record))
        case .failed(let operation, let error): return .completed(operation, .failed(error.value))
        case .answered(let reply):
            guard let answer = settle(reply, payment) else { return nil }
            return .answered(answer.hook, answer.decision, answer.reply)
        case .timer: return .timerFired
        case .challengeCompleted: return .challengeCompleted
        case .challengeClosed: return .challengeClosed
        case .cancel: return .cancelRequested
        case .lookUp: return .lookUpRequested
        }
    }

    // MARK: Effects

    private func perform(
        _ effects: [PaymentEffect], for payment: PaymentBox, told: UInt64
    ) throws(Failure) -> Answer? {
        var number = told
        var answer: Answer?
        for effect in effects {
            // A hook may have released the engine.
            guard phase == .open else { return nil }
            switch effect {
            case .persist(let sequence, _):
                payment.persisting = sequence
                store.write(payment, sequence)
            case .ask(let hook, let timeout):
                number &+= 1
                answer = try ask(hook, of: payment, number: number, timeout: timeout)
            case .tell(let hook):
                number &+= 1
                _ = try call(hook, of: payment, reply: nil, number: number)
            case .send(let operation): send(operation, of: payment)
            case .setTimer(let time): setTimer(payment, at: time)
            case .clearTimer: clearTimer(payment)
            case .forgetCard: payment.secrets?.card = nil
            case .settled: settled(payment)
            }
        }
        return answer
    }

    private func send(_ operation: Operation, of payment: PaymentBox) {
        let secrets = payment.secrets ?? PaymentSecrets()
        do throws(PaymentError) {
            let request = try gateway.request(for: operation, of: payment.machine.pointee.record, secrets: secrets)
            let delivery = transport.send(request, now: clock.now)
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
        payment.timerTick = clock.tick(of: time)
        deadlines.update(payment)
    }

    private func clearTimer(_ payment: PaymentBox) {
        guard payment.timerTick != .max else { return }
        payment.timerTick = .max
        deadlines.update(payment)
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

    /// Asks the host. Nil when it answers later.
    private func ask(
        _ hook: HookPoint, of payment: PaymentBox, number: UInt64, timeout: Int64
    ) throws(Failure) -> Answer? {
        guard let reply = takeReply() else { return Answer(hook: hook, decision: .failed, reply: .none) }
        reply.open(hook, payment)
        let code = try call(hook, of: payment, reply: reply, number: number)
        guard phase == .open else {
            reply.payment = nil
            reply.stage.store(.gone, ordering: .releasing)
            // Kept, it is the host's to release; otherwise nobody's.
            if code != HookCode.later { reply.unregister() }
            return nil
        }
        if code == HookCode.later {
            keep(reply, of: payment, timeout: timeout > 0 ? timeout : configuration.hookTimeout)
            return nil
        }
        reply.decision = HookCode.decision(code)
        let answer = settle(reply, payment)
        reply.stage.store(.idle, ordering: .releasing)
        giveBack(reply)
        return answer
    }

    private func takeReply() -> ReplyBox? {
        if let reply = spareReply {
            spareReply = nil
            return reply
        }
        let reply = ReplyBox(engine: self)
        return reply.register() ? reply : nil
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
            post(.answered(reply), to: payment)
            return
        }
        reply.stage.store(.kept, ordering: .releasing)
        payment.keptReply = reply
        payment.timerTick = clock.tick.adding(timeout)
        deadlines.update(payment)
    }

    /// Turns a reply that was answered into what the machine is told: keys to the secrets, the rest to the answer.
    private func settle(_ reply: ReplyBox, _ payment: PaymentBox) -> Answer? {
        let contents = reply.take()
        guard let draft = contents.draft else { return nil }
        guard reply.decision == .proceed else { return Answer(hook: draft.hook, decision: reply.decision, reply: .none) }
        do throws(PaymentError) {
            let finished = try draft.finished()
            if draft.hook == .onGetCredentials {
                let secrets = payment.secrets ?? PaymentSecrets()
                secrets.hmacKey = contents.keys.hmac
                secrets.encryptionKey = contents.keys.encryption
                secrets.apiKey = contents.keys.api
                payment.secrets = secrets
            }
            return Answer(hook: draft.hook, decision: .proceed, reply: finished)
        } catch {
            // Each field was checked when it was set, so this is a reply that misses something.
            return Answer(hook: draft.hook, decision: .failed, reply: .none)
        }
    }

    /// The payment ended while the host kept a reply.
    private func withdrawReply(_ payment: PaymentBox) {
        guard let reply = payment.keptReply else { return }
        payment.keptReply = nil
        reply.payment = nil
        reply.stage.store(.gone, ordering: .releasing)
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
