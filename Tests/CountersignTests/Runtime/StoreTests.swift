import Countersign
import Testing

@testable import CountersignRuntime

/// The store completes later, in an order that only the seed decides, and takes each merchant reference once.
@Suite("Store in memory")
struct StoreTests {
    private func order(seed: UInt64) throws -> [UInt32] {
        let host = try Host()
        var random = try RandomSource(seed: seed)
        var store = InMemoryStore()
        for sequence in 1...20 { store.write(try host.makePayment("s\(sequence)"), UInt32(sequence)) }
        var order: [UInt32] = []
        while let (_, sequence) = store.complete(&random) { order.append(sequence) }
        return order
    }

    @Test("Every write completes once, and the same seed gives the same order")
    func seededOrder() throws {
        let first = try order(seed: 5)
        #expect(first.sorted() == Array(1...20))
        #expect(first == (try order(seed: 5)))
        #expect(first != (try order(seed: 6)))
        #expect(first != first.sorted(), "an order that nobody may rely upon")
    }

    @Test("A write does not complete in the step that asks for it")
    func completesLater() throws {
        let host = try Host()
        let payment = try host.payment("later")
        try payment.submit()
        #expect(try host.engine.dispatch(1) == 1)
        #expect(payment.persisting != 0)
        #expect(host.engine.store.hasWaiting)
    }

    @Test("A reference that was submitted is refused, whatever the amount, and the first payment is untouched")
    func referenceInUse() throws {
        let host = try Host()
        let first = try host.payment("same")
        #expect(try first.run(timeout: -1) == .settled)
        let second = try host.payment("same")
        #expect(try second.run(timeout: -1) == .settled)
        #expect(try second.error()?.code == .referenceInUse)
        #expect(try first.ending() == .authorised)
    }

    @Test("References of the last 65,536 endings are known, older ones are forgotten")
    func forgetsOldReferences() {
        var store = InMemoryStore()
        func end(_ reference: String) -> Bool {
            let wasFree = store.reserve(reference)
            if wasFree { store.retire(reference) }
            return wasFree
        }
        #expect(end("first"))
        for number in 0..<65_535 { _ = end("r\(number)") }
        #expect(!end("first"))
        #expect(end("one more"))
        #expect(end("first"))
        #expect(!end("one more"))
    }

    @Test("A refused payment does not free the reference of the one that has it")
    func refusalKeepsTheReference() throws {
        let host = try Host()
        #expect(try host.payment("one").run(timeout: -1) == .settled)
        for _ in 0..<3 {
            let again = try host.payment("one")
            #expect(try again.run(timeout: -1) == .settled)
            #expect(try again.error()?.code == .referenceInUse)
        }
    }
}
