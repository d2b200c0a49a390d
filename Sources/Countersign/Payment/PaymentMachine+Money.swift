/// The one request that moves money, and finding out what became of it.
extension PaymentMachine {
    mutating func beforeAuthorisation(_ turn: inout Turn) {
        if record.hooks.contains(.onPreAuthorisation) {
            go(.askingPreAuthorisation, &turn)
        } else {
            prepareAuthorisation(&turn)
        }
    }

    mutating func prepareAuthorisation(with reply: HookReply, _ turn: inout Turn) {
        if case .preAuthorisation(let answer) = reply {
            if let refusal = PreAuthorisationReply.refusal(of: answer.amount, for: record.transaction.value) {
                endWithError(refusal, &turn)
                return
            }
            record.preAuthorisation = Shared(answer)
        }
        prepareAuthorisation(&turn)
    }

    /// Where the host wants to be asked for anything, that is a step of its own, so that what is written before the money
    /// request is all that the request is built from.
    private mutating func prepareAuthorisation(_ turn: inout Turn) {
        if questions(before: .authorise).isEmpty {
            permitAuthorisation(&turn)
        } else {
            go(.preparingAuthorisation, &turn)
        }
    }

    /// Writes the attempt's key and all that its body depends on; only then may the request leave.
    mutating func permitAuthorisation(_ turn: inout Turn) {
        if record.attempt.date == 0 { record.attempt.date = record.transaction.value.merchantTransactionDate ?? turn.now }
        guard reserveAuthorisation() else {
            endWithError(
                PaymentError(.amountInvalid, .refused, "The amount does not fit the payment's books: report this as a defect."),
                &turn)
            return
        }
        record.attempt.sentAt = turn.now
        go(.authorising, permitsMoney: true, &turn)
    }

    mutating func enterAuthorising(_ turn: inout Turn) {
        send(.authorise, &turn)
        // A saved card's security code goes with this request and is not kept for another.
        turn.effects.append(.forgetCard)
    }

    mutating func authorised(_ outcome: Outcome, _ turn: inout Turn) {
        switch outcome {
        case .transaction(let reply):
            judge(reply, &turn)
        case .failed(let error) where error.when == .unknown:
            wait(.unknown, .replyLost, &turn)
        case .failed(let error):
            releaseAuthorisation()
            endWithError(error, &turn)
        default:
            wait(.unknown, .stateUnrecognised, &turn)
        }
    }

    // MARK: Judging a reply

    /// Nothing is believed unchecked: a reply counts only for our reference, our currency and our amount.
    private mutating func judge(_ reply: TransactionReply, _ turn: inout Turn) {
        if let doubt = doubt(about: reply) {
            wait(reply.state == .pending || doubt == .referenceMissing ? .pending : .unknown, doubt, &turn)
            return
        }
        switch reply.state {
        case .authorised, .captured:
            approved(reply, &turn)
        case .refused:
            refused(reply, &turn)
        case .failed:
            releaseAuthorisation()
            endWithResult(reply, .failed, &turn)
        case .pending:
            record.reply = Shared(reply)
            wait(.pending, .pendingAtGateway, &turn)
        case .cancelled, .refunded:
            record.reply = Shared(reply)
            endCancelled(by: .technicalCancel, at: .authorising, &turn)
        case .unrecognised:
            wait(.unknown, .stateUnrecognised, &turn)
        }
    }

    /// Why a reply is not to be believed; nil: it is.
    private func doubt(about reply: TransactionReply) -> PaymentRecord.WaitingReason? {
        if reply.merchantTransactionId.isEmpty { return .referenceMissing }
        if reply.merchantTransactionId != record.attempt.merchantTransactionId { return .referenceMismatch }
        let currency = record.transaction.value.amount?.currency.code ?? ""
        guard reply.state == .authorised || reply.state == .captured else {
            // A refusal need not name what it refuses; where it does, it must be ours.
            if !reply.currency.isEmpty, reply.currency != currency { return .currencyMismatch }
            if let amount = reply.amount, amount != 0, amount != record.authorisationAmount { return .amountMismatch }
            return nil
        }
        if reply.amount == nil, traits.value.echoesAmount { return .amountMissing }
        if reply.currency.isEmpty ? traits.value.echoesAmount : reply.currency != currency { return .currencyMismatch }
        guard let amount = reply.amount else { return nil }
        if amount == record.authorisationAmount { return nil }
        return amount < record.authorisationAmount && amount >= 0 && reply.isPartialApproval ? nil : .amountMismatch
    }

