/// Reads an authentication out of the reply to its initiation or to reading it back.
enum PXPAuthenticationReply {
    static func outcome(_ reply: GatewayReply, to operation: Operation, payment: PaymentRecord) -> Outcome {
        switch PXPAnswer(reply, to: operation) {
        case .failed(let error): return .failed(error)
        case .refused(let status, let body):
            return .failed(PXPFailure.refused(status == 400 ? .gatewayRefusedRequest : .authenticationFailed, operation, body))
        case .success(let document):
            defer { withExtendedLifetime(document) {} }
            let root = document.view
            guard let state = PXPAuthenticationState.read(root["state"]) else {
                return .failed(PXPFailure.incomplete("state", operation))
            }
            // An answer about somebody else's authentication says nothing about this one.
            let asked = payment.preInitiation?.value.authenticationId ?? ""
            let id = PXPText.code(root["authenticationId"])
            guard id.isEmpty || id == asked else { return .failed(PXPFailure.incomplete("authenticationId", operation)) }
            var answer = AuthenticationReply()
            answer.authenticationId = asked
            answer.state = state
            answer.transStatus = PXPText.code(root["transactionStatus"])
            answer.transStatusReason = PXPText.code(root["transactionStatusReason"])
            answer.eci = PXPText.code(root["electronicCommerceIndicator"])
            // The authentication spells it with a small h, the transaction with a capital one; either is taken.
            answer.authenticationValue = PXPText.text(
                root["cardholderAuthenticationVerificationValue"] ?? root["cardHolderAuthenticationVerificationValue"])
            answer.directoryServerTransactionId = PXPText.code(root["directoryServerTransactionId"])
            answer.version = PXPText.code(root["threeDSecureVersion"])
            answer.challengeCancelIndicator = PXPText.code(root["challengeCancelIndicator"])
            answer.stateMessage = PXPText.text(root["stateData"]?["message"])
            if state == .pendingCustomerChallenge {
                // Not visible in public: ASSUMED by analogy with the fingerprint's pair, EMV's names accepted too.
                answer.challengeURL = PXPText.text(root["threeDSecureChallengeUrl"] ?? root["acsUrl"])
                answer.challengeRequest = PXPText.text(root["threeDSecureChallengeData"] ?? root["creq"])
                let lacksPage = answer.challengeURL.isEmpty || answer.challengeRequest.isEmpty
                if operation == .authenticate, answer.transStatus != "D", lacksPage {
                    return .failed(PXPFailure.incomplete("threeDSecureChallengeUrl", operation))
                }
            }
            return .authentication(answer)
        }
    }
}
