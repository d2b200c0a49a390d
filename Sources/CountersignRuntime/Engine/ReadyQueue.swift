/// The payments that wait for a dispatching thread, first come first served; one that has more to do goes to the end.
///
/// A chain through the payments themselves, so that one that a thread is in `run` for leaves at once. It keeps its members
/// alive.
struct ReadyQueue {
    private var first: Unmanaged<PaymentBox>?
    private var last: Unmanaged<PaymentBox>?

    var isEmpty: Bool { first == nil }

    /// Adds a payment at the end, unless it is in already.
    mutating func append(_ payment: PaymentBox) {
        guard !payment.isQueued else { return }
        payment.isQueued = true
        payment.nextReady = nil
        payment.previousReady = last
        let link = Unmanaged.passRetained(payment)
        if let last { last.takeUnretainedValue().nextReady = link } else { first = link }
        last = link
    }

    /// Takes the first payment out.
    mutating func pop() -> PaymentBox? {
        guard let payment = first?.takeUnretainedValue() else { return nil }
        remove(payment)
        return payment
    }

    /// Takes a payment out, wherever it is.
    mutating func remove(_ payment: PaymentBox) {
        guard payment.isQueued else { return }
        payment.isQueued = false
        let (previous, next) = (payment.previousReady, payment.nextReady)
        if let previous { previous.takeUnretainedValue().nextReady = next } else { first = next }
        if let next { next.takeUnretainedValue().previousReady = previous } else { last = previous }
        payment.previousReady = nil
        payment.nextReady = nil
        Unmanaged.passUnretained(payment).release()
    }

    mutating func removeAll() {
        while pop() != nil {}
    }
}
