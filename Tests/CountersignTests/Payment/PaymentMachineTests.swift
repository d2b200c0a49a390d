import Testing

@testable import Countersign

/// The staged flow as a dialogue: one event, then what the machine wants done.
@Suite("The payment machine's staged flow")
struct PaymentMachineTests {
    private static let lost = Outcome.failed(PaymentError(.gatewayTimeout, .unknown, "lost"))

    /// A talk that has come to its money request.
    private func authorising(hooks: HookSet = Conversation.endings, _ change: (inout TransactionData) -> Void = { _ in })
        -> Conversation
    {
        var talk = Conversation(hooks: hooks, change)
        #expect(talk.submit() == ["send tokenise"])
        #expect(talk.complete(.tokenise, Conversation.token) == ["forget card", "send authorise", "forget card"])
        return talk
    }

    /// A talk with an open challenge.
    private func challenged() -> Conversation {
        var talk = Conversation()
        _ = talk.submit()
        _ = talk.complete(.tokenise, Conversation.token)
        _ = talk.answer(.onPreInitiateAuthentication)
        _ = talk.complete(.preInitiate, Conversation.preInitiation())
        _ = talk.answer(.onPreAuthentication)
        let shown = talk.complete(.authenticate, Conversation.authentication(.pendingCustomerChallenge, "C"))
        #expect(shown == ["tell onPresentChallenge"])
        return talk
    }

