import Countersign

/// Late answers: completed and released from any thread.
extension Engine {
    /// Answers a reply that was kept, or will be once its hook returns.
    ///
    /// The handle is looked at again under the lock: between its look-up and here the box may have been given to another hook,
    /// for which this is no answer.
    func complete(_ reply: ReplyBox, _ decision: HookDecision, as handle: Handle) throws(Failure) {
        guard mark.isCurrent else { throw .forked }
        lock.lock()
        defer { leave() }
        guard reply.handle == handle else {
            throw ReplyBox.stale
        }
        switch reply.stage.load(ordering: .relaxed) {
        case .idle: throw ReplyBox.stale
        case .answered: throw ReplyBox.alreadyAnswered
        case .gone: throw ReplyBox.tooLate
        case .asking, .kept: answer(reply, decision)
        }
    }

    /// The host lets go of a reply.
    func release(_ reply: ReplyBox) {
        guard mark.isCurrent else {
            leaveToParent(reply)
            reply.unregister()
            return
        }
        lock.lock()
        reply.isReleased = true
        switch reply.stage.load(ordering: .relaxed) {
        case .asking, .kept: answer(reply, .failed)
        case .idle, .answered, .gone: break
        }
        reply.unregister()
        leave()
    }

    private func answer(_ reply: ReplyBox, _ decision: HookDecision) {
        let isKept = reply.stage.load(ordering: .relaxed) == .kept
        reply.decision = decision
        reply.stage.store(.answered, ordering: .releasing)
        guard isKept, let payment = reply.payment else { return }
        reply.payment = nil
        payment.keptReply = nil
        payment.setTimer(.max)
        deadlines.update(payment)
        post(.answered(reply), to: payment)
    }
}
