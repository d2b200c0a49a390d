import Testing

@testable import Countersign

/// The rules of money at random: whatever happens in whatever order, the machine breaks none of them.
@Suite("The payment machine under random events")
struct PaymentMachinePropertyTests {
    private static let runs: UInt64 = 150_000
    /// Each run of the suite has its own course; the seed of a broken one is printed.
    private static let base = UInt64.random(in: 0..<(1 << 40))

    @Test("No rule is broken in 150,000 payments, and every transition is taken 100 times")
    func rulesHold() {
        var taken: [RandomPayment.Transition: Int] = [:]
        for index in 0..<Self.runs {
            let seed = Self.base &+ index
            var payment = RandomPayment(seed: seed)
            payment.run()
            if !payment.broken.isEmpty {
                Issue.record("seed \(seed): \(payment.broken)")
                return
            }
            taken.merge(payment.transitions) { $0 + $1 }
        }
        let allowed = Set(PaymentTransitions.all.map { RandomPayment.Transition(from: $0.from, to: $0.to) })
        let forbidden = taken.keys.filter { !allowed.contains($0) }.map { "\($0.from) → \($0.to)" }
        #expect(forbidden.isEmpty, "not in the table (seed \(Self.base)): \(forbidden)")
        let rare = allowed.filter { taken[$0, default: 0] < 100 }.map { "\($0.from) → \($0.to): \(taken[$0, default: 0])" }
        #expect(rare.isEmpty, "taken less than 100 times (seed \(Self.base)): \(rare.sorted())")
    }
}
