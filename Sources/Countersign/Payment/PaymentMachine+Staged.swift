/// The staged shape up to the authorisation: validate, consent, tokenise, evaluate.
extension PaymentMachine {
    mutating func submit(_ submission: PaymentEvent.Submission, _ turn: inout Turn) {
        guard record.step == .created, record.submittedAt == 0 else { return }
        let data = record.transaction.value
        record.submittedAt = turn.now
        record.attempt.idempotencyKey = submission.idempotencyKeys.first
        record.progress.secondKey = submission.idempotencyKeys.second
        record.attempt.merchantTransactionId = data.merchantTransactionId
        record.card = submission.card
        record.shopper = data.shopper.map { Shared($0) }
        record.browserData = data.browserData.map { Shared($0) }
        record.authenticationData = data.authentication.map { Shared($0) }
        if record.cancelledBy == .host {
            endCancelled(by: .host, &turn)
        } else if let refusal = submission.refusal {
            endWithError(refusal, &turn)
        } else {
            startFlow(&turn)
        }
    }

    /// The one place where the shapes part.
    private mutating func startFlow(_ turn: inout Turn) {
        switch traits.value.shape {
        case .staged:
            go(.starting, &turn)
        case .action, .orchestrated:
            endWithError(
                PaymentError(
                    .configInvalid, .refused, "The gateway \(traits.value.name) has a shape that this version has no flow for.",
                    field: "gateway"), &turn)
        }
    }

    mutating func enterStarting(_ turn: inout Turn) {
        tell(.onStartSubmit, &turn)
        let data = record.transaction.value
        if let saved = data.savedCard {
            var token = TokenisedCard()
            token.gatewayTokenId = saved.gatewayTokenId
            token.schemeTokenId = saved.schemeTokenId
            token.brand = saved.brand
            record.token = Shared(token)
            evaluate(&turn)
        } else if data.flow == .dropIn, record.hooks.contains(.onGetConsent), hasShopperId {
            go(.askingConsent, &turn)
        } else {
            beforeTokenisation(&turn)
        }
    }

    /// Without a shopper there is nobody to keep a card for.
    private var hasShopperId: Bool {
        let data = record.transaction.value
        return !data.merchantShopperId.isEmpty || !(data.shopper?.id ?? "").isEmpty
    }

    mutating func beforeTokenisation(_ turn: inout Turn) {
        go(record.hooks.contains(.onPreTokenisation) ? .askingPreTokenisation : .tokenising, &turn)
    }

    mutating func tokenised(_ outcome: Outcome, _ turn: inout Turn) {
        switch outcome {
        case .tokenised(let token):
            record.token = Shared(token)
            if record.card.brand.isEmpty { record.card.brand = token.brand }
            turn.effects.append(.forgetCard)
            tell(.onPostTokenisation, &turn)
            evaluate(&turn)
        case .failed(let error):
            tokenisationFailed(error, &turn)
        default:
            tokenisationFailed(unexpected("tokenisation"), &turn)
        }
    }

    private mutating func tokenisationFailed(_ error: PaymentError, _ turn: inout Turn) {
        record.error = Shared(beforeMoney(error))
        tell(.onPostTokenisation, &turn)
        endWithError(error, &turn)
    }

    /// Whether 3-D Secure runs.
    mutating func evaluate(_ turn: inout Turn) {
        if record.allowsAuthentication {
            startAuthentication(&turn)
        } else {
            beforeAuthorisation(&turn)
        }
    }

    /// Routes a hook's answer to the step that asked.
    mutating func answered(_ hook: HookPoint, _ decision: HookDecision, _ reply: HookReply, _ turn: inout Turn) {
        switch hook {
        case .onGetCredentials, .onGetShopper, .merchantTransactionDate:
            gathered(hook, decision, reply, &turn)
        case .onPresentFingerprint:
            fingerprinted(decision, reply, &turn)
        case .onGetConsent where decision == .proceed || decision == .none:
            record.consent = decision == .proceed
            beforeTokenisation(&turn)
        case .onPreTokenisation where decision == .proceed:
            go(.tokenising, &turn)
        case .onPreInitiateAuthentication where decision == .proceed:
            preInitiate(with: reply, &turn)
        case .onPreInitiateAuthentication where decision == .none:
            skipAuthentication(&turn)
        case .onPreAuthentication where decision == .proceed:
            authenticate(with: reply, &turn)
        case .onPreAuthorisation where decision == .proceed:
            prepareAuthorisation(with: reply, &turn)
        case _ where decision == .none:
            endCancelled(by: .hook, &turn)
        default:
            endWithError(hookError(hook, decision, reply), &turn)
        }
    }

    /// Routes a request's outcome to the step that sent it.
    mutating func completed(_ operation: Operation, _ outcome: Outcome, _ turn: inout Turn) {
        switch operation {
        case .tokenise: tokenised(outcome, &turn)
        case .preInitiate: preInitiated(outcome, &turn)
        case .authenticate: authenticated(outcome, &turn)
        case .readBack: readBackCompleted(outcome, &turn)
        case .authorise: authorised(outcome, &turn)
        case .lookUp: lookedUp(outcome, &turn)
        case .technicalCancel: reversed(outcome, &turn)
        }
    }

    /// A gateway's code answered one operation as if it were another: our own fault.
    func unexpected(_ operation: StaticString) -> PaymentError {
        PaymentError(
            .unexpected, .answered,
            "The gateway's answer to the \(operation) request is of another kind: report this as a defect.")
    }
}
