import Countersign

/// The store that keeps nothing beyond the process: payments live in memory anyway, so writing one takes no time, only its
/// turn.
///
/// It completes late and in an order that the seed decides, so that whoever relies on another order finds out in a test. It
/// refuses a merchant reference that it knows. It knows those of all payments in flight and of the last 65,536 that ended;
/// older ones are forgotten, so that memory stays bounded.
struct InMemoryStore {
    private static let keptReferences = 2 * 65_536

    private struct Write {
        let payment: PaymentBox
        let sequence: UInt32
    }

    private var waiting: [Write] = []
    /// References by their hash, which is keyed anew in each process and 64 bits wide: a collision refuses a payment, never
    /// pays one.
    private var references: Set<Int> = []
    private var ended: [Int] = []
    private var oldest = 0

    var hasWaiting: Bool { !waiting.isEmpty }

    mutating func write(_ payment: PaymentBox, _ sequence: UInt32) {
        waiting.append(Write(payment: payment, sequence: sequence))
    }

    /// Completes one of the writes that wait.
    mutating func complete(_ random: inout RandomSource) -> (PaymentBox, UInt32)? {
        guard !waiting.isEmpty else { return nil }
        let place = random.place(below: waiting.count)
        waiting.swapAt(place, waiting.count &- 1)
        let write = waiting.removeLast()
        return (write.payment, write.sequence)
    }

    /// Takes the references that a new payment may use: its own and its second attempt's. False, with nothing taken, when one
    /// of them is taken.
    mutating func reserve(_ reference: String) -> Bool {
        let names = Self.names(reference)
        guard !references.contains(names.first), !references.contains(names.second) else { return false }
        references.insert(names.first)
        references.insert(names.second)
        return true
    }

    /// The payment has ended; its references are remembered for a while.
    mutating func retire(_ reference: String) {
        let names = Self.names(reference)
        remember(names.first)
        remember(names.second)
    }

    private static func names(_ reference: String) -> (first: Int, second: Int) {
        (reference.hashValue, PaymentRecord.Attempt.secondReference(of: reference).hashValue)
    }

    private mutating func remember(_ hash: Int) {
        if ended.count < Self.keptReferences {
            ended.append(hash)
            return
        }
        references.remove(ended[oldest])
        ended[oldest] = hash
        oldest = (oldest &+ 1) % Self.keptReferences
    }

    mutating func removeAll() { self = InMemoryStore() }
}
