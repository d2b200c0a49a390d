import CSystem

/// The turn to drive, and threads that wait for it.
extension Engine {
    func takeWaiter(for payment: PaymentBox?) -> Waiter {
        let waiter = spareWaiters.popLast() ?? Waiter()
        waiter.payment = payment
        waiter.wantsTurn = false
        waiters.append(waiter)
        return waiter
    }

    func giveBack(_ waiter: Waiter) {
        waiters.removeAll { $0 === waiter }
        waiter.payment = nil
        if spareWaiters.count < 64 { spareWaiters.append(waiter) }
    }

    /// Sleeps until woken or until the tick, without the lock.
    func park(_ waiter: Waiter, until tick: Int64, wantsTurn: Bool) -> Waiter.Waking {
        waiter.prepare()
        waiter.wantsTurn = wantsTurn
        let left = tick == .max ? Int64.max : max(tick.adding(-clock.tick), 0)
        if loop.isObserved { showLoop() }
        lock.unlock()
        // Destructors that became due since this thread came in must not wait for its sleep to end.
        graveyard.visit()
        let waking = waiter.park(left)
        lock.lock()
        waiter.wantsTurn = false
        return waking
    }

    /// Gives the turn away: to the thread that has waited longest for it. False when nobody wants it.
    @discardableResult
    func passTurn() -> Bool {
        isDriven = false
        return wakeNext()
    }

    private func wakeNext() -> Bool {
        guard let place = waiters.firstIndex(where: { $0.wantsTurn }) else { return false }
        let next = waiters.remove(at: place)
        waiters.append(next)
        next.wake()
        return true
    }

    /// A thread leaves `run` or `dispatch`.
    func leaveInside() {
        insiders &-= 1
        guard phase == .open else {
            if insiders == 0 {
                if closesWhenLeft { tearDown() } else { for waiter in waiters { waiter.wake() } }
            }
            return
        }
        // Someone may have been woken for a turn that he no longer wants.
        if !isDriven { _ = wakeNext() }
    }
}
