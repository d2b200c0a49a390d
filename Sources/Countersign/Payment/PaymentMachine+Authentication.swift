/// 3-D Secure within a payment: pre-initiation, fingerprint, authentication, challenge, read-back.
extension PaymentMachine {
    mutating func startAuthentication(_ turn: inout Turn) {
        if record.hooks.contains(.onPreInitiateAuthentication) {
            go(.askingPreInitiation, &turn)
        } else {
            if record.authenticationData == nil { record.authenticationData = Shared(AuthenticationData()) }
            go(.preInitiating, &turn)
        }
    }

    /// onPreInitiateAuthentication said none: pay without 3-D Secure, unless the issuer has just asked for it.
    mutating func skipAuthentication(_ turn: inout Turn) {
        if let refusal = record.firstRefusal {
            endWithResult(refusal.value, .refused, &turn)
        } else {
            beforeAuthorisation(&turn)
        }
    }

    mutating func preInitiate(with reply: HookReply, _ turn: inout Turn) {
        var data = record.authenticationData?.value ?? AuthenticationData()
        if case .preInitiation(let answer) = reply {
            if !answer.providerId.isEmpty { data.providerId = answer.providerId }
            if !answer.requestorAuthenticationIndicator.isEmpty {
                data.requestorAuthenticationIndicator = answer.requestorAuthenticationIndicator
            }
            if answer.timeout > 0 { data.preInitiateTimeout = answer.timeout }
        }
        record.authenticationData = Shared(data)
        go(.preInitiating, &turn)
    }

    mutating func preInitiated(_ outcome: Outcome, _ turn: inout Turn) {
        guard case .preInitiated(let preInitiation) = outcome else {
            preInitiationFailed(outcome, &turn)
            return
        }
        record.preInitiation = Shared(preInitiation)
        tell(.onPostInitiateAuthentication, &turn)
        if !preInitiation.isSupported {
            beforeAuthorisation(&turn)
        } else if preInitiation.fingerprintURL.isEmpty || preInitiation.fingerprintData.isEmpty
            || !record.hooks.contains(.onPresentFingerprint)
        {
            beforeAuthentication(&turn)
        } else {
            go(.fingerprinting, &turn)
        }
    }

    private mutating func preInitiationFailed(_ outcome: Outcome, _ turn: inout Turn) {
        var error = unexpected("pre-initiation")
        if case .failed(let failure) = outcome { error = failure }
        error.providerCode = error.providerCode.isEmpty ? error.code.symbol.description : error.providerCode
        error.code = .preInitiateAuthenticationFailed
        record.error = Shared(beforeMoney(error))
        tell(.onPostInitiateAuthentication, &turn)
        endWithError(error, &turn)
    }

    /// EMV 3-D Secure gives the 3DS Method ten seconds; the pre-initiation's own time-out may leave fewer.
    mutating func enterFingerprinting(_ turn: inout Turn) {
        let limit = record.authenticationData?.value.preInitiateTimeout ?? PaymentTiming.fingerprint
        let left = record.progress.preInitiatedAt &+ limit &- turn.now
        guard left > 0 else {
            beforeAuthentication(&turn)
            return
        }
        ask(.onPresentFingerprint, timeout: min(PaymentTiming.fingerprint, left), &turn)
    }

    /// Whatever the fingerprint came to, the authentication goes on: the issuer is told whether it was completed.
    mutating func fingerprinted(_ decision: HookDecision, _ reply: HookReply, _ turn: inout Turn) {
        if decision == .proceed, case .fingerprint(let answer) = reply {
            record.fingerprint = Shared(answer)
            if let browser = answer.browserData { record.browserData = Shared(browser) }
        }
        beforeAuthentication(&turn)
    }

    private mutating func beforeAuthentication(_ turn: inout Turn) {
        go(record.hooks.contains(.onPreAuthentication) ? .askingPreAuthentication : .authenticating, &turn)
    }

    mutating func authenticate(with reply: HookReply, _ turn: inout Turn) {
        if case .preAuthentication(let answer) = reply { record.authenticationData = Shared(answer) }
        go(.authenticating, &turn)
    }

    mutating func authenticated(_ outcome: Outcome, _ turn: inout Turn) {
        switch outcome {
        case .authentication(let reply):
            record.authentication = Shared(reply)
            proceedAfterAuthentication(reply, &turn)
        case .failed(let error) where error.when == .unknown:
            // The issuer may know more than we: ask before giving up.
            readBack(.lost, &turn)
        case .failed(let error):
            endWithError(error, &turn)
        default:
            endWithError(unexpected("authentication"), &turn)
        }
    }

    private mutating func proceedAfterAuthentication(_ reply: AuthenticationReply, _ turn: inout Turn) {
        switch reply.state {
        case .pendingCustomerChallenge where reply.transStatus == "D":
            record.progress.decoupledDeadline = turn.now &+ challengeTimeout
            record.progress.hasToldPending = false
            go(.awaitingDecoupled, &turn)
        case .pendingCustomerChallenge where !reply.challengeURL.isEmpty:
            openChallenge(reply, &turn)
        case .pendingCustomerChallenge, .pendingClientData:
            endWithError(
                PaymentError(
                    .responseInvalid, .answered,
                    "The gateway left the authentication open (\(reply.state.name)) with nothing to show: ask its support.",
                    correlationId: reply.authenticationId), &turn)
        case .successful, .failed, .rejected, .error:
            readBack(.result, &turn)
        }
    }

