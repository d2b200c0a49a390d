import Countersign
import Glibc
import Testing

@testable import CountersignRuntime

/// Virtual time stands still until it is moved, and what it passes happens in its order.
@Suite("Time")
struct TimeTests {
    @Test("Virtual time begins at its start, and moves by what it is told")
    func moves() throws {
        let host = try Host()
        #expect(try host.engine.now() == Clock.virtualStart)
        try host.engine.advanceTime(by: 1_500)
        #expect(try host.engine.now() == Clock.virtualStart + 1_500)
        #expect(throws: Failure.self) { try host.engine.advanceTime(by: -1) }
        try host.engine.advanceTime(by: .max)
        #expect(try host.engine.now() == Clock.virtualEnd, "it stops at the end of the calendar")
    }

    @Test("Real time cannot be moved")
    func realTime() throws {
        let host = try Host("{}")
        #expect(throws: Failure.self) { try host.engine.advanceTime(by: 1) }
    }

    /// Three payments whose hook answers later, submitted a second apart: their time-outs are a second apart.
    private func lateHost() throws -> (Host, [PaymentBox]) {
        let host = try Host(#"{"time": "virtual", "seed": 3, "hookTimeout": 5000}"#)
        host.decide = { hook, _, _ in hook == .onPreTokenisation ? 3 : 1 }
        try host.listen()
        var payments: [PaymentBox] = []
        for name in ["a", "b", "c"] {
            let payment = try host.payment(name)
            try payment.submit()
            while try host.engine.dispatch(100) > 0 {}
            payments.append(payment)
            try host.engine.advanceTime(by: 1_000)
        }
        return (host, payments)
    }

    @Test("Deadlines that one move passes fire in their order")
    func deadlinesInOrder() throws {
        let (host, _) = try lateHost()
        var ended: [String] = []
        host.decide = { hook, event, _ in
            if hook == .onSubmitError, case .text(let name) = event.value("merchantTransactionId") { ended.append(name) }
            return 1
        }
        #expect(try host.engine.nextDeadline() == Clock.virtualStart + 5_000)
        try host.engine.advanceTime(by: 10_000)
        while try host.engine.dispatch(1) > 0 {}
        #expect(Set(ended) == ["a", "b", "c"])
        #expect(try host.engine.nextDeadline() == -1)
    }

    @Test("A payment's own deadline moves time in run, as far as the time-out allows")
    func runMovesTime() throws {
        let (host, payments) = try lateHost()
        #expect(try payments[2].run(timeout: 3_999) == .running)
        #expect(try host.engine.now() == Clock.virtualStart + 6_999)
        #expect(try payments[2].run(timeout: 1) == .settled)
        #expect(try host.engine.now() == Clock.virtualStart + 7_000)
        #expect(try payments[2].error()?.code == .hookFailed)
    }

    @Test("Run moves no further than to what it waits for")
    func runStopsInTime() throws {
        let (host, payments) = try lateHost()
        #expect(try payments[0].run(timeout: -1) == .settled)
        #expect(try host.engine.now() == Clock.virtualStart + 5_000)
    }

    @Test("A heap of deadlines gives the earliest first, equal ones in the order of setting, and forgets those taken out")
    func heap() throws {
        let host = try Host()
        var random = SeededRandom(seed: 11)
        var heap = DeadlineHeap()
        let payments = try (0..<300).map { try host.makePayment("heap-\($0)") }
        var expected: [(tick: Int64, order: Int, payment: PaymentBox)] = []
        for (order, payment) in payments.enumerated() {
            payment.setTimer(Int64(random.below(50)))
            heap.update(payment)
            expected.append((payment.timerTick, order, payment))
        }
        for index in stride(from: 0, to: 300, by: 3) {
            payments[index].setTimer(.max)
            heap.update(payments[index])
        }
        expected.removeAll { $0.order % 3 == 0 }
        expected.sort { $0.tick != $1.tick ? $0.tick < $1.tick : $0.order < $1.order }
        for entry in expected {
            let first = try #require(heap.due(at: .max))
            #expect(first === entry.payment)
            #expect(heap.firstTick == entry.tick)
            first.setTimer(.max)
            heap.update(first)
        }
        #expect(heap.firstTick == nil)
    }

    @Test("The loop's descriptor is readable while there is work, and not afterwards")
    func descriptor() throws {
        let host = try Host("{}")
        let descriptor = try host.engine.descriptor()
        func isReadable() -> Bool {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return Glibc.poll(&poll, 1, 0) == 1
        }
        #expect(!isReadable())
        let payment = try host.payment("fd")
        try payment.submit()
        #expect(isReadable())
        #expect(try host.engine.dispatch(1) == 1)
        #expect(isReadable(), "more is due")
        while try host.engine.dispatch(100) > 0 {}
        #expect(try payment.state() == .settled)
        #expect(!isReadable())
    }

    @Test("The loop's descriptor becomes readable by itself when something is due")
    func timer() throws {
        let host = try Host(#"{"sandbox": {"latency": 2}}"#)
        let descriptor = try host.engine.descriptor()
        let payment = try host.payment("timer")
        try payment.submit()
        while try payment.state() != .settled {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            try #require(Glibc.poll(&poll, 1, 10_000) == 1, "nothing became due within ten seconds")
            _ = try host.engine.dispatch(100)
        }
    }
}
