import Countersign
import Glibc
import Testing

@testable import CountersignRuntime

/// An answer that the host promised is given once, from any thread, and is refused with the reason when it comes too late.
@Suite("Late answers")
struct LateReplyTests {
    /// A host that keeps the reply of one hook.
    private func keeping(_ hook: HookPoint, _ configuration: String) throws -> (Host, Box) {
        let host = try Host(configuration)
        let box = Box()
        host.decide = { asked, _, reply in
            guard asked == hook else { return 1 }
            box.reply = Host.reply(reply)
            return 3
        }
        try host.listen()
        return (host, box)
    }

    private final class Box: @unchecked Sendable {
        private let lock = WordLock()
        private var kept: ReplyBox?
        var reply: ReplyBox? {
            get {
                lock.lock()
                defer { lock.unlock() }
                return kept
            }
            set {
                lock.lock()
                kept = newValue
                lock.unlock()
            }
        }
    }

    private let virtual = #"{"time": "virtual", "seed": 1}"#

    @Test("A decision from another thread lets run go on", arguments: [HookDecision.proceed, .none, .failed])
    func fromAnotherThread(decision: HookDecision) throws {
        let (host, box) = try keeping(.onPreTokenisation, "{}")
        let payment = try host.payment("late")
        let thread = TestThread {
            while box.reply == nil { sched_yield() }
            if let reply = box.reply { try? reply.complete(decision, as: reply.handle) }
            box.reply?.free()
        }
        #expect(try payment.run(timeout: -1) == .settled)
        thread.join()
        let expected: PaymentRecord.Ending = decision == .proceed ? .authorised : decision == .none ? .cancelled : .error
        #expect(try payment.ending() == expected)
    }

    @Test("Data that is set later arrives")
    func dataArrives() throws {
        let (host, box) = try keeping(.onGetCredentials, virtual)
        let payment = try host.payment("data")
        #expect(try payment.run(timeout: 0) == .running)
        let reply = try #require(box.reply)
        try reply.set("sessionId", .text("session-7"), as: reply.handle)
        host.decide = { _, _, _ in 1 }
        try reply.complete(.proceed, as: reply.handle)
        reply.free()
        var seen = ""
        host.decide = { hook, event, _ in
            if hook == .onPostTokenisation, case .text(let session) = event.value("sessionId") { seen = session }
            return 1
        }
        #expect(try payment.run(timeout: -1) == .settled)
        #expect(seen == "session-7")
    }

    @Test("The second answer is refused")
    func once() throws {
        let (host, box) = try keeping(.onPreTokenisation, virtual)
        let payment = try host.payment("once")
        #expect(try payment.run(timeout: 0) == .running)
        let reply = try #require(box.reply)
        try reply.complete(.proceed, as: reply.handle)
        #expect(#expect(throws: Failure.self) { try reply.complete(.proceed, as: reply.handle) }?.status == .state)
        #expect(#expect(throws: Failure.self) { try reply.set("x", .text("y"), as: reply.handle) }?.status == .state)
        reply.free()
    }

    @Test("After its time-out an answer is too late, and the hook has failed")
    func tooLate() throws {
        let (host, box) = try keeping(.onPreTokenisation, virtual)
        let payment = try host.payment("slow")
        #expect(try payment.run(timeout: -1) == .settled)
        #expect(try payment.error()?.code == .hookFailed)
        let reply = try #require(box.reply)
        #expect(#expect(throws: Failure.self) { try reply.complete(.proceed, as: reply.handle) }?.status == .gone)
        reply.free()
    }

    @Test("A cancelled payment takes no answer any more")
    func afterCancel() throws {
        let (host, box) = try keeping(.onPreTokenisation, virtual)
        let payment = try host.payment("cancelled")
        #expect(try payment.run(timeout: 0) == .running)
        try payment.cancel()
        #expect(try payment.run(timeout: -1) == .settled)
        #expect(try payment.ending() == .cancelled)
        let reply = try #require(box.reply)
        #expect(#expect(throws: Failure.self) { try reply.complete(.proceed, as: reply.handle) }?.status == .gone)
        reply.free()
    }

    @Test("A reply outlives its engine, and says that it is gone")
    func afterTheEngine() throws {
        let (host, box) = try keeping(.onPreTokenisation, virtual)
        let payment = try host.payment("orphan")
        #expect(try payment.run(timeout: 0) == .running)
        host.close()
        let reply = try #require(box.reply)
        #expect(#expect(throws: Failure.self) { try reply.complete(.proceed, as: reply.handle) }?.status == .gone)
        #expect(HandleTable.shared.use(reply.handle, .reply, as: ReplyBox.self) { _ in true } == true)
        reply.free()
        #expect(HandleTable.shared.use(reply.handle, .reply, as: ReplyBox.self) { _ in true } == nil)
        #expect(host.destroyed.value == 1)
    }

    @Test("A reply that is released unanswered fails its hook")
    func unanswered() throws {
        let (host, box) = try keeping(.onPreTokenisation, virtual)
        let payment = try host.payment("dropped")
        #expect(try payment.run(timeout: 0) == .running)
        try #require(box.reply).free()
        #expect(try payment.run(timeout: 0) == .settled)
        #expect(try payment.error()?.code == .hookFailed)
    }

    @Test("An answer that comes before its hook has returned counts")
    func beforeTheHookReturns() throws {
        let host = try Host()
        host.decide = { hook, _, reply in
            guard hook == .onPreTokenisation else { return 1 }
            let box = Host.reply(reply)
            TestThread {
                if let box { try? box.complete(.none, as: box.handle) }
                box?.free()
            }.join()
            return 3
        }
        try host.listen()
        let payment = try host.payment("early")
        #expect(try payment.run(timeout: -1) == .settled)
        #expect(try payment.ending() == .cancelled)
    }

    @Test("A reply is void once its hook has answered by returning")
    func voidAfterReturn() throws {
        let host = try Host()
        var handles: [Handle] = []
        host.decide = { _, _, reply in
            if reply != .none { handles.append(reply) }
            return 1
        }
        try host.listen()
        #expect(try host.payment("void").run(timeout: -1) == .settled)
        #expect(handles.count > 3)
        #expect(handles.allSatisfy { Host.reply($0) == nil })
        #expect(Set(handles.map(\.word)).count == handles.count, "each has a handle of its own")
    }

    @Test("Return values that are no decision fail closed", arguments: [0, 4, 5, -1, .max, .min] as [Int32])
    func noDecision(code: Int32) throws {
        let host = try Host()
        host.decide = { hook, _, _ in hook == .onPreAuthorisation ? code : 1 }
        try host.listen()
        let payment = try host.payment("code")
        #expect(try payment.run(timeout: -1) == .settled)
        #expect(try payment.error()?.code == .hookFailed)
    }
}
