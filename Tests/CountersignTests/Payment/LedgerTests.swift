import Testing

@testable import Countersign

@Suite("A payment's books")
struct LedgerTests {
    @Test("They balance after any movements in any order, and refuse what would break them")
    func balance() {
        let base = UInt64.random(in: 0..<(1 << 40))
        for run in 0..<2_000 as Range<UInt64> {
            var random = SeededRandom(seed: base &+ run)
            var ledger = Ledger()
            for _ in 0..<60 {
                let movement = Ledger.Movement.allCases[random.below(4)]
                let amount = Int64(random.below(50)) - 2
                let before = ledger
                let isTaken =
                    switch random.below(3) {
                    case 0: ledger.reserve(movement, random.chance(2) ? .max : amount)
                    case 1: ledger.confirm(movement, reserved: amount, actual: Int64(random.below(50)))
                    default: ledger.release(movement, amount)
                    }
                #expect(isTaken || ledger == before, "a refusal changes nothing (seed \(base &+ run))")
                if !ledger.isBalanced {
                    Issue.record("seed \(base &+ run): \(before) became \(ledger) by \(movement) \(amount)")
                    return
                }
            }
        }
    }

    @Test("A capture never exceeds the authorisation, a refund never the capture, counting what is on its way")
    func limits() {
        var ledger = Ledger()
        taken(ledger.reserve(.authorisation, 100))
        taken(ledger.confirm(.authorisation, reserved: 100, actual: 100))
        taken(ledger.reserve(.capture, 60))
        refused(ledger.reserve(.capture, 41))
        refused(ledger.reserve(.void, 100), "a void only when nothing is being captured")
        refused(ledger.reserve(.refund, 1), "nothing is captured yet")
        taken(ledger.confirm(.capture, reserved: 60, actual: 60))
        taken(ledger.reserve(.refund, 60))
        refused(ledger.reserve(.refund, 1))
        taken(ledger.release(.refund, 60), "a late failure gives its reservation back")
        taken(ledger.reserve(.refund, 60))
    }

    private func taken(_ isTaken: Bool, _ why: Comment? = nil) { #expect(isTaken, why) }
    private func refused(_ isTaken: Bool, _ why: Comment? = nil) { #expect(!isTaken, why) }
}