    private mutating func openChallenge(_ reply: AuthenticationReply, _ turn: inout Turn) {
        record.challenge = Shared(
            PaymentRecord.Challenge(
                url: reply.challengeURL, request: reply.challengeRequest,
                windowSize: record.authenticationData?.value.challengeWindowSize ?? 5, deadline: turn.now &+ challengeTimeout))
        go(.challenging, &turn)
    }

    private var challengeTimeout: Int64 {
        record.authenticationData?.value.challengeTimeout ?? AuthenticationData().challengeTimeout
    }

    /// The first time the shopper is shown the challenge; after a read-back that decided nothing the same one goes on.
    mutating func enterChallenging(_ turn: inout Turn) {
        guard let challenge = record.challenge?.value else { return }
        if record.progress.readBack != .closed && record.progress.readBack != .completed {
            tell(.onPresentChallenge, &turn)
        }
        setTimer(at: challenge.deadline, &turn)
    }

    mutating func enterAwaitingDecoupled(_ turn: inout Turn) {
        record.waitingReason = .decoupled
        if !record.progress.hasToldPending {
            record.progress.hasToldPending = true
            tell(.onPending, &turn)
        }
        setTimer(at: min(turn.now &+ PaymentTiming.decoupledPoll, record.progress.decoupledDeadline), &turn)
    }

    // MARK: Read-back

    /// Asks the gateway for the authentication's state: what a browser brings proves nothing.
    mutating func readBack(_ reason: PaymentProgress.ReadBack, _ turn: inout Turn) {
        record.progress.readBack = reason
        record.progress.readBackTries = 0
        go(.readingBack, &turn)
    }

    mutating func readBackCompleted(_ outcome: Outcome, _ turn: inout Turn) {
        switch outcome {
        case .authentication(let reply) where reply.state.isFinal:
            record.authentication = Shared(reply)
            judgeAuthentication(reply, &turn)
        case .authentication(let reply):
            stillOpen(reply, &turn)
        case .failed(let error):
            readBackFailed(error, &turn)
        default:
            readBackFailed(unexpected("read-back"), &turn)
        }
    }

    /// A read is safe to repeat; when it keeps failing, the reason for it decides.
    mutating func readBackFailed(_ error: PaymentError, _ turn: inout Turn) {
        if retryReadBack(&turn) { return }
        switch record.progress.readBack {
        case .result, .lost: endWithError(error, &turn)
        default: endReadBack(&turn)
        }
    }

    private mutating func stillOpen(_ reply: AuthenticationReply, _ turn: inout Turn) {
        switch record.progress.readBack {
        case .result, .completed:
            // The gateway has not caught up yet.
            if !retryReadBack(&turn) { endReadBack(&turn) }
        case .lost:
            record.authentication = Shared(reply)
            proceedAfterAuthentication(reply, &turn)
        default:
            endReadBack(&turn)
        }
    }

    private mutating func retryReadBack(_ turn: inout Turn) -> Bool {
        guard record.progress.readBack != .poll, record.progress.readBackTries < PaymentTiming.readBackTries else {
            return false
        }
        setTimer(at: turn.now &+ PaymentTiming.readBackDelay(record.progress.readBackTries), &turn)
        record.progress.readBackTries += 1
        return true
    }

    /// The authentication is open as far as anybody knows.
    private mutating func endReadBack(_ turn: inout Turn) {
        switch record.progress.readBack {
        case .cancelled:
            endCancelled(by: .host, at: .challenging, &turn)
        case .deadline:
            endWithError(
                PaymentError(
                    .challengeTimeout, .refused, "The shopper did not finish the challenge in time: offer to pay again.",
                    correlationId: record.authentication?.value.authenticationId ?? ""), &turn)
        case .poll:
            go(.awaitingDecoupled, &turn)
        case .closed, .completed:
            if let challenge = record.challenge?.value, turn.now < challenge.deadline {
                go(.challenging, &turn)
            } else {
                record.progress.readBack = .deadline
                endReadBack(&turn)
            }
        case .result, .lost:
            endWithError(
                PaymentError(
                    .authenticationFailed, .answered,
                    "The gateway does not give the authentication's outcome: offer to pay again.",
                    correlationId: record.authentication?.value.authenticationId ?? ""), &turn)
        }
    }

    /// A final authentication is not a payment result: it says whether the payment may be authorised.
    private mutating func judgeAuthentication(_ reply: AuthenticationReply, _ turn: inout Turn) {
        record.challenge = nil
        record.waitingReason = .none
        if record.cancelledBy == .host {
            endCancelled(by: .host, at: .challenging, &turn)
            return
        }
        tell(.onPostAuthentication, &turn)
        switch reply.state {
        case .successful:
            beforeAuthorisation(&turn)
        case .rejected:
            endWithError(
                PaymentError(
                    .authenticationRejected, .answered,
                    "The issuer rejected the authentication: do not authorise this card, offer another payment method.",
                    providerCode: reply.transStatus, correlationId: reply.authenticationId), &turn)
        case _ where reply.challengeCancelIndicator == "01":
            endCancelled(by: .shopper, at: .challenging, &turn)
        case _ where record.authenticationData?.value.continueOnFailure == true:
            beforeAuthorisation(&turn)
        default:
            endWithError(
                PaymentError(
                    .authenticationFailed, .answered,
                    "The shopper was not authenticated: offer another try, or set continueOnAuthenticationFailure.",
                    providerCode: reply.transStatus, correlationId: reply.authenticationId), &turn)
        }
    }
}