    private mutating func approved(_ reply: TransactionReply, _ turn: inout Turn) {
        let amount = reply.amount ?? record.authorisationAmount
        if amount < record.authorisationAmount, !record.transaction.value.acceptsPartialApproval {
            record.reply = Shared(reply)
            record.progress.isReversingPartial = true
            go(.reversing, &turn)
            return
        }
        confirmAuthorisation(amount, captured: reply.state == .captured)
        endWithResult(reply, reply.state == .captured ? .captured : .authorised, &turn)
    }

    private mutating func refused(_ reply: TransactionReply, _ turn: inout Turn) {
        releaseAuthorisation()
        if mayStepUp(after: reply) {
            stepUp(after: reply, &turn)
        } else {
            endWithResult(reply, .refused, &turn)
        }
    }

    // MARK: Step-up

    /// The issuer wants the shopper authenticated: once, where 3-D Secure is set up, nobody cancelled, and the card is still
    /// there.
    private func mayStepUp(after reply: TransactionReply) -> Bool {
        guard record.attempt.number == 1, record.cancelledBy == nil, record.token != nil else { return false }
        guard record.transaction.value.savedCard?.needsCVC != true else { return false }
        guard DeclineTable.isSoftDecline(brand: record.card.brand, code: reply.providerCode) else { return false }
        return record.isAuthenticationSetUp
    }

    private mutating func stepUp(after reply: TransactionReply, _ turn: inout Turn) {
        record.firstRefusal = Shared(reply)
        record.attempt.number = 2
        record.attempt.idempotencyKey = record.progress.secondKey
        record.attempt.merchantTransactionId = PaymentRecord.Attempt.secondReference(of: record.attempt.merchantTransactionId)
        record.attempt.date = 0
        record.attempt.sentAt = 0
        record.attempt.lookUps = 0
        record.progress.readBack = .result
        record.preInitiation = nil
        record.fingerprint = nil
        record.authentication = nil
        record.challenge = nil
        record.preAuthorisation = nil
        record.waitingReason = .none
        record.authenticationData = record.transaction.value.authentication.map { Shared($0) }
        startAuthentication(&turn)
    }

    // MARK: Waiting

    /// The payment waits: told once for each step and reason, and looked up with back-off.
    private mutating func wait(_ step: PaymentStep, _ reason: PaymentRecord.WaitingReason, _ turn: inout Turn) {
        if record.step == step, record.waitingReason == reason {
            scheduleLookUp(&turn)
            return
        }
        record.waitingReason = reason
        record.progress.hasToldPending = false
        go(step, &turn)
    }

    mutating func enterWaiting(_ turn: inout Turn) {
        if !record.progress.hasToldPending {
            record.progress.hasToldPending = true
            tell(.onPending, &turn)
        }
        scheduleLookUp(&turn)
    }

    mutating func scheduleLookUp(_ turn: inout Turn) {
        guard record.step != .settled else { return }
        setTimer(at: turn.now &+ PaymentTiming.lookUpDelay(record.attempt.lookUps), &turn)
        record.attempt.lookUps += 1
    }

    mutating func lookedUp(_ outcome: Outcome, _ turn: inout Turn) {
        if record.step == .settled {
            if case .transaction(let reply) = outcome { proven(reply, &turn) }
            return
        }
        switch outcome {
        case .transaction(let reply):
            judge(reply, &turn)
        case .notFound where record.step == .unknown && record.waitingReason == .replyLost:
            notFound(&turn)
        default:
            scheduleLookUp(&turn)
        }
    }

