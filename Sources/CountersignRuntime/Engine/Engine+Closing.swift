import Countersign

/// The end of an engine.
extension Engine {
    /// Releases what a handle stood for. Waits for threads that are inside; called by one of them, from a hook or a destructor,
    /// it leaves the work to the last one to leave.
    public func close() {
        guard mark.isCurrent else {
            dropAfterFork()
            return
        }
        lock.lock()
        guard phase == .open else {
            lock.unlock()
            return
        }
        phase = .closing
        for waiter in waiters { waiter.wake() }
        // A thread that is inside itself would wait for its own end.
        if isInHook || isBeforeSleep {
            closesWhenLeft = true
            lock.unlock()
            return
        }
        let waiter = takeWaiter(for: nil)
        while insiders > 0 { _ = sleep(waiter, .max) }
        giveBack(waiter)
        tearDown()
        lock.unlock()
        graveyard.visit()
    }

    /// The lock is held, and no other thread is inside.
    func tearDown() {
        phase = .closed
        // First what points to payments without keeping them.
        deadlines.removeAll()
        ready.removeAll()
        store.removeAll()
        for reference in payments {
            let payment = reference.takeUnretainedValue()
            let wasHeld = payment.isHeld
            payment.isHeld = false
            drop(payment)
            let handle = payment.handle
            payment.handle = .none
            HandleTable.shared.release(handle, .payment)
            if wasHeld { reference.release() }
        }
        payments = []
        for reference in cards {
            let card = reference.takeUnretainedValue()
            let handle = card.handle
            card.handle = .none
            HandleTable.shared.release(handle, .card)
        }
        cards = []
        if let spareReply { spareReply.unregister() }
        spareReply = nil
        event.unregister()
        hooks = .empty
        loop.close()
    }

    /// Lets go of what a payment still waits for.
    private func drop(_ payment: PaymentBox) {
        payment.posts.removeAll()
        payment.deliveries = []
        payment.setTimer(.max)
        payment.secrets?.forgetAll()
        payment.secrets = nil
        payment.hooks = .empty
        if let reply = payment.keptReply {
            payment.keptReply = nil
            reply.withdraw()
        }
    }

    /// In a child: closes the descriptors, and leaves everything else as it is.
    ///
    /// A fork copies memory page by page while the parent's other threads go on, so that not even a free lock says that what it
    /// guards is whole. Nothing is lost: the pages stay the parent's as long as nobody writes to them. No destructor of the
    /// host runs, since what it would release belongs to the parent too.
    private func dropAfterFork() {
        loop.close()
        leaveToParent(self)
    }
}

/// Keeps an object of the parent process from being taken apart in a child.
func leaveToParent(_ object: AnyObject) {
    _ = Unmanaged.passRetained(object)
}
