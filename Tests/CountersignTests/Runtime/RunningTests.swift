import CSystem
import Countersign
import Glibc
import Testing

@testable import CountersignRuntime

/// One thread at a time drives an engine; each payment's hooks run on the thread that is in `run` for it.
@Suite("Running")
struct RunningTests {
    @Test("Run and dispatch come to the same ending")
    func bothWays() throws {
        let host = try Host()
        let first = try host.payment("run")
        #expect(try first.run(timeout: -1) == .settled)
        let second = try host.payment("dispatch")
        try second.submit()
        while try host.engine.dispatch(3) > 0 {}
        #expect(try first.ending() == .authorised)
        #expect(try second.ending() == .authorised)
    }

    @Test("A challenge makes run answer that a shopper is needed, and goes on with what the issuer's page posted")
    func challenge() throws {
        let host = try Host()
        host.decide = { hook, _, _ in hook == .onPresentFingerprint ? 2 : 1 }
        try host.listen()
        let payment = try host.payment("challenge", number: "4111110000000112")
        #expect(try payment.run(timeout: -1) == .actionRequired)
        #expect(try payment.state() == .actionRequired)
        guard case .text(var request) = try payment.value("challenge.creq") else {
            Issue.record("no challenge")
            return
        }
        var code = "1234"
        let answer = try request.withUTF8 { request in
            try code.withUTF8 {
                try host.engine.answerIssuer(UnsafeRawBufferPointer(request), code: UnsafeRawBufferPointer($0))
            }
        }
        guard case .finished = answer else {
            Issue.record("the issuer refuses the right code: \(answer)")
            return
        }
        try payment.completeChallenge()
        #expect(try payment.run(timeout: -1) == .settled)
        #expect(try payment.ending() == .authorised)
        #expect(throws: Failure.self) { try payment.completeChallenge() }
    }

    @Test("A second submission is refused and the first goes on")
    func submittedTwice() throws {
        let host = try Host()
        let payment = try host.payment("twice")
        try payment.submit()
        let failure = #expect(throws: Failure.self) { try payment.submit() }
        #expect(failure?.status == .state)
        #expect(failure?.error?.code == .submitInProgress)
        #expect(try payment.run(timeout: -1) == .settled)
        #expect(try payment.ending() == .authorised)
    }

    @Test("Cancelling before submission ends the payment before anything is sent")
    func cancelledBeforehand() throws {
        let host = try Host()
        let payment = try host.payment("beforehand")
        try payment.cancel()
        #expect(try payment.run(timeout: -1) == .settled)
        #expect(try payment.ending() == .cancelled)
        #expect(host.engine.transport.server.books.isEmpty)
    }

    @Test("Inside a hook the same engine refuses what would drive or change it, and allows reading, cancelling and releasing")
    func inside() throws {
        let host = try Host()
        let other = try host.payment("other")
        var statuses: [Status?] = []
        func status(_ body: () throws(Failure) -> Void) -> Status? {
            do throws(Failure) {
                try body()
                return nil
            } catch {
                return error.status
            }
        }
        host.decide = { hook, _, _ in
            guard hook == .onStartSubmit else { return 1 }
            let engine = host.engine
            statuses = [
                status { () throws(Failure) in _ = try other.run(timeout: 0) },
                status { () throws(Failure) in _ = try engine.dispatch(1) },
                status { () throws(Failure) in try other.submit() },
                status { () throws(Failure) in _ = try engine.makePayment(nil) },
                status { () throws(Failure) in _ = try engine.makeCard(nil) },
                status { () throws(Failure) in try engine.advanceTime(by: 1) },
                status { () throws(Failure) in try engine.setHooks([], nil, nil) },
            ]
            statuses.append(status { () throws(Failure) in _ = try engine.now() })
            statuses.append(status { () throws(Failure) in _ = try other.state() })
            statuses.append(status { () throws(Failure) in try other.cancel() })
            host.free(other)
            return 1
        }
        try host.listen()
        #expect(try host.payment("hook").run(timeout: -1) == .settled)
        #expect(statuses.prefix(7).allSatisfy { $0 == .reentrant })
        #expect(statuses.dropFirst(7).allSatisfy { $0 == nil })
        #expect(statuses.count == 10)
    }

    @Test("A payment that is released in its own hook goes on to its end")
    func releasedInside() throws {
        let host = try Host()
        try host.listen()
        let payment = try host.payment("gone")
        var last = HookPoint.onStartSubmit
        host.decide = { hook, event, _ in
            if hook == .onStartSubmit { host.free(payment) }
            last = hook
            return 1
        }
        try payment.submit()
        while try host.engine.dispatch(100) > 0 {}
        #expect(last == .onPostAuthorisation)
        #expect(host.engine.payments.isEmpty, "nothing keeps it any more")
    }

