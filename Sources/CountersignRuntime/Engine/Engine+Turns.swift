import CSystem

/// The turn to drive, and threads that wait for it.
///
/// The turn goes to whoever comes first, since handing it over to a thread that must wake up first would leave it idle. The one
/// that was woken for it keeps its place, and after a few misses newcomers let it pass.
extension Engine {
    /// How often the thread that was woken for the turn may find it taken.
    private static let patience = 3

    // MARK: Waiting

    func takeWaiter(for payment: PaymentBox?) -> Waiter {
        let waiter = spareWaiters.popLast() ?? Waiter()
        waiter.place = waiters.count
        waiters.append(waiter)
        if let payment {
            waiter.payment = payment
            waiter.nextOfPayment = payment.firstWaiter
            payment.firstWaiter = waiter
        }
        return waiter
    }

    func giveBack(_ waiter: Waiter) {
        line.remove(waiter)
        if let last = waiters.popLast(), last !== waiter {
            waiters[waiter.place] = last
            last.place = waiter.place
        }
        if let payment = waiter.payment { leaveChain(of: payment, waiter) }
        waiter.payment = nil
        waiter.timesMissed = 0
        if spareWaiters.count < 64 { spareWaiters.append(waiter) }
        guard heir === waiter else { return }
        // It was woken for a turn that it no longer wants.
        heir = nil
        if !isDriven, phase == .open { wakeNext() }
    }

    private func leaveChain(of payment: PaymentBox, _ waiter: Waiter) {
        if payment.firstWaiter === waiter {
            payment.firstWaiter = waiter.nextOfPayment
        } else {
            var other = payment.firstWaiter
            while let next = other?.nextOfPayment, next !== waiter { other = next }
            other?.nextOfPayment = waiter.nextOfPayment
        }
        waiter.nextOfPayment = nil
    }

    /// Sleeps until woken or until the tick, without the lock.
    func park(_ waiter: Waiter, until tick: Int64, wantsTurn: Bool) -> Waiter.Waking {
        if wantsTurn { standInLine(waiter) }
        let left = tick == .max ? Int64.max : max(tick.adding(-clock.tick), 0)
        return sleep(waiter, left)
    }

    /// Sleeps until woken or for so many milliseconds, without the lock.
    func sleep(_ waiter: Waiter, _ milliseconds: Int64) -> Waiter.Waking {
        waiter.prepare()
        if loop.isObserved { showLoop() }
        lock.unlock()
        // Destructors that became due since this thread came in must not wait for its sleep to end.
        graveyard.visit()
        let waking = waiter.park(milliseconds)
        lock.lock()
        waiter.rise()
        return waking
    }

    private func standInLine(_ waiter: Waiter) {
        if heir === waiter {
            heir = nil
            line.prepend(waiter)
        } else if !waiter.isInLine {
            line.append(waiter)
        }
    }

    /// Wakes those who wait for something to happen to the payment; those who wait for their turn look when they have it.
    func wakeRunners(of payment: PaymentBox) {
        var next = payment.firstWaiter
        while let waiter = next {
            if !waiter.isInLine { waiter.wake() }
            next = waiter.nextOfPayment
        }
    }

    /// Whether this thread is inside `run` or `dispatch`, and calls destructors there before it sleeps.
    var isBeforeSleep: Bool {
        let thread = csys_thread()
        return waiters.contains { $0.thread == thread }
    }

    // MARK: The turn

    /// Takes the turn if nobody has it and nobody has waited too long for it.
    func takeTurn(_ waiter: Waiter?) -> Bool {
        guard !isDriven else { return false }
        if let heir, heir !== waiter {
            guard heir.timesMissed < Self.patience else { return false }
            heir.timesMissed &+= 1
        } else {
            heir = nil
        }
        if let waiter {
            line.remove(waiter)
            waiter.timesMissed = 0
        }
        isDriven = true
        return true
    }

    /// Gives the turn away: to the thread that has waited longest for it. False when nobody wants it.
    @discardableResult
    func passTurn() -> Bool {
        isDriven = false
        return wakeNext()
    }

    /// While nobody drives, either nobody stands in line or the heir is awake.
    @discardableResult
    private func wakeNext() -> Bool {
        guard heir == nil else { return true }
        guard let next = line.first else { return false }
        line.remove(next)
        heir = next
        next.wake()
        return true
    }

    /// A thread leaves `run` or `dispatch`.
    func leaveInside() {
        insiders &-= 1
        guard phase != .open, insiders == 0 else { return }
        if closesWhenLeft { tearDown() } else { for waiter in waiters { waiter.wake() } }
    }
}
