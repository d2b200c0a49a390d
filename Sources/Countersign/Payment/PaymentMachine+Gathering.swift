/// What is asked of the host late, for each request that needs it: credentials, shopper, date.
extension PaymentMachine {
    /// Asks for what the operation needs and the host wants to be asked for, then sends it.
    mutating func gather(for operation: Operation, _ turn: inout Turn) {
        record.progress.gatheringFor = operation
        record.progress.gathering = questions(before: operation)
        gatherNext(&turn)
    }

    /// The needs of an operation that a hook answers.
    func questions(before operation: Operation) -> RequestNeeds {
        var questions = traits.value.needs[operation]
        if !record.hooks.contains(.onGetCredentials) { questions.remove(.credentials) }
        if !record.hooks.contains(.onGetShopper) { questions.remove(.shopper) }
        if !record.hooks.contains(.merchantTransactionDate) { questions.remove(.date) }
        return questions
    }

    mutating func gatherNext(_ turn: inout Turn) {
        let open = record.progress.gathering
        if open.contains(.date) {
            ask(.merchantTransactionDate, &turn)
        } else if open.contains(.shopper) {
            ask(.onGetShopper, &turn)
        } else if open.contains(.credentials) {
            ask(.onGetCredentials, &turn)
        } else if record.progress.gatheringFor == .authorise {
            permitAuthorisation(&turn)
        } else {
            send(record.progress.gatheringFor, &turn)
        }
    }

    mutating func gathered(_ hook: HookPoint, _ decision: HookDecision, _ reply: HookReply, _ turn: inout Turn) {
        switch (decision, reply) {
        case (.proceed, .credentials(let credentials)):
            record.sessionId = credentials.sessionId
            record.progress.gathering.remove(.credentials)
        case (.proceed, .shopper(let shopper)):
            record.shopper = Shared(shopper)
            record.progress.gathering.remove(.shopper)
        case (.proceed, .date(let date)):
            record.attempt.date = date
            record.progress.gathering.remove(.date)
        case (.proceed, _):
            record.progress.gathering.remove(need(of: hook))
        case (.none, _) where hook != .onGetCredentials:
            record.progress.gathering.remove(need(of: hook))
        default:
            couldNotGather(hook, decision, reply, &turn)
            return
        }
        gatherNext(&turn)
    }

    /// Once money may have moved, a host that cannot answer delays the look-up and decides nothing.
    private mutating func couldNotGather(_ hook: HookPoint, _ decision: HookDecision, _ reply: HookReply, _ turn: inout Turn) {
        record.progress.gathering = []
        if record.step == .settled { return }
        if record.step.mayHaveMovedMoney {
            scheduleLookUp(&turn)
        } else if record.step == .readingBack {
            readBackFailed(hookError(hook, decision, reply), &turn)
        } else if decision == .none {
            endWithError(
                PaymentError(
                    .sessionMissing, .refused, "onGetCredentials gave none: answer it with the session or key that it asks for."
                ),
                &turn)
        } else {
            endWithError(hookError(hook, decision, reply), &turn)
        }
    }

    private func need(of hook: HookPoint) -> RequestNeeds {
        switch hook {
        case .onGetCredentials: .credentials
        case .onGetShopper: .shopper
        default: .date
        }
    }

    /// The error of an asked hook that made no decision, with the host's own reason where it gave one.
    func hookError(_ hook: HookPoint, _ decision: HookDecision, _ reply: HookReply) -> PaymentError {
        let what =
            if decision == .timedOut {
                "did not answer in time: complete its reply sooner, or raise hookTimeout"
            } else if case .reason(let reason) = reply {
                "failed: \(reason)"
            } else {
                "made no decision: return CSN_PROCEED or another of the constants, and see that it does not raise"
            }
        return PaymentError(.hookFailed, .refused, "\(hook.name) \(what).", field: hook.name.description)
    }
}