    @Test("A challenge is shown, completed, read back and authorised")
    func challenge() {
        var talk = Conversation()
        #expect(talk.submit() == ["send tokenise"])
        #expect(talk.complete(.tokenise, Conversation.token) == ["forget card", "ask onPreInitiateAuthentication"])
        #expect(talk.answer(.onPreInitiateAuthentication) == ["send preInitiate"])
        #expect(
            talk.complete(.preInitiate, Conversation.preInitiation(fingerprint: true))
                == ["tell onPostInitiateAuthentication", "ask onPresentFingerprint"])
        #expect(talk.answer(.onPresentFingerprint, .timedOut) == ["ask onPreAuthentication"])
        #expect(talk.answer(.onPreAuthentication) == ["send authenticate"])
        #expect(
            talk.complete(.authenticate, Conversation.authentication(.pendingCustomerChallenge, "C")) == [
                "tell onPresentChallenge"
            ])
        #expect(talk.hear(.challengeCompleted) == ["send readBack"])
        #expect(
            talk.complete(.readBack, Conversation.authentication(.successful, "Y"))
                == ["tell onPostAuthentication", "send authorise", "forget card"])
        #expect(
            talk.complete(.authorise, .transaction(talk.transaction(.authorised))) == [
                "tell onPostAuthorisation", "settled Authorised",
            ])
        #expect(talk.record.ledger.authorised == 1_000)
    }

    @Test("Validation that fails is told by onSubmitError and by nothing else")
    func validation() {
        var talk = Conversation(hooks: HookSet(rawValue: .max))
        let refusal = PaymentError(.validationFailed, .refused, "no", field: "card.number")
        let submission = PaymentEvent.Submission(
            idempotencyKeys: ("a", "b"), card: PaymentRecord.CardSummary(), refusal: refusal)
        #expect(talk.hear(.submitted(submission)) == ["tell onSubmitError", "settled Error"])
        #expect(talk.record.error?.value == refusal)
    }

    @Test(
        "None has its own meaning at each hook",
        arguments: [
            (HookPoint.onPreTokenisation, ["tell onCancelled", "settled Cancelled"]),
            (.onPreInitiateAuthentication, ["ask onPreAuthorisation"]),
            (.onPreAuthentication, ["tell onCancelled", "settled Cancelled"]),
            (.onPreAuthorisation, ["tell onCancelled", "settled Cancelled"]),
        ])
    func none(_ hook: HookPoint, _ expected: [String]) {
        let asked: HookSet = [HookSet(.onPreTokenisation), HookSet(.onPreAuthorisation), Conversation.authenticationHooks]
        var talk = Conversation(hooks: asked.union(Conversation.endings))
        var words = talk.submit()
        for _ in 0..<20 {
            guard let word = words.last else { break }
            if word == "ask \(hook.name)" {
                #expect(talk.answer(hook, .none) == expected)
                return
            }
            words = goOn(&talk, word)
        }
        Issue.record("\(hook.name) was never asked")
    }

    private func goOn(_ talk: inout Conversation, _ word: String) -> [String] {
        switch word {
        case "send tokenise": talk.complete(.tokenise, Conversation.token)
        case "send preInitiate": talk.complete(.preInitiate, Conversation.preInitiation())
        case "send authenticate": talk.complete(.authenticate, Conversation.authentication(.successful, "Y"))
        case "send readBack": talk.complete(.readBack, Conversation.authentication(.successful, "Y"))
        default: talk.answer(HookPoint(name: String(word.dropFirst(4))) ?? .onError)
        }
    }

    // MARK: Challenge

    @Test("A closed challenge waits on; its deadline ends it with CHALLENGE_TIMEOUT after a look")
    func closedAndLate() {
        var talk = challenged()
        #expect(talk.hear(.challengeClosed) == ["send readBack"])
        #expect(talk.complete(.readBack, Conversation.authentication(.pendingCustomerChallenge, "C")) == [])
        #expect(talk.record.step == .challenging)
        #expect(talk.wait() == ["send readBack"])
        #expect(
            talk.complete(.readBack, Conversation.authentication(.pendingCustomerChallenge, "C"))
                == ["tell onSubmitError", "settled Error"])
        #expect(talk.record.error?.value.code == .challengeTimeout)
    }

    @Test("At the deadline a final state decides")
    func deadlineFinds() {
        var talk = challenged()
        #expect(talk.wait() == ["send readBack"])
        #expect(
            talk.complete(.readBack, Conversation.authentication(.successful, "Y"))
                == ["tell onPostAuthentication", "send authorise", "forget card"])
    }

    @Test("A cancel at a challenge is read back, and never pays")
    func cancelled() {
        for state in [AuthenticationState.successful, .pendingCustomerChallenge, .failed] {
            var talk = challenged()
            #expect(talk.hear(.cancelRequested) == ["send readBack"])
            #expect(
                talk.complete(.readBack, Conversation.authentication(state, "")) == ["tell onCancelled", "settled Cancelled"])
            #expect(talk.record.cancelledBy == .host)
        }
    }

    @Test("A shopper who cancels at the issuer ends the payment cancelled")
    func cancelledByShopper() {
        var talk = challenged()
        _ = talk.hear(.challengeCompleted)
        var reply = AuthenticationReply()
        reply.state = .failed
        reply.challengeCancelIndicator = "01"
        #expect(
            talk.complete(.readBack, .authentication(reply))
                == ["tell onPostAuthentication", "tell onCancelled", "settled Cancelled"])
        #expect(talk.record.cancelledBy == .shopper)
    }

    @Test("A rejected authentication stops even where failures may go on", arguments: [false, true])
    func rejected(continues: Bool) {
        var talk = Conversation(hooks: Conversation.endings) {
            $0.authentication = AuthenticationData()
            $0.authentication?.continueOnFailure = continues
        }
        _ = talk.submit()
        #expect(talk.complete(.tokenise, Conversation.token) == ["forget card", "send preInitiate"])
        #expect(talk.complete(.preInitiate, Conversation.preInitiation()) == ["send authenticate"])
        #expect(talk.complete(.authenticate, Conversation.authentication(.rejected, "R")) == ["send readBack"])
        #expect(
            talk.complete(.readBack, Conversation.authentication(.rejected, "R")) == ["tell onSubmitError", "settled Error"])
        #expect(talk.record.error?.value.code == .authenticationRejected)
    }

    @Test("A lost reply to the authentication is read back, not given up")
    func authenticationLost() {
        var talk = Conversation(hooks: Conversation.endings) { $0.authentication = AuthenticationData() }
        _ = talk.submit()
        _ = talk.complete(.tokenise, Conversation.token)
        _ = talk.complete(.preInitiate, Conversation.preInitiation())
        #expect(talk.complete(.authenticate, Self.lost) == ["send readBack"])
        #expect(talk.complete(.readBack, Conversation.authentication(.pendingCustomerChallenge, "C")) == [])
        #expect(talk.record.step == .challenging)
    }

    // MARK: Step-up

    @Test("A soft decline starts one more attempt with a key and a reference of its own")
    func stepUp() {
        var talk = authorising {
            $0.authentication = AuthenticationData(); $0.psd2Exemption = .lowValue
        }
        #expect(talk.complete(.authorise, .transaction(talk.transaction(.refused, code: "1A"))) == ["send preInitiate"])
        #expect(talk.record.attempt.number == 2)
        #expect(talk.record.attempt.merchantTransactionId == "order-1-2")
        #expect(talk.record.attempt.idempotencyKey == "key-2")
        #expect(talk.record.challengeIndicator == "04")
        #expect(talk.record.exemption == nil)
        _ = talk.complete(.preInitiate, Conversation.preInitiation())
        _ = talk.complete(.authenticate, Conversation.authentication(.successful, "Y"))
        #expect(talk.complete(.readBack, Conversation.authentication(.successful, "Y")) == ["send authorise", "forget card"])
        #expect(
            talk.complete(.authorise, .transaction(talk.transaction(.refused, code: "1A")))
                == ["tell onPostAuthorisation", "settled Refused"])
    }

    @Test("None at the second attempt ends with the first one's refusal")
    func stepUpDeclined() {
        var talk = Conversation()
        _ = talk.submit()
        _ = talk.complete(.tokenise, Conversation.token)
        #expect(talk.answer(.onPreInitiateAuthentication, .none) == ["send authorise", "forget card"])
        #expect(
            talk.complete(.authorise, .transaction(talk.transaction(.refused, code: "1A"))) == [
                "ask onPreInitiateAuthentication"
            ])
        #expect(talk.answer(.onPreInitiateAuthentication, .none) == ["tell onPostAuthorisation", "settled Refused"])
        #expect(talk.record.reply?.value.providerCode == "1A")
    }

    // MARK: Unknown

    @Test("A lost reply is looked up; not found proves nothing before its time, and is then cancelled for good")
    func lostAndNotFound() {
        var talk = authorising()
        #expect(talk.complete(.authorise, Self.lost) == ["tell onPending"])
        #expect(talk.record.step == .unknown)
        for _ in 0..<3 {
            #expect(talk.wait() == ["send lookUp"])
            #expect(talk.complete(.lookUp, .notFound) == [])
        }
        #expect(talk.wait() == ["send lookUp"])
        #expect(talk.complete(.lookUp, .notFound) == ["send technicalCancel"])
        #expect(talk.complete(.technicalCancel, .notFound) == ["tell onCancelled", "settled Cancelled"])
        #expect(talk.record.cancelledBy == .technicalCancel)
        #expect(talk.record.ledger == Ledger())
    }

    @Test("A lost reply that is found is the result")
    func lostAndFound() {
        var talk = authorising()
        _ = talk.complete(.authorise, Self.lost)
        #expect(talk.hear(.cancelRequested) == [])
        _ = talk.wait()
        #expect(
            talk.complete(.lookUp, .transaction(talk.transaction(.authorised))) == [
                "tell onPostAuthorisation", "settled Authorised",
            ])
    }

    @Test("A reply for another amount, currency or reference is unknown, never failed, and is looked up")
    func mismatches() {
        let start = authorising()
        let doubtful: [(TransactionReply, PaymentRecord.WaitingReason, PaymentStep)] = [
            (start.transaction(.authorised, amount: 1_001), .amountMismatch, .unknown),
            (start.transaction(.authorised, amount: 999), .amountMismatch, .unknown),
            (start.transaction(.authorised, currency: "USD"), .currencyMismatch, .unknown),
            (start.transaction(.authorised, currency: ""), .currencyMismatch, .unknown),
            (start.transaction(.authorised, reference: "other"), .referenceMismatch, .unknown),
            (start.transaction(.refused, code: "05", reference: "other"), .referenceMismatch, .unknown),
            (start.transaction(.authorised, reference: ""), .referenceMissing, .pending),
            (start.transaction(.unrecognised), .stateUnrecognised, .unknown),
        ]
        for (reply, reason, step) in doubtful {
            var talk = start
            #expect(talk.complete(.authorise, .transaction(reply)) == ["tell onPending"], "\(reason)")
            #expect(talk.record.waitingReason == reason)
            #expect(talk.record.step == step)
            #expect(talk.wait() == ["send lookUp"])
            #expect(
                talk.complete(.lookUp, .transaction(talk.transaction(.authorised)))
                    == ["tell onPostAuthorisation", "settled Authorised"])
        }
    }

    @Test("A partial approval is taken where it is welcome, and otherwise reversed and failed", arguments: [true, false])
    func partial(accepts: Bool) {
        var talk = authorising { $0.acceptsPartialApproval = accepts }
        let part = talk.transaction(.authorised, code: "10", amount: 400, isPartial: true)
        if accepts {
            #expect(talk.complete(.authorise, .transaction(part)) == ["tell onPostAuthorisation", "settled Authorised"])
            #expect(talk.record.ledger.authorised == 400)
        } else {
            #expect(talk.complete(.authorise, .transaction(part)) == ["send technicalCancel"])
            #expect(talk.complete(.technicalCancel, Self.lost) == ["tell onPending"])
            #expect(talk.wait() == ["send technicalCancel"])
            // It is known to be there, so that "not found" is no reversal.
            #expect(talk.complete(.technicalCancel, .notFound) == ["tell onPending"])
            #expect(talk.record.step == .reversing)
            #expect(talk.wait() == ["send technicalCancel"])
            #expect(
                talk.complete(.technicalCancel, .transaction(talk.transaction(.cancelled)))
                    == ["tell onPostAuthorisation", "settled Failed"])
            #expect(talk.record.ledger == Ledger())
        }
    }

    @Test("A request that never left ends with its error, not as unknown")
    func notSent() {
        var talk = authorising()
        let error = PaymentError(.networkException, .notSent, "no route")
        #expect(talk.complete(.authorise, .failed(error)) == ["tell onSubmitError", "settled Error"])
        #expect(talk.record.error?.value == error)
        #expect(talk.record.ledger == Ledger())
    }

    @Test("Proof that money moved outranks an earlier no, once, and is told as a change")
    func lateProof() {
        var talk = authorising()
        _ = talk.complete(.authorise, .transaction(talk.transaction(.refused, code: "05")))
        #expect(talk.record.ending == .refused)
        #expect(talk.hear(.proof(talk.transaction(.authorised, amount: 2_000))) == [])
        #expect(talk.hear(.lookUpRequested) == ["send lookUp"])
        #expect(talk.complete(.lookUp, .transaction(talk.transaction(.captured))) == ["tell onResultChanged"])
        #expect(talk.record.ending == .captured)
        #expect(talk.hear(.proof(talk.transaction(.authorised))) == [])
    }

    @Test("A store that fails lets nothing go out")
    func storeFails() {
        var effects: [PaymentEffect] = []
        var machine = Conversation(hooks: Conversation.endings).machine
        let submission = PaymentEvent.Submission(idempotencyKeys: ("a", "b"), card: PaymentRecord.CardSummary(), refusal: nil)
        machine.handle(.submitted(submission), now: 0, into: &effects)
        effects.removeAll()
        machine.handle(.notPersisted(1, PaymentError(.unexpected, .refused, "The disk is full.")), now: 0, into: &effects)
        #expect(machine.record.ending == .error)
        let sent = effects.contains { if case .send = $0 { true } else { false } }
        #expect(!sent)
    }
}
