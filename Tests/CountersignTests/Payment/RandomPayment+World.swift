@testable import Countersign

/// The world that a random payment lives in: what its gateway may answer.
extension RandomPayment {
    mutating func failure() -> Outcome {
        let when: FailureTime = [.notSent, .answered, .unknown][random.below(3)]
        return .failed(PaymentError(.networkException, when, "failed"))
    }

    mutating func outcome(of operation: Operation) -> Outcome {
        switch operation {
        case .authorise where troubleIsLate && random.chance(60):
            return .failed(PaymentError(.networkException, .unknown, "lost"))
        case .authorise, .lookUp, .technicalCancel:
            if random.chance(15) { return failure() }
        default:
            if random.chance(troubleIsLate ? 1 : 6) { return failure() }
        }
        switch operation {
        case .tokenise:
            var token = TokenisedCard()
            token.gatewayTokenId = "token"
            return .tokenised(token)
        case .preInitiate:
            var answer = PreInitiation()
            answer.authenticationId = "auth"
            answer.isSupported = random.chance(90)
            if random.chance(60) {
                answer.fingerprintURL = "https://acs.example/fingerprint"
                answer.fingerprintData = "e30"
            }
            return .preInitiated(answer)
        case .authenticate, .readBack:
            return .authentication(authenticationReply())
        case .authorise, .lookUp:
            if operation == .lookUp, random.chance(40) { return .notFound }
            return .transaction(transactionReply())
        case .technicalCancel:
            if random.chance(20) { return .notFound }
            var reply = transactionReply()
            if random.chance(30) { reply.state = .cancelled } else if random.chance(40) { reply.state = .refused }
            if reply.state == .authorised, random.chance(30) {
                reply.amount = machine.record.authorisationAmount / 2
                reply.isPartialApproval = true
            }
            if reply.state == .refused { reply.providerCode = random.chance(50) ? "1A" : "65" }
            return .transaction(reply)
        }
    }

    mutating func authenticationReply() -> AuthenticationReply {
        var reply = AuthenticationReply()
        reply.authenticationId = "auth"
        reply.state = troubleIsLate ? .successful : AuthenticationState.allCases[random.below(6)]
        if random.chance(troubleIsLate ? 10 : 40) { reply.state = .pendingCustomerChallenge }
        if reply.state == .pendingCustomerChallenge {
            reply.transStatus = random.chance(70) ? "C" : "D"
            if random.chance(95) { reply.challengeURL = "https://acs.example/challenge" }
            switch random.below(4) {
            case 0: due.append(.challengeCompleted)
            case 1: due.append(.challengeClosed)
            case 2: if random.chance(40) { due.append(.cancelRequested) }
            default: break
            }
        }
        if reply.state == .failed, random.chance(20) { reply.challengeCancelIndicator = "01" }
        return reply
    }

    mutating func transactionReply() -> TransactionReply {
        var reply = TransactionReply()
        reply.merchantTransactionId = machine.record.attempt.merchantTransactionId
        if random.chance(4) { reply.merchantTransactionId = random.chance(50) ? "" : "another" }
        reply.currency = random.chance(97) ? testCurrency.code : "XXX"
        let asked = machine.record.authorisationAmount
        reply.amount = asked
        if random.chance(4) { reply.amount = asked + 1 }
        if random.chance(6) {
            reply.amount = asked / 2
            reply.isPartialApproval = random.chance(80)
        }
        switch random.below(13) {
        case 0...4: reply.state = machine.record.transaction.value.intent == .purchase ? .captured : .authorised
        case 5, 6, 7:
            reply.state = .refused
            reply.providerCode = ["1A", "65", "1A", "65", "05"][random.below(5)]
        case 8, 12: reply.state = .pending
        case 9: reply.state = .failed
        case 10: reply.state = .unrecognised
        default: reply.state = random.chance(80) ? .authorised : .cancelled
        }
        return reply
    }
}
