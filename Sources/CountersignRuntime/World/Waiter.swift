import CSystem

/// A thread that sleeps inside a call until it is its turn or something happens to its payment.
///
/// It sleeps on a word of its own, so that one event wakes one thread, and a signal ends the sleep whatever flags its handler
/// has. All members are guarded by the engine's lock.
final class Waiter {
    /// The payment that the thread is in `run` for; nil in `dispatch` and in the release of the engine.
    var payment: PaymentBox?
    /// Whether it waits for nothing but its turn to drive.
    var wantsTurn = false
    private let word: UnsafeMutablePointer<UInt32>

    enum Waking {
        case woken, timedOut, interrupted
    }

    init() {
        word = .allocate(capacity: 1)
        word.initialize(to: 0)
    }

    deinit { word.deallocate() }

    func prepare() { csys_set_word(word, 0) }

    /// Sleeps without the lock. Wake-ups since ``prepare()`` are not lost.
    func park(_ milliseconds: Int64) -> Waking {
        switch csys_park(word, 0, milliseconds) {
        case 1: .timedOut
        case 2: .interrupted
        default: .woken
        }
    }

    func wake() { csys_unpark(word, 1) }
}
