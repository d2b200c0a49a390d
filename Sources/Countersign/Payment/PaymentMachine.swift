/// The payment machine: a pure value that takes one event and answers with effects. It knows no clock, no randomness, no
/// gateway's wire format and no thread; whoever drives it brings those.
///
/// Every arrow of the flow is written to the store before it is taken: `go` asks for that, and `enter` runs once it is done.
/// The flow itself stands in the extensions: `Staged`, `Authentication`, `Money` and `Endings`.
public struct PaymentMachine: Sendable {
    /// The payment as it stands.
    public internal(set) var record: PaymentRecord
    let traits: Shared<GatewayTraits>

    /// A payment that has not been submitted.
    public init(record: PaymentRecord, traits: Shared<GatewayTraits>) {
        self.record = record
        self.traits = traits
    }

    /// The time and the effects of one event.
    struct Turn {
        let now: Int64
        var effects: [PaymentEffect] = []
    }

    /// Refuses one 3DS hook without the other: with a single one the flow would have no answer half-way.
    public static func checkHookPair(_ hooks: HookSet) throws(PaymentError) {
        guard hooks.contains(.onPreInitiateAuthentication) != hooks.contains(.onPreAuthentication) else { return }
        let missing: HookPoint = hooks.contains(.onPreAuthentication) ? .onPreInitiateAuthentication : .onPreAuthentication
        throw PaymentError(
            .threeDSCallbacksMismatched, .refused,
            "Only one of onPreInitiateAuthentication and onPreAuthentication is set: set \(missing.name) too, or neither.",
            field: missing.name.description)
    }

    /// Replaces what the host describes. Only before submission.
    public mutating func configure(transaction: TransactionData, hooks: HookSet) {
        guard record.step == .created, record.submittedAt == 0 else { return }
        record.transaction = Shared(transaction)
        record.hooks = hooks
    }

    /// Takes one event at the time `now` (milliseconds since 1970 UTC) and appends what is to be done, in order. Events that no
    /// longer mean anything, such as a reply to an abandoned request, change nothing.
    public mutating func handle(_ event: PaymentEvent, now: Int64, into effects: inout [PaymentEffect]) {
        var turn = Turn(now: now)
        swap(&turn.effects, &effects)
        take(event, &turn)
        swap(&turn.effects, &effects)
    }

    private mutating func take(_ event: PaymentEvent, _ turn: inout Turn) {
        switch event {
        case .submitted(let submission):
            submit(submission, &turn)
        case .persisted(let sequence):
            guard record.progress.isPersisting, sequence == record.sequence else { return }
            record.progress.isPersisting = false
            enter(&turn)
        case .notPersisted(let sequence, let error):
            guard record.progress.isPersisting, sequence == record.sequence else { return }
            couldNotPersist(error, &turn)
        case .answered(let hook, let decision, let reply):
            guard record.progress.asked == hook else { return }
            record.progress.asked = nil
            clearTimer(&turn)
            answered(hook, decision, reply, &turn)
        case .completed(let operation, let outcome):
            guard record.progress.outstanding == operation else { return }
            record.progress.outstanding = nil
            completed(operation, outcome, &turn)
        case .timerFired:
            guard record.progress.hasTimer || record.progress.asked != nil else { return }
            record.progress.hasTimer = false
            timerFired(&turn)
        case .challengeCompleted:
            guard isChallengeOpen else { return }
            readBack(.completed, &turn)
        case .challengeClosed:
            guard isChallengeOpen else { return }
            readBack(.closed, &turn)
        case .cancelRequested:
            cancel(&turn)
        case .lookUpRequested:
            lookUpNow(&turn)
        case .proof(let reply):
            proven(reply, &turn)
        }
    }

    /// Whether the host may hand over a challenge's result now.
    public var isChallengeOpen: Bool { record.step == .challenging && !record.progress.isPersisting }

    // MARK: Steps

    /// Asks the store to write the record at its next step; `enter` follows when it is there.
    mutating func go(_ step: PaymentStep, permitsMoney: Bool = false, _ turn: inout Turn) {
        clearTimer(&turn)
        record.step = step
        record.progress.isPersisting = true
        record.progress.permitsMoney = permitsMoney
        record.sequence &+= 1
        turn.effects.append(.persist(sequence: record.sequence, permitsMoney: permitsMoney))
    }

