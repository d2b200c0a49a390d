import Countersign

/// What a host has put into a reply so far.
struct ReplyDraft {
    private enum Content {
        case untouched
        case credentials(CredentialsReply)
        case shopper(Shopper)
        case date(DateReply)
        case preInitiation(PreInitiationReply)
        case fingerprint(FingerprintReply)
        case preAuthentication(AuthenticationData)
        case preAuthorisation(PreAuthorisationReply)
    }

    let hook: HookPoint
    /// The payment's, in which onPreAuthorisation may lower the amount.
    private let currency: Currency?
    /// What onPreAuthentication may leave out.
    private let configured: Shared<AuthenticationData>?
    private var content = Content.untouched

    init(_ hook: HookPoint, of record: borrowing PaymentRecord) {
        self.hook = hook
        currency = hook == .onPreAuthorisation ? record.transaction.value.amount?.currency : nil
        configured = hook == .onPreAuthentication ? record.authenticationData : nil
    }

    /// Writes one field.
    mutating func set(_ path: String, _ value: FieldValue) throws(PaymentError) {
        try change(Change.field(path, value))
    }

    /// Writes all members of an object, or none.
    mutating func apply(_ json: JSONValue) throws(PaymentError) {
        try change(Change.object(json))
    }

    /// The finished reply.
    func finished() throws(PaymentError) -> HookReply {
        switch content {
        case .untouched:
            return try HookReplyFields.reply(for: hook, json: nil, currency: currency, configured: configured?.value)
        case .credentials(let reply): return .credentials(reply)
        case .shopper(let reply): return .shopper(reply)
        case .date(let reply): return reply.date.map { .date($0) } ?? .none
        case .preInitiation(let reply): return .preInitiation(reply)
        case .fingerprint(let reply): return .fingerprint(reply)
        case .preAuthentication(let reply): return .preAuthentication(reply)
        case .preAuthorisation(let reply): return .preAuthorisation(reply)
        }
    }

    private enum Change {
        case field(String, FieldValue)
        case object(JSONValue)

        func make<Reply>(_ table: FieldTable<Reply>, _ reply: Reply) throws(PaymentError) -> Reply {
            var reply = reply
            switch self {
            case .field(let path, let value): try table.set(path, value, to: &reply)
            case .object(let json): try table.apply(json, to: &reply)
            }
            return reply
        }
    }

    private mutating func change(_ change: Change) throws(PaymentError) {
        switch (hook, content) {
        case (.onGetCredentials, .credentials(let reply)):
            content = .credentials(try change.make(HookReplyFields.credentials, reply))
        case (.onGetCredentials, _):
            content = .credentials(try change.make(HookReplyFields.credentials, CredentialsReply()))
        case (.onGetShopper, .shopper(let reply)): content = .shopper(try change.make(HookReplyFields.shopper, reply))
        case (.onGetShopper, _): content = .shopper(try change.make(HookReplyFields.shopper, Shopper()))
        case (.merchantTransactionDate, .date(let reply)): content = .date(try change.make(HookReplyFields.date, reply))
        case (.merchantTransactionDate, _): content = .date(try change.make(HookReplyFields.date, DateReply()))
        case (.onPreInitiateAuthentication, .preInitiation(let reply)):
            content = .preInitiation(try change.make(HookReplyFields.preInitiation, reply))
        case (.onPreInitiateAuthentication, _):
            content = .preInitiation(try change.make(HookReplyFields.preInitiation, PreInitiationReply()))
        case (.onPresentFingerprint, .fingerprint(let reply)):
            content = .fingerprint(try change.make(HookReplyFields.fingerprint, reply))
        case (.onPresentFingerprint, _):
            content = .fingerprint(try change.make(HookReplyFields.fingerprint, FingerprintReply()))
        case (.onPreAuthentication, .preAuthentication(let reply)):
            content = .preAuthentication(try change.make(HookReplyFields.preAuthentication, reply))
        case (.onPreAuthentication, _):
            let base = configured?.value ?? AuthenticationData()
            content = .preAuthentication(try change.make(HookReplyFields.preAuthentication, base))
        case (.onPreAuthorisation, .preAuthorisation(let reply)):
            try settle(change.make(HookReplyFields.preAuthorisation, reply))
        case (.onPreAuthorisation, _):
            try settle(change.make(HookReplyFields.preAuthorisation, PreAuthorisationReply()))
        default:
            throw PaymentError(
                .fieldUnknown, .refused, "\(hook.name) takes no data: answer it with the return value alone.",
                field: hook.name.description)
        }
    }

    /// Makes minor units of the amount at once, so that a wrong one is refused where it enters.
    private mutating func settle(_ reply: PreAuthorisationReply) throws(PaymentError) {
        var reply = reply
        try reply.settleAmount(in: currency)
        content = .preAuthorisation(reply)
    }
}
