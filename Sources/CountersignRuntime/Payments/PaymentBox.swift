import Countersign

/// A payment with all that the machine leaves to its driver. Everything is guarded by the engine's lock, which the compiler
/// cannot see: hence `exclusivity(unchecked)` where its own checks would cost.
public final class PaymentBox: @unchecked Sendable {
    /// A reply on its way.
    struct Delivery {
        let tick: Int64
        let operation: Operation
        let reply: GatewayReply
    }

    let engine: Engine
    /// Behind a pointer, so that the record is read where it lies: it has dozens of references that a copy would count.
    let machine: UnsafeMutablePointer<PaymentMachine>
    @exclusivity(unchecked) var hooks: HookTable
    /// The transaction data while the host may still change it.
    var draft: Draft?
    /// Card and keys; nil before there are any and after they were wiped.
    @exclusivity(unchecked) var secrets: PaymentSecrets?

    /// None once the host has released it.
    var handle = Handle.none
    @exclusivity(unchecked) var posts = Mailbox()
    /// When the machine's timer, or a late answer's, is due.
    @exclusivity(unchecked) private(set) var timerTick = Int64.max
    @exclusivity(unchecked) var deliveries: [Delivery] = []
    /// The time of tick 0 in this payment's life, taken at submission: a step of the system's clock changes none of its
    /// deadlines.
    @exclusivity(unchecked) var epoch: Int64 = 0
    /// The first of the threads that sleep in `run` for it.
    @exclusivity(unchecked) var firstWaiter: Waiter?
    /// The reply that the host keeps.
    @exclusivity(unchecked) var keptReply: ReplyBox?
    /// Its neighbours in the engine's queue.
    var previousReady: Unmanaged<PaymentBox>?
    var nextReady: Unmanaged<PaymentBox>?

    // Small ones side by side: many payments wait at once.

    /// Its place in the engine's list; -1: not there.
    var place: Int32 = -1
    /// Its place in the heap of deadlines; -1: not there.
    @exclusivity(unchecked) var heapPlace: Int32 = -1
    /// The record that is on its way to the store; 0: none.
    @exclusivity(unchecked) var persisting: UInt32 = 0
    /// How often the timer was set or cleared: a post that it fired counts only for the latest.
    @exclusivity(unchecked) private(set) var timerNumber: UInt32 = 0
    /// How many threads are in `run` for it.
    @exclusivity(unchecked) var runners: Int32 = 0
    @exclusivity(unchecked) var isSubmitted = false
    /// The store has its merchant reference.
    var hasReference = false
    /// The flow's end has been told.
    @exclusivity(unchecked) var isSettled = false
    /// It stands in the engine's queue.
    @exclusivity(unchecked) var isQueued = false
    /// The engine keeps it although the host may have released it.
    @exclusivity(unchecked) var isHeld = false

    /// Transaction data in the making.
    final class Draft {
        var data: TransactionData
        /// Whether the record has not seen the latest change.
        var isChanged = true
        init(_ data: TransactionData) { self.data = data }
    }

    init(engine: Engine, machine: PaymentMachine, hooks: HookTable, draft: TransactionData) {
        self.engine = engine
        self.hooks = hooks
        self.machine = .allocate(capacity: 1)
        self.machine.initialize(to: machine)
        self.draft = Draft(draft)
    }

    deinit {
        machine.deinitialize(count: 1)
        machine.deallocate()
    }

    /// Brings the record up to date with what the host has set, before submission or a look at it.
    func settleDraft() {
        guard let draft, draft.isChanged else { return }
        draft.isChanged = false
        machine.pointee.configure(transaction: draft.data, hooks: hooks.set)
    }

    /// A field as the record has it.
    func value(at path: String) -> FieldValue? { Self.value(path, &machine.pointee) }

    /// All fields that have a value, as one JSON object.
    func writeFields(to writer: inout JSONWriter) { Self.write(&machine.pointee, &writer) }

    /// Not inlined, and the machine exclusive though nobody changes it: so the compiler sees that the record need not be
    /// copied.
    @inline(never)
    private static func value(_ path: String, _ machine: inout PaymentMachine) -> FieldValue? {
        PaymentFields.table.get(path, from: machine.record)
    }

    @inline(never)
    private static func write(_ machine: inout PaymentMachine, _ writer: inout JSONWriter) {
        PaymentFields.table.write(machine.record, to: &writer)
    }

    /// The time in this payment's life.
    var now: Int64 { engine.clock.tick.adding(epoch) }

    /// When something is next due.
    var dueTick: Int64 {
        var tick = timerTick
        for delivery in deliveries where delivery.tick < tick { tick = delivery.tick }
        return tick
    }

    /// Sets the timer; `.max` clears it. What it has posted before is void.
    func setTimer(_ tick: Int64) {
        timerTick = tick
        timerNumber &+= 1
    }

    /// The timer's time is up.
    func timerFired() -> Post {
        timerTick = .max
        return .timer(timerNumber)
    }

    /// Whether something other than the shopper, the gateway's mind or a timer is awaited.
    var isBusy: Bool { !posts.isEmpty || persisting != 0 || !deliveries.isEmpty || keptReply != nil }

    /// Whether the engine must keep it for what is still to come.
    var isInFlight: Bool { isSubmitted && (!isSettled || isBusy || timerTick != .max) }
}
