/// The payments that something is due for, the earliest first; equal times in the order in which they were set.
struct DeadlineHeap {
    private struct Node {
        var tick: Int64
        var order: UInt64
        var payment: Unmanaged<PaymentBox>
    }

    private var nodes: [Node] = []
    private var order: UInt64 = 0

    /// The earliest time; nil: none.
    var firstTick: Int64? { nodes.first?.tick }

    /// Puts the payment where its ``PaymentBox/dueTick`` belongs, or takes it out. Payments in the heap must be kept alive.
    mutating func update(_ payment: PaymentBox) {
        let tick = payment.dueTick
        let place = Int(payment.heapPlace)
        if tick == .max {
            if place >= 0 { remove(at: place) }
        } else if place < 0 {
            order &+= 1
            nodes.append(Node(tick: tick, order: order, payment: .passUnretained(payment)))
            payment.heapPlace = Int32(truncatingIfNeeded: nodes.count &- 1)
            siftUp(nodes.count &- 1)
        } else if nodes[place].tick != tick {
            order &+= 1
            nodes[place].tick = tick
            nodes[place].order = order
            siftUp(place)
            siftDown(Int(payment.heapPlace))
        }
    }

    /// The first payment, if it is due at `tick`.
    func due(at tick: Int64) -> PaymentBox? {
        guard let first = nodes.first, first.tick <= tick else { return nil }
        return first.payment.takeUnretainedValue()
    }

    mutating func removeAll() {
        for node in nodes { node.payment.takeUnretainedValue().heapPlace = -1 }
        nodes = []
    }

    private mutating func remove(at place: Int) {
        nodes[place].payment.takeUnretainedValue().heapPlace = -1
        guard let last = nodes.popLast(), place < nodes.count else { return }
        nodes[place] = last
        last.payment.takeUnretainedValue().heapPlace = Int32(truncatingIfNeeded: place)
        siftUp(place)
        siftDown(Int(last.payment.takeUnretainedValue().heapPlace))
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (nodes[left], nodes[right])
        return left.tick != right.tick ? left.tick < right.tick : left.order < right.order
    }

    private mutating func exchange(_ left: Int, _ right: Int) {
        nodes.swapAt(left, right)
        nodes[left].payment.takeUnretainedValue().heapPlace = Int32(truncatingIfNeeded: left)
        nodes[right].payment.takeUnretainedValue().heapPlace = Int32(truncatingIfNeeded: right)
    }

    private mutating func siftUp(_ start: Int) {
        var place = start
        while place > 0 {
            let parent = (place &- 1) / 2
            guard isBefore(place, parent) else { return }
            exchange(place, parent)
            place = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 &* place &+ 1, 2 &* place &+ 2] where child < nodes.count && isBefore(child, least) {
                least = child
            }
            guard least != place else { return }
            exchange(place, least)
            place = least
        }
    }
}
