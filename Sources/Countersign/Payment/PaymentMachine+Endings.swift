/// How a flow ends: once, with a result, an error, or cancelled.
extension PaymentMachine {
    /// Ends with the gateway's final word.
    mutating func endWithResult(_ reply: TransactionReply, _ ending: PaymentRecord.Ending, _ turn: inout Turn) {
        record.reply = Shared(reply)
        record.error = nil
        end(ending, &turn)
    }

    mutating func endWithError(_ error: PaymentError, _ turn: inout Turn) {
        record.error = Shared(record.attempt.sentAt == 0 ? beforeMoney(error) : error)
        end(.error, &turn)
    }

    mutating func endCancelled(by canceller: PaymentRecord.Canceller, at step: PaymentStep? = nil, _ turn: inout Turn) {
        record.cancelledBy = canceller
        record.cancelledAt = step ?? record.step
        releaseAuthorisation()
        end(.cancelled, &turn)
    }

    private mutating func end(_ ending: PaymentRecord.Ending, _ turn: inout Turn) {
        record.ending = ending
        record.challenge = nil
        record.waitingReason = .none
        record.progress.asked = nil
        record.progress.outstanding = nil
        record.progress.gathering = []
        go(.settled, &turn)
    }

    /// A lost reply to a request that moves no money leaves no doubt about money: as far as the payment goes, nothing was sent.
    func beforeMoney(_ error: PaymentError) -> PaymentError {
        guard error.when == .unknown else { return error }
        var error = error
        error.when = .notSent
        return error
    }

    mutating func enterSettled(_ turn: inout Turn) {
        if record.progress.hasResultChanged {
            record.progress.hasResultChanged = false
            tell(.onResultChanged, &turn)
            return
        }
        let isDropIn = record.transaction.value.flow == .dropIn
        switch record.ending {
        case .authorised, .captured:
            tell(.onPostAuthorisation, &turn)
            if isDropIn { tell(.onSuccess, &turn) }
        case .refused, .failed:
            tell(.onPostAuthorisation, &turn)
            if isDropIn { tell(.onError, &turn) }
        case .error:
            tell(.onSubmitError, &turn)
            if isDropIn { tell(.onError, &turn) }
        case .cancelled, nil:
            tell(.onCancelled, &turn)
        }
        turn.effects.append(.settled)
    }

    // MARK: Cancelling

    /// Whether cancelling can still keep the money where it is, as far as the step goes.
    var mayStillCancel: Bool {
        switch record.step {
        case .pending, .unknown, .reversing, .settled, .created: false
        // The outcome of an open challenge is asked for first.
        case .readingBack: record.progress.readBack != .cancelled
        default: true
        }
    }

    mutating func cancel(_ turn: inout Turn) {
        guard record.ending == nil, record.cancelledBy == nil else { return }
        record.cancelledBy = .host
        // Before the start it takes effect at submission; while a record is being written, when that has arrived.
        guard record.step != .created, !record.progress.isPersisting, !record.step.mayHaveMovedMoney else { return }
        switch record.step {
        case .challenging, .awaitingDecoupled:
            readBack(.cancelled, &turn)
        case .readingBack where record.progress.outstanding != nil:
            record.progress.readBack = .cancelled
        default:
            endCancelled(by: .host, &turn)
        }
    }
}
