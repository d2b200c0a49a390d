import Countersign
import Synchronization

/// The answer to an asked hook, which the host fills during the hook, or later from any thread when the hook said CSN_LATER.
///
/// `stage` and `handle` change only under the engine's lock. The contents have a lock of their own, which is taken last; what
/// makes them another hook's is done under both.
public final class ReplyBox: @unchecked Sendable {
    enum Stage: UInt8, AtomicRepresentable {
        /// Between hooks.
        case idle
        /// The hook runs.
        case asking
        /// The hook said CSN_LATER.
        case kept
        /// Answered, perhaps before the hook has returned.
        case answered
        /// The hook's time is over, or its payment or engine is gone.
        case gone
    }

    let engine: Engine
    @exclusivity(unchecked) private(set) var handle = Handle.none
    let stage = Atomic<Stage>(.idle)
    /// Guarded by the engine's lock.
    @exclusivity(unchecked) var payment: PaymentBox?
    /// What `csn_reply_complete` decided. Guarded by the engine's lock.
    @exclusivity(unchecked) var decision = HookDecision.failed

    /// The host has let go of it. Guarded by the engine's lock.
    var isReleased = false

    private let contentsLock = WordLock()
    private let contents = ReplyContents()

    init(engine: Engine) { self.engine = engine }

    /// Enters the table; without a handle when there is none to be had.
    func register() { handle = HandleTable.shared.make(.reply, for: self) ?? .none }

    /// Makes the host's handle stale: a new one where the object is used again.
    func renew() { contentsLock.withLock { handle = HandleTable.shared.renew(handle, .reply, self) } }

    func unregister() { HandleTable.shared.release(handle, .reply) }

    // MARK: Contents

    /// Begins an answer to `hook`.
    func open(_ hook: HookPoint, _ payment: PaymentBox) {
        self.payment = payment
        contentsLock.withLock { contents.open(hook, payment.machine) }
        stage.store(.asking, ordering: .releasing)
    }

    /// Lends the contents to make an answer of them, and forgets them.
    func take<R>(_ body: (ReplyContents) -> R) -> R {
        contentsLock.withLock {
            defer { contents.clear() }
            return body(contents)
        }
    }

    /// No answer can come any more: what the host has put in, keys among it, is forgotten.
    func withdraw() {
        payment = nil
        stage.store(.gone, ordering: .releasing)
        contentsLock.withLock { contents.clear() }
    }

    /// The handle is looked at again under the lock: between its look-up and here the box may have been given to another hook,
    /// whose answer this is not.
    private func change(as handle: Handle, _ body: (ReplyContents) throws(Failure) -> Void) throws(Failure) {
        guard engine.mark.isCurrent else { throw .forked }
        var failure: Failure?
        contentsLock.withLock {
            do throws(Failure) {
                guard self.handle == handle else { throw Self.stale }
                try checkOpen()
                try body(contents)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func checkOpen() throws(Failure) {
        switch stage.load(ordering: .acquiring) {
        case .asking, .kept: return
        case .answered: throw Self.alreadyAnswered
        case .idle: throw Self.stale
        case .gone: throw Self.tooLate
        }
    }

    static let stale = Failure(.invalid, "The reply is not valid any more: its hook has returned.", field: "reply")
    static let alreadyAnswered = Failure(.state, "The reply was answered already: each is answered once.")
    static let tooLate = Failure(.gone, "The answer is too late: the hook's time is over, or its payment or engine is gone.")

    // MARK: For the host

    /// Refuses a call in a forked child before anything is made of its arguments; see ``Engine/admit()``.
    public func admit() throws(Failure) {
        guard engine.mark.isCurrent else { throw .forked }
    }

    /// Writes one field.
    public func set(_ path: String, _ value: FieldValue, as handle: Handle) throws(Failure) {
        try change(as: handle) { (contents) throws(Failure) in
            do throws(PaymentError) {
                try contents.set(path, value)
            } catch {
                throw Failure(refusing: error)
            }
        }
    }

    /// Writes all members of an object, or none.
    public func apply(_ json: JSONDocument, as handle: Handle) throws(Failure) {
        try change(as: handle) { (contents) throws(Failure) in
            do throws(PaymentError) {
                try contents.apply(json.root)
            } catch {
                throw Failure(refusing: error)
            }
        }
    }

    /// Copies a key to secret memory.
    public func setSecret(_ name: String, _ bytes: UnsafeRawBufferPointer, as handle: Handle) throws(Failure) {
        try change(as: handle) { (contents) throws(Failure) in
            guard contents.hook == .onGetCredentials else {
                throw Failure(.field, "Only onGetCredentials takes keys.", field: "name")
            }
            guard !bytes.isEmpty, bytes.count <= 4096 else {
                throw Failure(.field, "A key has 1 to 4096 bytes.", field: "bytes")
            }
            let secret = SecretBytes(copying: bytes, in: engine.arena)
            guard secret.isProtected else { throw Engine.noSecretMemory }
            contents.touch()
            switch name {
            case "hmacKey": contents.hmacKey = secret
            case "encryptionKey": contents.encryptionKey = secret
            case "apiKey": contents.apiKey = secret
            default: throw Failure(.field, "The keys are called hmacKey, encryptionKey and apiKey.", field: "name")
            }
        }
    }

    /// Keeps at most 200 bytes of why the hook fails.
    public func setReason(_ reason: String, as handle: Handle) throws(Failure) {
        try change(as: handle) { (contents) throws(Failure) in
            var kept = ""
            var size = 0
            for scalar in reason.unicodeScalars {
                size &+= UTF8.width(scalar)
                guard size <= 200 else { break }
                kept.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7f ? " " : scalar)
            }
            contents.touch()
            contents.reason = kept
        }
    }

    /// Answers a reply that was kept.
    public func complete(_ decision: HookDecision, as handle: Handle) throws(Failure) {
        try engine.complete(self, decision, as: handle)
    }

    /// The host lets go: an answer that is still open is a failed one.
    public func free() { engine.release(self) }
}
