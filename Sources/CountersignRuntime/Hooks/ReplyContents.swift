import Countersign

/// What a host has put into a reply so far.
///
/// It is used again for one hook after the other, and each answer is filled where it lies: an answer is large, and most are
/// left empty.
final class ReplyContents {
    @exclusivity(unchecked) private(set) var hook = HookPoint.onStartSubmit
    /// What onPreAuthorisation may lower the amount of.
    private var transaction: Shared<TransactionData>?
    /// What onPreAuthentication may leave out.
    private var configured: Shared<AuthenticationData>?
    /// Whether the host has set a field.
    @exclusivity(unchecked) private var isTouched = false

    @exclusivity(unchecked) private var credentials = CredentialsReply()
    @exclusivity(unchecked) private var shopper = Shopper()
    @exclusivity(unchecked) private var date = DateReply()
    @exclusivity(unchecked) private var preInitiation = PreInitiationReply()
    @exclusivity(unchecked) private var fingerprint = FingerprintReply()
    @exclusivity(unchecked) private var preAuthentication = AuthenticationData()
    @exclusivity(unchecked) private var preAuthorisation = PreAuthorisationReply()

    /// The keys that onGetCredentials may hand over.
    var hmacKey: SecretBytes?
    var encryptionKey: SecretBytes?
    var apiKey: SecretBytes?
    /// Why the hook fails.
    var reason = ""

    /// Begins an answer to `hook` of a payment, whose record stands still meanwhile.
    func open(_ hook: HookPoint, _ machine: UnsafeMutablePointer<PaymentMachine>) {
        self.hook = hook
        switch hook {
        case .onPreAuthorisation: transaction = machine.pointee.record.transaction
        case .onPreAuthentication: configured = machine.pointee.record.authenticationData
        default: break
        }
    }

    /// Forgets everything.
    func clear() {
        guard isTouched || configured != nil || transaction != nil else { return }
        configured = nil
        transaction = nil
        guard isTouched else { return }
        isTouched = false
        switch hook {
        case .onGetCredentials:
            credentials = CredentialsReply()
            hmacKey = nil
            encryptionKey = nil
            apiKey = nil
        case .onGetShopper: shopper = Shopper()
        case .merchantTransactionDate: date = DateReply()
        case .onPreInitiateAuthentication: preInitiation = PreInitiationReply()
        case .onPresentFingerprint: fingerprint = FingerprintReply()
        case .onPreAuthentication: preAuthentication = AuthenticationData()
        case .onPreAuthorisation: preAuthorisation = PreAuthorisationReply()
        default: break
        }
        reason = ""
    }

    /// The finished reply.
    func finished() -> HookReply {
        switch hook {
        case .onGetCredentials: .credentials(credentials)
        case .onGetShopper: isTouched ? .shopper(shopper) : .none
        case .merchantTransactionDate: date.date.map { .date($0) } ?? .none
        case .onPreInitiateAuthentication: .preInitiation(preInitiation)
        case .onPresentFingerprint: .fingerprint(fingerprint)
        case .onPreAuthentication: .preAuthentication(isTouched ? preAuthentication : configured?.value ?? preAuthentication)
        case .onPreAuthorisation: .preAuthorisation(preAuthorisation)
        default: .none
        }
    }

    /// Notes that something other than a field was set.
    func touch() { begin() }

    private func begin() {
        guard !isTouched else { return }
        isTouched = true
        if hook == .onPreAuthentication, let configured { preAuthentication = configured.value }
    }

    /// Writes one field.
    func set(_ path: String, _ value: FieldValue) throws(PaymentError) {
        begin()
        switch hook {
        case .onGetCredentials: try HookReplyFields.credentials.set(path, value, to: &credentials)
        case .onGetShopper: try HookReplyFields.shopper.set(path, value, to: &shopper)
        case .merchantTransactionDate: try HookReplyFields.date.set(path, value, to: &date)
        case .onPreInitiateAuthentication: try HookReplyFields.preInitiation.set(path, value, to: &preInitiation)
        case .onPresentFingerprint: try HookReplyFields.fingerprint.set(path, value, to: &fingerprint)
        case .onPreAuthentication: try HookReplyFields.preAuthentication.set(path, value, to: &preAuthentication)
        case .onPreAuthorisation:
            var changed = preAuthorisation
            try HookReplyFields.preAuthorisation.set(path, value, to: &changed)
            try settle(changed)
        default: throw takesNothing
        }
    }

    /// Writes all members of an object, or none.
    func apply(_ json: JSONValue) throws(PaymentError) {
        begin()
        switch hook {
        case .onGetCredentials: try HookReplyFields.credentials.apply(json, to: &credentials)
        case .onGetShopper: try HookReplyFields.shopper.apply(json, to: &shopper)
        case .merchantTransactionDate: try HookReplyFields.date.apply(json, to: &date)
        case .onPreInitiateAuthentication: try HookReplyFields.preInitiation.apply(json, to: &preInitiation)
        case .onPresentFingerprint: try HookReplyFields.fingerprint.apply(json, to: &fingerprint)
        case .onPreAuthentication: try HookReplyFields.preAuthentication.apply(json, to: &preAuthentication)
        case .onPreAuthorisation:
            var changed = preAuthorisation
            try HookReplyFields.preAuthorisation.apply(json, to: &changed)
            try settle(changed)
        default:
            // An empty object says nothing, which is what these hooks take.
            guard json.kind == .object, json.count == 0 else { throw takesNothing }
        }
    }

    private var takesNothing: PaymentError {
        PaymentError(
            .fieldUnknown, .refused, "\(hook.name) takes no data: answer it with the return value alone.",
            field: hook.name.description)
    }

    /// Makes minor units of the amount at once, so that a wrong one is refused where it enters.
    private func settle(_ reply: PreAuthorisationReply) throws(PaymentError) {
        var reply = reply
        try reply.settleAmount(in: transaction?.value.amount?.currency)
        if let data = transaction?.value, let refusal = PreAuthorisationReply.refusal(of: reply.amount, for: data) {
            throw refusal
        }
        preAuthorisation = reply
    }
}