    /// The store has the step: do what it permits.
    private mutating func enter(_ turn: inout Turn) {
        if record.cancelledBy == .host, mayStillCancel {
            // Written as permitted, yet never sent.
            if record.step == .authorising { record.attempt.sentAt = 0 }
            endCancelled(by: .host, &turn)
            return
        }
        switch record.step {
        case .created: return
        case .starting: enterStarting(&turn)
        case .askingConsent: ask(.onGetConsent, &turn)
        case .askingPreTokenisation: ask(.onPreTokenisation, &turn)
        case .tokenising: gather(for: .tokenise, &turn)
        case .askingPreInitiation: ask(.onPreInitiateAuthentication, &turn)
        case .preInitiating:
            record.progress.preInitiatedAt = turn.now
            gather(for: .preInitiate, &turn)
        case .fingerprinting: enterFingerprinting(&turn)
        case .askingPreAuthentication: ask(.onPreAuthentication, &turn)
        case .authenticating: gather(for: .authenticate, &turn)
        case .challenging: enterChallenging(&turn)
        case .awaitingDecoupled: enterAwaitingDecoupled(&turn)
        case .readingBack: gather(for: .readBack, &turn)
        case .askingPreAuthorisation: ask(.onPreAuthorisation, &turn)
        case .preparingAuthorisation: gather(for: .authorise, &turn)
        case .authorising: enterAuthorising(&turn)
        case .pending, .unknown: enterWaiting(&turn)
        case .reversing: gather(for: .technicalCancel, &turn)
        case .settled: enterSettled(&turn)
        }
    }

    /// The store failed. Before money may have moved the payment ends; afterwards it tries the store again, since nothing else
    /// it could do is safer.
    private mutating func couldNotPersist(_ error: PaymentError, _ turn: inout Turn) {
        if record.ending != nil {
            record.progress.isPersisting = false
            enterSettled(&turn)
        } else if record.step.mayHaveMovedMoney, record.step != .authorising {
            setTimer(at: turn.now &+ PaymentTiming.lookUpDelay(0), &turn)
        } else {
            record.progress.isPersisting = false
            releaseAuthorisation()
            record.attempt.sentAt = 0
            record.error = Shared(error)
            record.ending = .error
            record.step = .settled
            enterSettled(&turn)
        }
    }

    private mutating func timerFired(_ turn: inout Turn) {
        if let hook = record.progress.asked {
            record.progress.asked = nil
            answered(hook, .timedOut, .none, &turn)
            return
        }
        if record.progress.isPersisting {
            turn.effects.append(.persist(sequence: record.sequence, permitsMoney: record.progress.permitsMoney))
            return
        }
        switch record.step {
        case .challenging: readBack(.deadline, &turn)
        case .awaitingDecoupled: readBack(turn.now >= record.progress.decoupledDeadline ? .deadline : .poll, &turn)
        case .readingBack: gather(for: .readBack, &turn)
        case .pending, .unknown: gather(for: .lookUp, &turn)
        case .reversing: gather(for: .technicalCancel, &turn)
        default: return
        }
    }

    // MARK: Effects

    /// Asks the host; only for hooks that are set. A late answer has `timeout` milliseconds, 0 being the engine's own limit.
    mutating func ask(_ hook: HookPoint, timeout: Int64 = 0, _ turn: inout Turn) {
        record.progress.asked = hook
        record.eventCount &+= 1
        turn.effects.append(.ask(hook, timeout: timeout))
    }

    /// Tells the host, where it listens.
    mutating func tell(_ hook: HookPoint, _ turn: inout Turn) {
        guard record.hooks.contains(hook) else { return }
        record.eventCount &+= 1
        turn.effects.append(.tell(hook))
    }

    mutating func send(_ operation: Operation, _ turn: inout Turn) {
        record.progress.outstanding = operation
        turn.effects.append(.send(operation))
    }

    mutating func setTimer(at time: Int64, _ turn: inout Turn) {
        record.progress.hasTimer = true
        turn.effects.append(.setTimer(at: time))
    }

    mutating func clearTimer(_ turn: inout Turn) {
        guard record.progress.hasTimer else { return }
        record.progress.hasTimer = false
        turn.effects.append(.clearTimer)
    }
}
