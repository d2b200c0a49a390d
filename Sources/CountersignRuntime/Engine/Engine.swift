import CSystem
import Countersign
import Synchronization

/// An engine: payments, the gateway they go to, the time they live in, and the turn to drive them.
///
/// One lock guards everything, and is free while the host's functions run. One thread at a time drives; it alone calls machines
/// and hooks, so that neither ever runs twice at once. What other threads want of a payment, they post to it.
public final class Engine: @unchecked Sendable {
    enum Phase {
        case open
        /// Released; threads that are inside are leaving.
        case closing
        case closed
    }

    let mark: ProcessMark
    let configuration: EngineConfiguration
    /// Where user data goes that nobody needs any more.
    public let graveyard = Graveyard()
    let arena = SecretArena()
    let gateway: SandboxGateway
    let traits: Shared<GatewayTraits>
    let lock = WordLock()
    /// The thread that is in one of this engine's hooks; 0: none.
    let hookThread = Atomic<UInt>(0)
    let event = EventBox()

    // Guarded by the lock, which the compiler cannot see: its own checks of exclusive access would cost as much as the work.
    @exclusivity(unchecked) var phase = Phase.open
    /// The release came from inside a hook, and the last thread to leave does the work.
    var closesWhenLeft = false
    @exclusivity(unchecked) var clock: Clock
    @exclusivity(unchecked) var random: RandomSource
    @exclusivity(unchecked) var loop: LoopDescriptor
    @exclusivity(unchecked) var hooks = HookTable.empty
    var issuers: IssuerTable?
    @exclusivity(unchecked) var store = InMemoryStore()
    @exclusivity(unchecked) var transport: SandboxTransport
    @exclusivity(unchecked) var deadlines = DeadlineHeap()
    @exclusivity(unchecked) var ready = ReadyQueue()
    @exclusivity(unchecked) var payments: [Unmanaged<PaymentBox>] = []
    @exclusivity(unchecked) var cards: [Unmanaged<CardBox>] = []
    /// Whether a thread drives.
    @exclusivity(unchecked) var isDriven = false
    /// Threads inside `run` or `dispatch`.
    @exclusivity(unchecked) var insiders = 0
    @exclusivity(unchecked) var waiters: [Waiter] = []
    var spareWaiters: [Waiter] = []
    /// Those of them that want the turn.
    @exclusivity(unchecked) var line = WaitingLine()
    /// The one that was woken for the turn and has not come yet.
    @exclusivity(unchecked) var heir: Waiter?
    /// The reply that the next asked hook gets.
    @exclusivity(unchecked) var spareReply: ReplyBox?
    /// Kept so that a step need not make a new one.
    @exclusivity(unchecked) var spareEffects: [PaymentEffect] = []

    /// - Throws: `system` when no descriptor or randomness is to be had, `memory` when there is no room for another handle.
    init(_ configuration: EngineConfiguration) throws(Failure) {
        mark = .current
        self.configuration = configuration
        gateway = SandboxGateway(options: configuration.sandbox)
        traits = Shared(gateway.traits)
        clock = Clock(isVirtual: configuration.isVirtual)
        random = try RandomSource(seed: configuration.seed)
        transport = SandboxTransport(options: configuration.sandbox)
        loop = try LoopDescriptor(withTimer: !configuration.isVirtual)
    }

    /// Makes an engine and gives it a handle.
    public static func open(_ configuration: EngineConfiguration) throws(Failure) -> Handle {
        _ = warmUp
        let engine = try Engine(configuration)
        guard engine.event.register() else {
            engine.loop.close()
            throw noHandle
        }
        guard let handle = HandleTable.shared.make(.engine, for: engine) else {
            engine.event.unregister()
            engine.loop.close()
            throw noHandle
        }
        return handle
    }

    static let noHandle = Failure(.memory, "Too many objects: release some.")
    static let noSecretMemory = Failure(.memory, "The system gives no memory for secrets: what was passed in is not kept.")

    // MARK: Going in and out

    /// Takes the lock for a call that is refused inside a hook of this engine.
    @inline(__always)
    func enter() throws(Failure) {
        try admit()
        lock.lock()
        guard phase == .open else {
            lock.unlock()
            throw .gone
        }
    }

    /// Refuses a call in a forked child or inside a hook of this engine before anything is made of its arguments, so that no
    /// memory is needed to say no.
    @inline(__always)
    public func admit() throws(Failure) {
        guard mark.isCurrent else { throw .forked }
        guard !isInHook else { throw .reentrant }
    }

