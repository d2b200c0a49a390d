import CSystem

/// A thread that sleeps inside a call until it is its turn or something happens to its payment.
///
/// It sleeps on a word of its own, so that one event wakes one thread, and a signal ends the sleep whatever flags its handler
/// has. All members are guarded by the engine's lock.
final class Waiter {
    /// The payment that the thread is in `run` for; nil in `dispatch` and in the release of the engine.
    var payment: PaymentBox?
    /// The next one in `run` for the same payment.
    var nextOfPayment: Waiter?
    /// Its place in the engine's list.
    var place = 0
    /// Its neighbours in the queue for the turn, which the engine's list keeps alive.
    unowned(unsafe) var previousInLine: Waiter?
    unowned(unsafe) var nextInLine: Waiter?
    var isInLine = false
    /// How often others have taken the turn that this one was woken for.
    var timesMissed = 0
    /// The thread that sleeps, or calls destructors before it does; 0: neither.
    private(set) var thread: UInt = 0
    private let word: UnsafeMutablePointer<UInt32>

    enum Waking {
        case woken, timedOut, interrupted
    }

    init() {
        word = .allocate(capacity: 1)
        word.initialize(to: 0)
    }

    deinit { word.deallocate() }

    /// Begins a sleep: from here on no wake-up is lost.
    func prepare() {
        csys_set_word(word, 0)
        thread = csys_thread()
    }

    /// Sleeps without the lock.
    func park(_ milliseconds: Int64) -> Waking {
        switch csys_park(word, 0, milliseconds) {
        case 1: .timedOut
        case 2: .interrupted
        default: .woken
        }
    }

    /// The lock is held again.
    func rise() { thread = 0 }

    /// Costs nothing where the thread is awake: it will look around before it sleeps.
    func wake() {
        if thread != 0 { csys_unpark(word, 1) }
    }
}

/// The threads that wait for the turn to drive, first come first served.
struct WaitingLine {
    private(set) unowned(unsafe) var first: Waiter?
    private unowned(unsafe) var last: Waiter?

    var isEmpty: Bool { first == nil }

    mutating func append(_ waiter: Waiter) {
        waiter.isInLine = true
        waiter.previousInLine = last
        if let last { last.nextInLine = waiter } else { first = waiter }
        last = waiter
    }

    mutating func prepend(_ waiter: Waiter) {
        waiter.isInLine = true
        waiter.nextInLine = first
        if let first { first.previousInLine = waiter } else { last = waiter }
        first = waiter
    }

    /// Takes a thread out, wherever it stands.
    mutating func remove(_ waiter: Waiter) {
        guard waiter.isInLine else { return }
        waiter.isInLine = false
        let (previous, next) = (waiter.previousInLine, waiter.nextInLine)
        if let previous { previous.nextInLine = next } else { first = next }
        if let next { next.previousInLine = previous } else { last = previous }
        waiter.previousInLine = nil
        waiter.nextInLine = nil
    }
}
