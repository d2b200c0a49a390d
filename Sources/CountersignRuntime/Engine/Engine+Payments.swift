import Countersign

/// Payments as the host makes, fills, submits and releases them.
extension Engine {
    // MARK: Making

    /// Makes a payment from transaction data and gives it a handle.
    public func makePayment(_ json: JSONDocument?) throws(Failure) -> Handle {
        guard mark.isCurrent else { throw .forked }
        var data = configuration.defaults
        if let json {
            do throws(PaymentError) {
                try TransactionFields.apply(json.root, to: &data)
            } catch {
                throw Failure(refusing: error)
            }
        }
        try enter()
        defer { leave() }
        do throws(PaymentError) {
            try PaymentMachine.checkHookPair(hooks.set)
        } catch {
            throw Failure(.declared, error)
        }
        let record = PaymentRecord(id: try random.uuid(), transaction: TransactionData(), hooks: hooks.set)
        let payment = PaymentBox(
            engine: self, machine: PaymentMachine(record: record, traits: traits), hooks: hooks, draft: data)
        guard let handle = HandleTable.shared.make(.payment, for: payment) else { throw Engine.noHandle }
        payment.handle = handle
        add(payment)
        return handle
    }

    /// The host lets go of a payment; in flight it goes on to its end. Its handle is stale already.
    func release(_ payment: PaymentBox) {
        guard mark.isCurrent else { return leaveToParent(payment) }
        lock.lock()
        payment.handle = .none
        if phase != .closed, !payment.isHeld {
            remove(payment)
            payment.secrets?.forgetAll()
            payment.secrets = nil
        }
        leave()
    }

    // MARK: Filling

    func change(
        _ payment: PaymentBox, _ body: (inout TransactionData) throws(PaymentError) -> Void
    ) throws(Failure) {
        try enter()
        defer { leave() }
        guard !payment.isSubmitted, let draft = payment.draft else { throw Engine.alreadySubmitted }
        do throws(PaymentError) {
            try body(&draft.data)
        } catch {
            throw Failure(refusing: error)
        }
        draft.isChanged = true
    }

    private static let alreadySubmitted = Failure(
        .state,
        PaymentError(.submitInProgress, .refused, "The payment was submitted already: make another one for another attempt."))

    func setCard(_ card: CardBox, of payment: PaymentBox) throws(Failure) {
        guard card.engine === self else {
            throw Failure(.invalid, "Card and payment belong to different engines.", field: "card")
        }
        try enter()
        defer { leave() }
        guard !payment.isSubmitted else { throw Engine.alreadySubmitted }
        let secrets = payment.secrets ?? PaymentSecrets()
        secrets.card = card.take()
        payment.secrets = secrets
    }

    /// Sets hooks of one payment, over those of the engine.
    ///
    /// - Parameter needsPair: Whether one of the 3DS hooks without the other is refused here, or only at submission.
    func setHooks(
        _ changes: [(HookPoint, HookFunction?)], _ userData: UnsafeMutableRawPointer?, _ destroy: DestroyFunction?,
        of payment: PaymentBox, needsPair: Bool
    ) throws(Failure) {
        guard mark.isCurrent else {
            destroy?(userData)
            throw .forked
        }
        defer { graveyard.visit() }
        try replaceHooks(changes, HookOwner(userData, destroy, graveyard), of: payment, needsPair)
    }

    private func replaceHooks(
        _ changes: [(HookPoint, HookFunction?)], _ owner: HookOwner, of payment: PaymentBox, _ needsPair: Bool
    ) throws(Failure) {
        try enter()
        defer { lock.unlock() }
        try checkHeldByHost(payment)
        guard !payment.isSubmitted else { throw Engine.alreadySubmitted }
        let changed = payment.hooks.replacing(changes, owner: owner)
        if needsPair { try checkPair(changed) }
        payment.hooks = changed
        payment.draft?.isChanged = true
    }

    private func checkPair(_ table: HookTable) throws(Failure) {
        do throws(PaymentError) {
            try PaymentMachine.checkHookPair(table.set)
        } catch {
            throw Failure(.declared, error)
        }
    }

    // MARK: Submitting

    func submit(_ payment: PaymentBox) throws(Failure) {
        try enter()
        defer { leave() }
        guard !payment.isSubmitted else { throw Engine.alreadySubmitted }
        try queueSubmission(payment)
    }

    /// Queues the first step. The lock is held.
    func queueSubmission(_ payment: PaymentBox) throws(Failure) {
        try checkHeldByHost(payment)
        try checkPair(payment.hooks)
        payment.settleDraft()
        payment.draft = nil
        payment.isSubmitted = true
        payment.epoch = clock.epoch
        post(.submitted, to: payment)
    }

    // MARK: While it runs

    /// Asks the payment to end. Sticky, and allowed before submission and inside hooks.
    func cancel(_ payment: PaymentBox) throws(Failure) {
        try enterAnywhere()
        defer { leave() }
        guard phase == .open else { throw .gone }
        try checkHeldByHost(payment)
        post(.cancel, to: payment)
    }

    /// Another thread may have released the payment after this one looked its handle up. What would be begun for it now, nobody
    /// would end: the engine may have let go of it.
    private func checkHeldByHost(_ payment: PaymentBox) throws(Failure) {
        guard payment.handle != .none else { throw Failure(.invalid, "The payment was released.", field: "payment") }
    }

    func endChallenge(_ payment: PaymentBox, _ post: Post) throws(Failure) {
        try enter()
        defer { leave() }
        guard payment.machine.pointee.isChallengeOpen else {
            throw Failure(
                .state,
                PaymentError(
                    .stateInvalid, .refused,
                    "No challenge is open: wait for CSN_ACTION_REQUIRED, and complete each challenge once."))
        }
        self.post(post, to: payment)
    }

    func lookUp(_ payment: PaymentBox) throws(Failure) {
        try enter()
        defer { leave() }
        try checkHeldByHost(payment)
        guard payment.machine.pointee.record.attempt.sentAt > 0 else {
            throw Failure(
                .state,
                PaymentError(.stateInvalid, .refused, "No request that moves money has left: there is nothing to look up."))
        }
        post(.lookUp, to: payment)
    }

    // MARK: Reading

    /// Calls `body` with the payment standing still and its record up to date, also inside hooks.
    func read<R>(_ payment: PaymentBox, _ body: (PaymentBox) throws(Failure) -> R) throws(Failure) -> R {
        try enterAnywhere()
        defer { lock.unlock() }
        payment.settleDraft()
        return try body(payment)
    }

    func state(of payment: PaymentBox) throws(Failure) -> PaymentState {
        try enterAnywhere()
        defer { lock.unlock() }
        guard payment.isSubmitted else { return .created }
        if payment.machine.pointee.isChallengeOpen { return .actionRequired }
        switch payment.machine.pointee.record.step {
        case .awaitingDecoupled, .pending: return .pending
        case .unknown, .reversing: return .unknown
        // Settled once the store has it, as the hooks that are told of the end see it.
        case .settled: return payment.persisting == 0 || payment.isSettled ? .settled : .running
        default: return .running
        }
    }
}

/// What a host sees of a payment's step. The raw values are those of the header.
public enum PaymentState: Int32, Sendable {
    case created = 0, running, actionRequired, pending, unknown, settled
}

extension RandomSource {
    /// A fresh UUID.
    mutating func uuid() throws(Failure) -> String {
        let (high, low) = try identifier()
        return withUnsafeBytes(of: (high, low)) { IdentifierText.uuid(random: $0) } ?? ""
    }
}
