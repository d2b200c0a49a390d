import CSystem
import Countersign
import Synchronization

/// What a hook is shown while it runs. An engine has one, since it calls one hook at a time; each event has a handle of its
/// own.
///
/// Only the thread of the hook may read it: elsewhere the handle is as good as stale.
public final class EventBox: @unchecked Sendable {
    @exclusivity(unchecked) private(set) var handle = Handle.none
    /// The thread of the hook; 0 between hooks.
    private let thread = Atomic<UInt>(0)
    @exclusivity(unchecked) private var payment: PaymentBox?
    @exclusivity(unchecked) private var hook = HookPoint.onStartSubmit
    @exclusivity(unchecked) private var number: UInt64 = 0
    @exclusivity(unchecked) private var texts = TextArena()

    init() {}

    /// Enters the table. False when there is no handle to be had.
    func register() -> Bool {
        handle = HandleTable.shared.make(.event, for: self) ?? .none
        return handle != .none
    }

    func unregister() { HandleTable.shared.release(handle, .event) }

    // MARK: Around a hook, with the engine's lock

    func begin(_ payment: PaymentBox, _ hook: HookPoint, number: UInt64) -> Handle {
        self.payment = payment
        self.hook = hook
        self.number = number
        thread.store(csys_thread(), ordering: .relaxed)
        return handle
    }

    /// The host's handle, and every text it was lent, are void.
    func end() {
        thread.store(0, ordering: .relaxed)
        handle = HandleTable.shared.renew(handle, .event, self)
        payment = nil
        texts.clear()
    }

    // MARK: For the host, on the hook's thread

    /// Calls `body` where the event may be read now; nil elsewhere.
    @inline(__always)
    private func reading<R>(_ body: (PaymentBox) -> R) -> R? {
        guard thread.load(ordering: .relaxed) == csys_thread(), let payment else { return nil }
        return body(payment)
    }

    /// The same for the handle, which another thread may release meanwhile, and the record, which others may look at: each that
    /// does takes it for its own, to save a copy. A forked child has no other thread, and the lock may be one that the parent's
    /// held.
    @inline(__always)
    private func readingRecord<R>(_ body: (PaymentBox) -> R) -> R? {
        reading { payment in
            let engine = payment.engine
            guard engine.mark.isCurrent else { return body(payment) }
            engine.lock.lock()
            defer { engine.lock.unlock() }
            return body(payment)
        }
    }

    /// Which hook runs; nil for a bad handle.
    public var point: HookPoint? { reading { _ in hook } }

    /// The number of the event; 0 for a bad handle.
    public var id: UInt64 { reading { _ in number } ?? 0 }

    /// False until payments are taken up from a store; nil for a bad handle.
    public var isRedelivered: Bool? { reading { _ in false } }

    /// The payment's handle; none when the host has released it.
    public var paymentHandle: Handle { readingRecord { $0.handle } ?? .none }

    /// A field's value; nil when there is no such field here. The payment stands still while its hook runs.
    public func value(_ path: String) -> FieldValue? {
        readingRecord { payment in
            payment.value(at: path)
        } ?? nil
    }

    /// A field as text; nil when it has no value.
    public func text(_ path: String) -> UnsafePointer<CChar>? {
        guard let value = value(path) else { return nil }
        switch value {
        case .none: return nil
        case .text(let text): return texts.lend(text)
        case .int(let number): return texts.lend(String(number))
        case .bool(let truth): return texts.lend(truth ? "true" : "false")
        case .json(let buffer): return buffer.withBytes { texts.lend($0) }
        }
    }

    /// All fields as one object.
    public func json() -> UnsafePointer<CChar>? {
        readingRecord { payment in
            var writer = JSONWriter(capacity: 1024)
            payment.writeFields(to: &writer)
            return writer.finish().withBytes { texts.lend($0) }
        }
    }
}
