/// Failures of requests, each placed in time and said in a sentence that tells what to do. PXP, symbolic error codes.
enum PXPFailure {
    /// What the operation is called in a sentence.
    static func name(_ operation: Operation) -> StaticString {
        switch operation {
        case .tokenise: "tokenisation"
        case .preInitiate: "pre-initiation of the authentication"
        case .authenticate: "authentication"
        case .readBack: "reading back of the authentication"
        case .authorise: "authorisation"
        case .lookUp: "look-up of the transaction"
        case .technicalCancel: "technical cancel"
        }
    }

    static func notSent(_ fault: TransportFault, _ operation: Operation) -> PaymentError {
        let reason: StaticString =
            switch fault {
            case .resolve: "its host name was not found"
            case .connect: "no connection was made"
            case .tls: "no secure connection was made"
            case .timeout: "no connection was made in time"
            case .reset, .truncated: "the connection ended before the request"
            }
        return PaymentError(
            .networkException, .notSent, "The \(name(operation)) did not leave: \(reason). Check the network and try again.")
    }

    static func unknown(_ fault: TransportFault, _ operation: Operation) -> PaymentError {
        let reason: StaticString =
            switch fault {
            case .timeout: "no answer came in time"
            case .truncated: "the answer ended in the middle"
            case .resolve, .connect, .tls, .reset: "the connection broke after the request"
            }
        return PaymentError(
            fault == .timeout ? .gatewayTimeout : .networkException, .unknown,
            "The \(name(operation)) was sent and \(reason). \(advice(operation))")
    }

    static func serverFault(_ status: Int, _ operation: Operation) -> PaymentError {
        let code: ErrorCode =
            switch status {
            case 408, 504: .gatewayTimeout
            case 502, 503: .serviceUnavailable
            case 500...599: .unexpected
            default: .responseInvalid
            }
        return PaymentError(
            code, .unknown, "The gateway answered the \(name(operation)) with HTTP status \(status). \(advice(operation))",
            providerCode: String(status))
    }

    static func unreadable(_ operation: Operation) -> PaymentError {
        PaymentError(
            .responseInvalid, .unknown,
            "The gateway's answer to the \(name(operation)) cannot be read as the JSON it should be. \(advice(operation))")
    }

    static func incomplete(_ member: StaticString, _ operation: Operation) -> PaymentError {
        PaymentError(
            .responseInvalid, .unknown,
            "The gateway's answer to the \(name(operation)) lacks a usable \(member). \(advice(operation))",
            field: member.description)
    }

    static func unauthorised(_ operation: Operation, _ body: PXPErrorBody?) -> PaymentError {
        PaymentError(
            .unauthorised, .answered,
            "The gateway did not accept the credentials for the \(name(operation)); check the session or key.",
            providerCode: body?.code ?? "", correlationId: body?.correlationId ?? "")
    }

    /// A refusal of anything but a transaction.
    static func refused(_ code: ErrorCode, _ operation: Operation, _ body: PXPErrorBody) -> PaymentError {
        let why = body.reason.isEmpty ? "" : ": \(body.reason)"
        return PaymentError(
            code, .answered, "The gateway refused the \(name(operation))\(why). Mend what it names, then try again.",
            field: body.field, providerCode: body.code, correlationId: body.correlationId)
    }

    /// What to do after an outcome that is not known.
    private static func advice(_ operation: Operation) -> StaticString {
        switch operation {
        case .authorise: "Money may have moved: look it up by its reference and do not send it again."
        case .technicalCancel: "Look the transaction up to see whether it was reversed."
        case .tokenise, .preInitiate, .authenticate, .readBack, .lookUp: "No money moved; it can be tried again."
        }
    }
}
