import CSystem
import Countersign
import Glibc

@testable import CountersignRuntime

/// A host in a test: an engine, its hooks as one closure, and what they were called with.
final class Host: @unchecked Sendable {
    let engine: Engine
    let handle: Handle
    /// What a hook answers; the reply's handle is none where the host is only told.
    var decide: (HookPoint, EventBox, Handle) -> Int32 = { _, _, _ in 1 }
    /// Destructors that have run.
    let destroyed = Counter()

    init(_ configuration: String = #"{"time": "virtual", "seed": 1}"#) throws {
        var text = configuration
        let options = try text.withUTF8 { try EngineConfiguration(UnsafeRawBufferPointer($0)) }
        handle = try Engine.open(options)
        guard let found = HandleTable.shared.use(handle, .engine, as: Engine.self, { $0 }) else { throw Engine.noHandle }
        engine = found
    }

    deinit { close() }

    /// As `csn_engine_free`.
    func close() {
        if HandleTable.shared.release(handle, .engine) { engine.close() }
    }

    /// Sets the closure for these hooks.
    func listen(_ hooks: [HookPoint] = HookPoint.allCases) throws {
        try engine.setHooks(hooks.map { ($0, hostHook) }, Unmanaged.passUnretained(self).toOpaque(), hostDestroy)
    }

    /// A payment with a card, as the sandbox knows them: approved unless another number is given.
    func payment(_ reference: String, number: String = "4111111111111111", extra: String = "") throws -> PaymentBox {
        let card = try engine.makeCard(nil)
        defer { if HandleTable.shared.release(card, .card) {} }
        let payment = try makePayment(reference, extra: extra)
        _ = try HandleTable.shared.use(card, .card, as: CardBox.self) { (card) throws(Failure) in
            try card.set(.number, number)
            try card.set(.expiry, "12/30")
            try card.set(.securityCode, "123")
            try payment.setCard(card)
            card.released()
        }
        return payment
    }

    func makePayment(_ reference: String, extra: String = "") throws -> PaymentBox {
        let text = """
            {"amount": "10.00", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "\(reference)"\(extra)}
            """
        let made = try engine.makePayment(try JSONDocument(parsing: text))
        guard let payment = HandleTable.shared.use(made, .payment, as: PaymentBox.self, { $0 }) else { throw Engine.noHandle }
        return payment
    }

    /// As `csn_payment_free`.
    func free(_ payment: PaymentBox) {
        if HandleTable.shared.release(payment.handle, .payment) { payment.released() }
    }

    /// The object of a reply's handle.
    static func reply(_ handle: Handle) -> ReplyBox? { HandleTable.shared.use(handle, .reply, as: ReplyBox.self) { $0 } }
}

extension CardBox {
    func set(_ field: CardField, _ text: String) throws(Failure) {
        var bytes = Array(text.utf8)
        defer { bytes = [] }
        let result = bytes.withUnsafeMutableBytes { bytes in
            Result { () throws(Failure) in try set(field, UnsafeRawBufferPointer(bytes)) }
        }
        try result.get()
    }
}

private func hostHook(_ event: OpaquePointer?, _ reply: OpaquePointer?, _ userData: UnsafeMutableRawPointer?) -> Int32 {
    guard let userData else { return 0 }
    let host = Unmanaged<Host>.fromOpaque(userData).takeUnretainedValue()
    let decision = HandleTable.shared.use(Handle(event), .event, as: EventBox.self) { event -> Int32 in
        guard let point = event.point else { return 0 }
        return host.decide(point, event, Handle(reply))
    }
    return decision ?? 0
}

private func hostDestroy(_ userData: UnsafeMutableRawPointer?) {
    guard let userData else { return }
    Unmanaged<Host>.fromOpaque(userData).takeUnretainedValue().destroyed.add()
}

/// A number that threads may count up.
final class Counter: @unchecked Sendable {
    private let lock = WordLock()
    private var count = 0

    func add(_ amount: Int = 1) {
        lock.lock()
        count += amount
        lock.unlock()
    }

    var value: Int {
        lock.lock()
        defer { lock.unlock() }
        return count
    }
}

/// A thread of a test.
final class TestThread: @unchecked Sendable {
    private var thread = pthread_t()
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<TestThread>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
    }

    func join() { pthread_join(thread, nil) }

    func signal(_ number: Int32) { pthread_kill(thread, number) }
}