    /// "Not found" proves nothing while the request may still arrive. Afterwards a technical cancel makes sure that it never
    /// counts.
    private mutating func notFound(_ turn: inout Turn) {
        if turn.now &- record.attempt.sentAt >= traits.value.notFoundProvesAfter {
            go(.reversing, &turn)
        } else {
            scheduleLookUp(&turn)
        }
    }

    mutating func reversed(_ outcome: Outcome, _ turn: inout Turn) {
        switch outcome {
        case .transaction(let reply) where reply.state == .cancelled, .transaction(let reply) where reply.state == .refunded:
            reversalConfirmed(&turn)
        // What the gateway has approved is there to be reversed, whatever it says now.
        case .notFound where !record.progress.isReversingPartial:
            reversalConfirmed(&turn)
        case .transaction(let reply) where !record.progress.isReversingPartial:
            // It could not be cancelled, since it was decided after all.
            judge(reply, &turn)
        default:
            record.waitingReason = .reversalUnconfirmed
            if !record.progress.hasToldPending || record.progress.isReversingPartial {
                record.progress.hasToldPending = true
                tell(.onPending, &turn)
            }
            scheduleLookUp(&turn)
        }
    }

    private mutating func reversalConfirmed(_ turn: inout Turn) {
        guard record.progress.isReversingPartial, var reply = record.reply?.value else {
            endCancelled(by: .technicalCancel, at: .authorising, &turn)
            return
        }
        releaseAuthorisation()
        reply.state = .failed
        reply.errorCode = ErrorCode.partialApprovalReversed.symbol.description
        reply.errorReason = "Only a part was approved and the transaction does not accept that: the approval was reversed."
        endWithResult(reply, .failed, &turn)
    }

    // MARK: Later proof

    mutating func lookUpNow(_ turn: inout Turn) {
        guard record.attempt.sentAt > 0, record.progress.outstanding == nil, !record.progress.isPersisting,
            record.progress.asked == nil
        else { return }
        switch record.step {
        case .pending, .unknown, .settled:
            clearTimer(&turn)
            gather(for: .lookUp, &turn)
        default: return
        }
    }

    /// Verified word from the gateway. Before the ending it decides like any reply; afterwards only proof that money moved
    /// outranks what was told.
    mutating func proven(_ reply: TransactionReply, _ turn: inout Turn) {
        switch record.step {
        case .pending, .unknown:
            record.progress.outstanding = nil
            judge(reply, &turn)
        case .settled where doubt(about: reply) == nil && (reply.state == .authorised || reply.state == .captured):
            guard record.ending != .authorised, record.ending != .captured, !record.progress.isPersisting else { return }
            guard record.attempt.sentAt > 0, reserveAuthorisation() else { return }
            confirmAuthorisation(reply.amount ?? record.authorisationAmount, captured: reply.state == .captured)
            record.reply = Shared(reply)
            record.error = nil
            record.ending = reply.state == .captured ? .captured : .authorised
            record.progress.hasResultChanged = true
            go(.settled, &turn)
        default: return
        }
    }

    // MARK: Books

    /// A payout pays out: nothing is taken from the shopper that could be captured or refunded.
    private var keepsBooks: Bool { record.transaction.value.intent != .payout }

    private mutating func reserveAuthorisation() -> Bool {
        keepsBooks ? record.ledger.reserve(.authorisation, record.authorisationAmount) : true
    }

    mutating func releaseAuthorisation() {
        if keepsBooks, record.ledger.authorising > 0 { _ = record.ledger.release(.authorisation, record.ledger.authorising) }
    }

    private mutating func confirmAuthorisation(_ amount: Int64, captured: Bool) {
        guard keepsBooks else { return }
        _ = record.ledger.confirm(.authorisation, reserved: record.ledger.authorising, actual: amount)
        if captured, record.ledger.reserve(.capture, amount) {
            _ = record.ledger.confirm(.capture, reserved: amount, actual: amount)
        }
    }
}
