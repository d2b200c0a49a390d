import Testing

@testable import CountersignRuntime

/// A handle stands for one object until it is released, and never for anything else.
@Suite("Handles")
struct HandleTableTests {
    private final class Thing {
        let onEnd: () -> Void
        init(_ onEnd: @escaping () -> Void = {}) { self.onEnd = onEnd }
        deinit { onEnd() }
    }

    private func object(_ table: HandleTable, _ handle: Handle, _ kind: HandleKind = .payment) -> Thing? {
        table.use(handle, kind, as: Thing.self) { $0 }
    }

    @Test("A handle gives its object, and none after its release")
    func givesItsObject() throws {
        let table = HandleTable()
        let thing = Thing()
        let handle = try #require(table.make(.payment, for: thing))
        #expect(object(table, handle) === thing)
        #expect(table.release(handle, .payment))
        #expect(object(table, handle) == nil)
        #expect(!table.release(handle, .payment), "a second release finds nothing")
    }

    @Test("A handle of another kind is none", arguments: [HandleKind.engine, .card, .error, .event, .reply])
    func kindsDiffer(kind: HandleKind) throws {
        let table = HandleTable()
        let handle = try #require(table.make(.payment, for: Thing()))
        #expect(object(table, handle, kind) == nil)
        #expect(!table.release(handle, kind))
        #expect(object(table, handle) != nil)
    }

    @Test("A slot that is used again does not bring its old handles back")
    func generationsDiffer() throws {
        let table = HandleTable()
        var old: [Handle] = []
        for _ in 0..<1000 {
            let handle = try #require(table.make(.payment, for: Thing()))
            #expect(!old.contains(handle))
            #expect(old.allSatisfy { object(table, $0) == nil })
            #expect(table.release(handle, .payment))
            if old.count < 20 { old.append(handle) }
        }
        #expect(old.allSatisfy { $0.slot == old[0].slot }, "the slot given back last is used first")
    }

    @Test(
        "No number but a valid handle is one", arguments: [UInt64(0), 1, 0xffff_ffff_ffff_ffff, 0x7fff_ffff_ffff_ffff, 1 << 62])
    func garbageIsNone(word: UInt64) throws {
        let table = HandleTable()
        _ = try #require(table.make(.payment, for: Thing()))
        for kind in [HandleKind.engine, .payment, .card, .error, .event, .reply] {
            #expect(object(table, Handle(word: word), kind) == nil)
        }
    }

    @Test("No address of this process is a handle")
    func pointersAreNone() throws {
        let table = HandleTable()
        _ = try #require(table.make(.payment, for: Thing()))
        let heap = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
        defer { heap.deallocate() }
        #expect(object(table, Handle(OpaquePointer(heap))) == nil)
        withUnsafePointer(to: table) { #expect(object(table, Handle(OpaquePointer($0))) == nil) }
    }

    @Test("Every neighbour of a valid handle is none", arguments: 0..<63)
    func neighboursAreNone(bit: UInt64) throws {
        let table = HandleTable()
        let handle = try #require(table.make(.payment, for: Thing()))
        #expect(object(table, Handle(word: handle.word ^ 1 << bit)) == nil)
    }

    @Test("An object that is released during its use goes when the use is over")
    func useKeepsAlive() throws {
        let table = HandleTable()
        var ended = false
        let handle = try #require(table.make(.payment, for: Thing { ended = true }))
        table.use(handle, .payment, as: Thing.self) { _ in
            #expect(table.release(handle, .payment))
            #expect(object(table, handle) == nil, "it is stale at once")
            #expect(!ended)
        }
        #expect(ended)
    }

    @Test("A renewed handle stands for the same object, the old one for none")
    func renewing() throws {
        let table = HandleTable()
        let thing = Thing()
        let first = try #require(table.make(.event, for: thing))
        let second = table.renew(first, .event, thing)
        #expect(object(table, first, .event) == nil)
        #expect(object(table, second, .event) === thing)
    }

    @Test("More handles than one chunk holds all work")
    func manyChunks() throws {
        let table = HandleTable()
        let things = (0..<5000).map { _ in Thing() }
        let handles = try things.map { try #require(table.make(.payment, for: $0)) }
        for (thing, handle) in zip(things, handles) { #expect(object(table, handle) === thing) }
        for handle in handles { #expect(table.release(handle, .payment)) }
        #expect(handles.allSatisfy { object(table, $0) == nil })
    }

    @Test("Threads that make, use and release at once lose and keep nothing")
    func threads() {
        let table = HandleTable()
        let made = Counter()
        let ended = Counter()
        let wrong = Counter()
        let shared = table.make(.engine, for: Thing { ended.add() }) ?? .none
        let threads = (0..<6).map { _ in
            TestThread {
                for round in 0..<2000 {
                    guard let handle = table.make(.payment, for: Thing { ended.add() }) else { return wrong.add() }
                    made.add()
                    if table.use(handle, .payment, as: Thing.self, { _ in true }) != true { wrong.add() }
                    _ = table.use(shared, .engine, as: Thing.self) { _ in true }
                    if round == 1000 { table.release(shared, .engine) }
                    if !table.release(handle, .payment) { wrong.add() }
                    if table.use(handle, .payment, as: Thing.self, { _ in true }) != nil { wrong.add() }
                }
            }
        }
        threads.forEach { $0.join() }
        #expect(wrong.value == 0)
        #expect(ended.value == made.value + 1)
    }
}
