import Countersign
import Testing

@testable import CountersignRuntime

/// A destructor runs exactly once, when the last hook with its user data is gone, and with no lock held.
@Suite("Registering hooks")
struct HookRegistrationTests {
    @Test("Releasing the engine destroys once")
    func withTheEngine() throws {
        let host = try Host()
        try host.listen()
        #expect(host.destroyed.value == 0)
        host.close()
        #expect(host.destroyed.value == 1)
    }

    @Test("Replacing all hooks destroys the first user data at once")
    func replaced() throws {
        let host = try Host()
        try host.listen()
        try host.listen()
        #expect(host.destroyed.value == 1)
        host.close()
        #expect(host.destroyed.value == 2)
    }

    @Test("User data lives while one hook of many is left")
    func partlyReplaced() throws {
        let host = try Host()
        try host.listen([.onPending, .onCancelled])
        try host.listen([.onPending])
        #expect(host.destroyed.value == 0)
        try host.listen([.onCancelled])
        #expect(host.destroyed.value == 1)
    }

    @Test("A payment keeps the hooks that it was made with")
    func keptByPayments() throws {
        let host = try Host()
        try host.listen()
        do {
            let payment = try host.payment("kept")
            try host.listen([.onStartSubmit])
            try host.engine.setHooks(HookPoint.allCases.map { ($0, nil) }, nil, nil)
            #expect(host.destroyed.value == 1, "only those that no payment has")
            #expect(try payment.run(timeout: -1) == .settled)
            host.free(payment)
        }
        host.engine.graveyard.visit()
        #expect(host.destroyed.value == 2)
    }

    @Test("Registering without a function destroys at once")
    func withoutFunction() throws {
        let host = try Host()
        try host.engine.setHooks([(.onPending, nil)], Unmanaged.passUnretained(host).toOpaque()) { data in
            guard let data else { return }
            Unmanaged<Host>.fromOpaque(data).takeUnretainedValue().destroyed.add()
        }
        #expect(host.destroyed.value == 1)
    }

    @Test("Registering that fails destroys once")
    func failing() throws {
        let host = try Host()
        host.close()
        #expect(throws: Failure.self) { try host.listen() }
        #expect(host.destroyed.value == 1)
    }

    @Test("A payment refuses one 3DS hook without the other, and destroys what came with it")
    func pair() throws {
        let host = try Host()
        let payment = try host.payment("pair")
        let failure = #expect(throws: Failure.self) {
            try payment.setHooks(
                [(.onPreAuthentication, { _, _, _ in 1 })], Unmanaged.passUnretained(host).toOpaque(),
                { data in
                    guard let data else { return }
                    Unmanaged<Host>.fromOpaque(data).takeUnretainedValue().destroyed.add()
                }, needsPair: true)
        }
        #expect(failure?.status == .declared)
        #expect(failure?.error?.code == .threeDSCallbacksMismatched)
        #expect(host.destroyed.value == 1)
    }

    @Test("A destructor may release what it likes: no lock is held")
    func destructorReleases() throws {
        let host = try Host()
        let payment = try host.payment("released in a destructor")
        try host.engine.setHooks([(.onPending, { _, _, _ in 1 })], Unmanaged.passUnretained(payment).toOpaque()) { data in
            guard let data else { return }
            let payment = Unmanaged<PaymentBox>.fromOpaque(data).takeUnretainedValue()
            if HandleTable.shared.release(payment.handle, .payment) { payment.released() }
        }
        try host.engine.setHooks([(.onPending, nil)], nil, nil)
        #expect(payment.handle == .none)
    }
}