    /// Takes the lock for a call that is also allowed inside a hook.
    @inline(__always)
    func enterAnywhere() throws(Failure) {
        guard mark.isCurrent else { throw .forked }
        lock.lock()
        // Until the hook that released the engine has returned, it may go on reading.
        guard phase != .closed else {
            lock.unlock()
            throw .gone
        }
    }

    /// Whether this thread is in one of this engine's hooks. No other thread can make it true or false.
    @inline(__always)
    var isInHook: Bool { hookThread.load(ordering: .relaxed) == csys_thread() }

    /// Shows the loop what is due, lets go of the lock, and calls the destructors that are due.
    @inline(__always)
    func leave() {
        if loop.isObserved { showLoop() }
        lock.unlock()
        graveyard.visit()
    }

    /// What the host's event loop must see.
    func showLoop() {
        guard phase == .open else { return }
        let next = deadlines.firstTick
        let isDue = next.map { $0 <= clock.tick } ?? false
        loop.show(hasWork: !ready.isEmpty || store.hasWaiting || isDue, nextAt: clock.isVirtual ? -1 : next ?? -1)
    }

    // MARK: Reading

    /// The engine's time. Also inside hooks.
    public func now() throws(Failure) -> Int64 {
        try enterAnywhere()
        defer { lock.unlock() }
        return clock.now
    }

    /// When there is something to do: -1 never, not in the future when there is work now.
    public func nextDeadline() throws(Failure) -> Int64 {
        try enter()
        defer { lock.unlock() }
        if !ready.isEmpty || store.hasWaiting { return clock.now }
        return deadlines.firstTick.map { clock.time(of: $0) } ?? -1
    }

    /// The descriptor for the host's loop.
    public func descriptor() throws(Failure) -> Int32 {
        try enter()
        defer { leave() }
        return loop.observe()
    }

    /// Moves virtual time forward.
    public func advanceTime(by milliseconds: Int64) throws(Failure) {
        try enter()
        defer { leave() }
        guard clock.isVirtual else {
            throw Failure(.state, "The engine runs in real time: only virtual time can be moved.")
        }
        guard milliseconds >= 0 else {
            throw Failure(.invalid, "Time moves forward only: give 0 or more.", field: "milliseconds")
        }
        clock.advance(to: clock.tick.adding(milliseconds))
        for waiter in waiters where !waiter.isInLine { waiter.wake() }
    }

    // MARK: Setting up

    /// Loads a table of issuers, in place of any before.
    public func loadIssuers(_ text: UnsafeRawBufferPointer) throws(Failure) {
        guard mark.isCurrent else { throw .forked }
        let table: IssuerTable
        do throws(IssuerTable.Fault) {
            table = try IssuerTable(parsing: text)
        } catch {
            throw Failure(
                refusing: PaymentError(.fieldInvalid, .refused, "Line \(error.line): \(error.message).", field: "table"))
        }
        try enter()
        defer { leave() }
        issuers = table
    }

    /// Sets hooks of all payments made afterwards. The owner's destructor runs when they are gone, or at once when this fails.
    public func setHooks(
        _ changes: [(HookPoint, HookFunction?)], _ userData: UnsafeMutableRawPointer?, _ destroy: DestroyFunction?
    ) throws(Failure) {
        guard mark.isCurrent else {
            destroy?(userData)
            throw .forked
        }
        defer { graveyard.visit() }
        try replaceHooks(changes, HookOwner(userData, destroy, graveyard))
    }

    private func replaceHooks(_ changes: [(HookPoint, HookFunction?)], _ owner: HookOwner) throws(Failure) {
        try enter()
        hooks = hooks.replacing(changes, owner: owner)
        lock.unlock()
    }

    // MARK: Payments and cards in the list

    func add(_ payment: PaymentBox) {
        payment.place = Int32(truncatingIfNeeded: payments.count)
        payments.append(.passUnretained(payment))
    }

    /// Takes out a payment that neither the host nor the engine needs.
    ///
    /// Its hooks go here and not with the payment, whose last use may end when nobody looks after their destructors any more.
    func remove(_ payment: PaymentBox) {
        payment.hooks = .empty
        let place = Int(payment.place)
        guard place >= 0, place < payments.count, let last = payments.popLast() else { return }
        payment.place = -1
        let other = last.takeUnretainedValue()
        guard other !== payment else { return }
        payments[place] = last
        other.place = Int32(truncatingIfNeeded: place)
    }

    func add(_ card: CardBox) {
        card.place = cards.count
        cards.append(.passUnretained(card))
    }

    func remove(_ card: CardBox) {
        guard card.place < cards.count, let last = cards.popLast() else { return }
        let other = last.takeUnretainedValue()
        guard other !== card else { return }
        cards[card.place] = last
        other.place = card.place
    }
}