    @Test("An engine that is released in its own hook ends when the hook has returned")
    func engineReleasedInside() throws {
        let host = try Host()
        try host.listen()
        let payment = try host.payment("inside")
        let handle = payment.handle
        var wasThere = false
        host.decide = { hook, event, _ in
            if hook == .onPreTokenisation {
                host.close()
                wasThere = event.value("card.brand") != nil
            }
            return 1
        }
        #expect(#expect(throws: Failure.self) { try payment.run(timeout: -1) }?.status == .gone)
        #expect(wasThere)
        #expect(host.destroyed.value == 1)
        #expect(HandleTable.shared.use(handle, .payment, as: PaymentBox.self) { _ in true } == nil)
        // The closure holds the host that holds it.
        host.decide = { _, _, _ in 1 }
    }

    @Test("Threads in run for their own payments: hooks on the own thread, never two at once, every payment ends")
    func manyThreads() throws {
        let host = try Host(#"{"sandbox": {"latency": 1}}"#)
        let wrong = Counter()
        let inside = Counter()
        let owners = Owners()
        host.decide = { _, event, _ in
            inside.add()
            if inside.value != 1 { wrong.add() }
            if case .text(let name) = event.value("merchantTransactionId"), !owners.isOwner(name) { wrong.add() }
            inside.add(-1)
            return 1
        }
        try host.listen()
        let settled = Counter()
        let threads = (0..<8).map { thread in
            TestThread {
                for round in 0..<5 {
                    let name = "t\(thread)-\(round)"
                    owners.own(name)
                    guard let payment = try? host.payment(name) else { return wrong.add() }
                    if (try? payment.run(timeout: -1)) == .settled { settled.add() }
                    host.free(payment)
                }
            }
        }
        threads.forEach { $0.join() }
        #expect(settled.value == 40)
        #expect(wrong.value == 0)
        #expect(host.engine.payments.isEmpty)
    }

    @Test("Releasing an engine sends the threads in run away")
    func releasedWhileRunning() throws {
        let host = try Host("{}")
        let arrived = Counter()
        host.decide = { hook, _, _ in
            guard hook == .onPreTokenisation else { return 1 }
            arrived.add()
            return 3
        }
        try host.listen()
        let gone = Counter()
        let threads = (0..<4).map { number in
            TestThread {
                guard let payment = try? host.payment("p\(number)") else { return }
                do throws(Failure) {
                    _ = try payment.run(timeout: -1)
                } catch {
                    if error.status == .gone { gone.add() }
                }
            }
        }
        while arrived.value < 4 { sched_yield() }
        host.close()
        #expect(host.destroyed.value == 1, "when close returns, all is over")
        threads.forEach { $0.join() }
        #expect(gone.value == 4)
    }

    @Test("A signal interrupts run, whatever its handler's flags")
    func interrupted() throws {
        for flags in [0, SA_RESTART] { try interrupt(flags) }
    }

    private func interrupt(_ flags: Int32) throws {
        let host = try Host("{}")
        let arrived = Counter()
        host.decide = { hook, _, _ in
            guard hook == .onPreTokenisation else { return 1 }
            arrived.add()
            return 3
        }
        try host.listen()
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        action.sa_flags = flags
        var before = sigaction()
        sigaction(SIGUSR1, &action, &before)
        defer { sigaction(SIGUSR1, &before, nil) }
        let done = Counter()
        let interrupted = Counter()
        let thread = TestThread {
            // Test threads inherit the mask of dispatch's workers, which blocks everything.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGUSR1)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            if (try? host.payment("signal").run(timeout: -1)) == .interrupted { interrupted.add() }
            done.add()
        }
        while arrived.value == 0 { sched_yield() }
        while done.value == 0 {
            thread.signal(SIGUSR1)
            _ = poll(nil, 0, 1)
        }
        thread.join()
        #expect(interrupted.value == 1, "flags \(flags)")
    }
}

/// Which thread runs which payment.
private final class Owners: @unchecked Sendable {
    private let lock = WordLock()
    private var threads: [String: UInt] = [:]

    func own(_ name: String) {
        lock.lock()
        threads[name] = csys_thread()
        lock.unlock()
    }

    func isOwner(_ name: String) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return threads[name] == csys_thread()
    }
}
