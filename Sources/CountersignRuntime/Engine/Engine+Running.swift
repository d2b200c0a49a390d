import Countersign

/// `run` and `dispatch`: the two ways in which a host's thread drives payments.
extension Engine {
    /// After so many steps a thread offers the turn to those who wait.
    private static let stepsPerTurn: Int32 = 64

    // MARK: Run

    /// Submits if need be and drives until the payment is settled, needs a shopper, waits, or the time-out has passed.
    public func run(_ payment: PaymentBox, timeout: Int64) throws(Failure) -> Status {
        guard timeout >= -1 else { throw Failure(.invalid, "The time-out is -1 (no limit), 0 or more.", field: "timeout") }
        try enter()
        // Counted first: from here on its steps are this thread's.
        payment.runners &+= 1
        do throws(Failure) {
            if !payment.isSubmitted { try queueSubmission(payment) }
        } catch {
            payment.runners &-= 1
            leave()
            throw error
        }
        ready.remove(payment)
        insiders &+= 1
        let result = try drive(payment, until: timeout < 0 ? .max : clock.tick.adding(timeout), isEndless: timeout < 0)
        payment.runners &-= 1
        if phase == .open, payment.runners == 0, !payment.posts.isEmpty { ready.append(payment) }
        leaveInside()
        leave()
        guard let result else { throw .gone }
        return result
    }

    /// Nil when the engine is being released.
    ///
    /// - Throws: Only ``Failure/forked``, without the lock; see ``step(_:_:)``.
    private func drive(_ payment: PaymentBox, until limit: Int64, isEndless: Bool) throws(Failure) -> Status? {
        var waiter: Waiter?
        // In a child that a hook forked, the list of waiters is the parent's.
        defer { if let waiter, mark.isCurrent { giveBack(waiter) } }
        while phase == .open {
            if !takeTurn(waiter) {
                let own = waiter ?? takeWaiter(for: payment)
                waiter = own
                if !clock.isVirtual, clock.tick >= limit { return .running }
                if park(own, until: clock.isVirtual ? .max : limit, wantsTurn: true) == .interrupted { return .interrupted }
                continue
            }
            try takeSteps(payment)
            let isWanted = passTurn()
            guard phase == .open else { return nil }
            if hasWork(payment) {
                guard isWanted else { continue }
                let own = waiter ?? takeWaiter(for: payment)
                waiter = own
                if !clock.isVirtual, clock.tick >= limit { return .running }
                if park(own, until: clock.isVirtual ? .max : limit, wantsTurn: true) == .interrupted { return .interrupted }
                continue
            }
            if let standing = standing(payment) { return standing }

            let due = payment.dueTick
            if clock.isVirtual {
                if due <= min(limit, Clock.virtualEnd) {
                    clock.advance(to: due)
                    continue
                }
                if !isEndless { clock.advance(to: limit) }
                return .running
            }
            guard clock.tick < limit else { return .running }
            let own = waiter ?? takeWaiter(for: payment)
            waiter = own
            if park(own, until: min(due, limit), wantsTurn: false) == .interrupted { return .interrupted }
        }
        return nil
    }

    /// Whether there is a step to take for the payment now.
    private func hasWork(_ payment: PaymentBox) -> Bool {
        !payment.posts.isEmpty || payment.persisting != 0 || payment.dueTick <= clock.tick
    }

    /// Steps of one payment until it has nothing to do at this moment, or others should have a turn.
    private func takeSteps(_ payment: PaymentBox) throws(Failure) {
        var steps = Self.stepsPerTurn
        while steps > 0, phase == .open {
            if payment.dueTick <= clock.tick { collectDue(payment) }
            if let post = payment.posts.pop() {
                try step(payment, post)
                steps &-= 1
            } else if payment.persisting != 0 {
                completeWrite()
            } else {
                return
            }
        }
    }

    /// What `run` has to say about a payment that has nothing to do; nil: wait on.
    private func standing(_ payment: PaymentBox) -> Status? {
        guard !payment.isBusy else { return nil }
        if payment.isSettled { return .settled }
        if payment.machine.pointee.isChallengeOpen { return .actionRequired }
        switch payment.machine.pointee.record.step {
        case .awaitingDecoupled, .pending, .unknown, .reversing: return .waiting
        default: return nil
        }
    }

    // MARK: Dispatch

    /// Does at most `most` steps of payments that no thread is in `run` for, one payment after the other. Answers how many it
    /// did.
    public func dispatch(_ most: Int32) throws(Failure) -> Int32 {
        guard (1...1_000_000).contains(most) else {
            throw Failure(.invalid, "max_steps is a number from 1 to 1000000.", field: "max_steps")
        }
        try enter()
        insiders &+= 1
        var steps: Int32 = 0
        if waitForTurn() {
            while steps < most, phase == .open {
                // Threads in `run` must not wait for a long dispatch; the descriptor stays readable.
                if steps > 0, steps % Self.stepsPerTurn == 0, !line.isEmpty { break }
                collectNextDue()
                completeWrite()
                guard let payment = ready.pop() else {
                    if store.hasWaiting || isAnythingDue { continue }
                    break
                }
                // A thread in `run` takes the steps of its payment itself.
                guard payment.runners == 0, let post = payment.posts.pop() else { continue }
                try step(payment, post)
                steps &+= 1
                if !payment.posts.isEmpty { ready.append(payment) }
            }
            passTurn()
        }
        let isOpen = phase == .open
        leaveInside()
        leave()
        guard isOpen else { throw .gone }
        return steps
    }

    /// False when a signal came or the engine is being released.
    private func waitForTurn() -> Bool {
        if takeTurn(nil) { return true }
        let waiter = takeWaiter(for: nil)
        defer { giveBack(waiter) }
        while phase == .open {
            if takeTurn(waiter) { return true }
            if park(waiter, until: .max, wantsTurn: true) == .interrupted { return false }
        }
        return false
    }

    private var isAnythingDue: Bool { deadlines.firstTick.map { $0 <= clock.tick } ?? false }

    private func collectNextDue() {
        guard deadlines.firstTick != nil, let payment = deadlines.due(at: clock.tick) else { return }
        collectDue(payment)
    }

    // MARK: Posting

    /// Tells a payment that something has happened, and whoever is to take the step.
    func post(_ post: Post, to payment: PaymentBox) {
        payment.posts.append(post)
        if payment.runners > 0 {
            wakeRunners(of: payment)
        } else if payment.isSubmitted {
            ready.append(payment)
        }
        // What the host wishes for after the end is done also when it lets go of the payment before.
        if payment.isSubmitted, !payment.isHeld { holdOrLetGo(payment) }
    }

    /// Turns what is due for the payment into posts: replies in their order, then the timer.
    private func collectDue(_ payment: PaymentBox) {
        let tick = clock.tick
        let deliveries = payment.deliveries
        var later: [PaymentBox.Delivery] = []
        for delivery in deliveries.count > 1 ? deliveries.sorted(by: { $0.tick < $1.tick }) : deliveries {
            if delivery.tick <= tick {
                post(.replied(delivery.operation, delivery.reply), to: payment)
            } else {
                later.append(delivery)
            }
        }
        payment.deliveries = later
        if payment.timerTick <= tick {
            if let reply = payment.keptReply {
                payment.keptReply = nil
                reply.withdraw()
            }
            post(payment.timerFired(), to: payment)
        }
        deadlines.update(payment)
    }

    private func completeWrite() {
        guard store.hasWaiting, let (payment, sequence) = store.complete(&random) else { return }
        payment.persisting = 0
        post(.persisted(sequence), to: payment)
    }
}
