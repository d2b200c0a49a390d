import Synchronization

/// Every object that the host holds, by its handle: the one mutable global of the library.
///
/// A look-up takes no lock. It counts itself in the slot for as long as it uses the object, and the object goes with the last
/// use after its release. So a stale, freed or foreign handle is an answer, not a read of freed memory, whatever threads do at
/// the same time; and a fork in the middle of anything leaves the table whole for the child.
public final class HandleTable: Sendable {
    /// The table of this process.
    public static let shared = HandleTable()

    private static let firstChunkBits = 10
    private static let chunkCount = Int(Handle.slotBits) - firstChunkBits

    /// Chunk n holds 1024 · 2ⁿ slots and, once there, never moves and never goes: 16 bytes for each handle of the busiest
    /// moment.
    private nonisolated(unsafe) let chunks: UnsafeMutablePointer<Atomic<UInt>>
    /// How many slots were ever used.
    private let used = Atomic<UInt64>(0)
    /// The first free slot plus one (0: none), and above it a count of changes, since a slot may come back between look and
    /// swap.
    private let free = Atomic<UInt64>(0)

    /// The process that the two words above are right for; 0 while they are being set right.
    private let process: Atomic<UInt64>

    init() {
        process = Atomic(ProcessMark.current.value)
        chunks = .allocate(capacity: Self.chunkCount)
        for index in 0..<Self.chunkCount { (chunks + index).initialize(to: Atomic<UInt>(0)) }
    }

    deinit {
        for index in 0..<used.load(ordering: .relaxed) {
            guard let slot = slot(at: Int(index)) else { continue }
            // A key without a kind is that of a free slot.
            let isInUse = slot.pointee.state.load(ordering: .relaxed) >> (Handle.slotBits + 32) & 0xf != 0
            let content = UnsafeRawPointer(bitPattern: slot.pointee.content.load(ordering: .relaxed))
            if isInUse, let content { Unmanaged<AnyObject>.fromOpaque(content).release() }
        }
        for index in 0..<Self.chunkCount {
            let address = chunks[index].load(ordering: .relaxed)
            UnsafeMutablePointer<HandleSlot>(bitPattern: address)?.deallocate()
        }
        chunks.deallocate()
    }

    // MARK: Making and releasing

    /// A new handle for `object`, which the table keeps until ``release(_:_:)``. Nil when 67 million handles are in use.
    public func make(_ kind: HandleKind, for object: AnyObject) -> Handle? {
        if process.load(ordering: .acquiring) != ProcessMark.current.value { startAnew() }
        guard let index = popFree() ?? freshSlot(), let slot = slot(at: index) else { return nil }
        let state = slot.pointee.state.load(ordering: .relaxed)
        let generation = state >> Handle.slotBits & Handle.generationMask
        let key = Handle.key(kind, generation)
        slot.pointee.content.store(UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()), ordering: .relaxed)
        slot.pointee.state.store(key << Handle.slotBits, ordering: .releasing)
        return Handle(word: key << Handle.slotBits | UInt64(index))
    }

    /// Makes the handle stale; the object goes when the last call that uses it is over. False when it was not valid.
    @discardableResult
    public func release(_ handle: Handle, _ kind: HandleKind) -> Bool {
        guard let slot = enter(handle, kind) else { return false }
        var state = slot.pointee.state.load(ordering: .relaxed)
        var isOurs = false
        while state & HandleSlot.released == 0 {
            let (done, seen) = slot.pointee.state.weakCompareExchange(
                expected: state, desired: state | HandleSlot.released, ordering: .acquiringAndReleasing)
            if done {
                isOurs = true
                break
            }
            state = seen
        }
        leave(slot, handle)
        return isOurs
    }

    /// A new handle for the same object in place of `handle`, which becomes stale: for objects that live for one call at a
    /// time. Only the object's owner may call it. ``Handle/none`` when there is no memory for another.
    func renew(_ handle: Handle, _ kind: HandleKind, _ object: AnyObject) -> Handle {
        let generation = handle.word >> Handle.slotBits & Handle.generationMask
        guard generation < Handle.generationMask, let slot = slot(at: handle.slot) else {
            release(handle, kind)
            return make(kind, for: object) ?? .none
        }
        // The count of uses below stays as it is: a late reader with the old handle may still be inside.
        slot.pointee.state.wrappingAdd(1 << Handle.slotBits, ordering: .acquiringAndReleasing)
        return Handle(word: handle.word &+ (1 << Handle.slotBits))
    }

    // MARK: Using

    /// Calls `body` with the object of a valid handle of that kind, which stays alive meanwhile; nil for any other handle.
    @inlinable
    public func use<Object: AnyObject, R, E>(
        _ handle: Handle, _ kind: HandleKind, as type: Object.Type, _ body: (Object) throws(E) -> R
    ) throws(E) -> R? {
        guard let object = begin(handle, kind) else { return nil }
        defer { end(handle) }
        var failure: E?
        // The use itself keeps the object alive: it need not be counted once more.
        let result = Unmanaged<Object>.fromOpaque(object)._withUnsafeGuaranteedRef { object -> R? in
            do throws(E) {
                return try body(object)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return result
    }

    /// Begins a use; answers the object if the handle is valid.
    @usableFromInline
    func begin(_ handle: Handle, _ kind: HandleKind) -> UnsafeRawPointer? {
        guard let slot = enter(handle, kind) else { return nil }
        return UnsafeRawPointer(bitPattern: slot.pointee.content.load(ordering: .relaxed))
    }

    /// Ends a use that ``begin(_:_:)`` began.
    @usableFromInline
    func end(_ handle: Handle) {
        if let slot = slot(at: handle.slot) { leave(slot, handle) }
    }

    /// Counts a use of the slot in, if the handle is valid.
    @inline(__always)
    private func enter(_ handle: Handle, _ kind: HandleKind) -> UnsafeMutablePointer<HandleSlot>? {
        let key = handle.word >> Handle.slotBits
        guard key >> 32 == Handle.key(kind, 0) >> 32, let slot = slot(at: handle.slot) else { return nil }
        var state = slot.pointee.state.load(ordering: .relaxed)
        while state >> Handle.slotBits == key, state & HandleSlot.released == 0, state & HandleSlot.useMask < HandleSlot.useMask
        {
            let (done, seen) = slot.pointee.state.weakCompareExchange(
                expected: state, desired: state &+ 1, successOrdering: .acquiring, failureOrdering: .relaxed)
            if done { return slot }
            state = seen
        }
        return nil
    }

    /// Counts a use out. The last one after a release frees the slot and lets go of the object.
    @inline(__always)
    private func leave(_ slot: UnsafeMutablePointer<HandleSlot>, _ handle: Handle) {
        let state = slot.pointee.state.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        guard state & (HandleSlot.released | HandleSlot.useMask) == HandleSlot.released else { return }
        let object = UnsafeRawPointer(bitPattern: slot.pointee.content.load(ordering: .relaxed))
        let generation = state >> Handle.slotBits & Handle.generationMask
        // A slot whose generations are used up is never used again, so that no handle can come back to life.
        if generation < Handle.generationMask {
            slot.pointee.state.store((generation &+ 1) << Handle.slotBits, ordering: .relaxed)
            pushFree(handle.slot, slot)
        } else {
            slot.pointee.state.store(0, ordering: .releasing)
        }
        if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
    }

    // MARK: Forks

    /// How many slots a child leaves out, for handles that other threads were making while the kernel copied the memory.
    private static let slotsPassedOver = 1024

    /// A fork copies memory page by page while other threads go on, so that in a child the free slots may be chained through
    /// slots that are in use, and the count of used ones may be older than the slots. It begins anew behind all that were ever
    /// touched. Handles of the parent can still be looked up there, each slot being a word that was right at some moment.
    private func startAnew() {
        let current = ProcessMark.current.value
        var seen = process.load(ordering: .acquiring)
        while seen != current {
            if seen == 0 {
                seen = process.load(ordering: .acquiring)
                continue
            }
            let (done, other) = process.compareExchange(expected: seen, desired: 0, ordering: .acquiringAndReleasing)
            guard done else {
                seen = other
                continue
            }
            let behind = max(used.load(ordering: .relaxed), UInt64(touchedSlots()))
            used.store(behind &+ UInt64(Self.slotsPassedOver), ordering: .relaxed)
            free.store(0, ordering: .relaxed)
            process.store(current, ordering: .releasing)
            return
        }
    }

    /// Up to which slot any has ever been in use, as the slots themselves say.
    private func touchedSlots() -> Int {
        for chunk in (0..<Self.chunkCount).reversed() {
            let address = chunks[chunk].load(ordering: .relaxed)
            guard let first = UnsafeMutablePointer<HandleSlot>(bitPattern: address) else { continue }
            let size = 1 << (chunk &+ Self.firstChunkBits)
            let last = (0..<size).last { first[$0].state.load(ordering: .relaxed) != 0 }
            if let last { return size &- (1 << Self.firstChunkBits) &+ last &+ 1 }
        }
        return 0
    }

    // MARK: Slots

    @inline(__always)
    private func slot(at index: Int) -> UnsafeMutablePointer<HandleSlot>? {
        let place = index &+ (1 << Self.firstChunkBits)
        let bit = Int.bitWidth &- 1 &- place.leadingZeroBitCount
        let chunk = bit &- Self.firstChunkBits
        guard chunk < Self.chunkCount else { return nil }
        let address = chunks[chunk].load(ordering: .acquiring)
        guard let first = UnsafeMutablePointer<HandleSlot>(bitPattern: address) else { return nil }
        return first + (place &- (1 << bit))
    }

    private func freshSlot() -> Int? {
        let capacity = UInt64(((1 << Self.chunkCount) - 1) << Self.firstChunkBits)
        var index = used.load(ordering: .relaxed)
        repeat {
            guard index < capacity else { return nil }
            let (done, seen) = used.weakCompareExchange(expected: index, desired: index &+ 1, ordering: .relaxed)
            if done { break }
            index = seen
        } while true
        addChunk(for: Int(index))
        return Int(index)
    }

    /// Makes sure that the chunk of a slot exists; when two threads make it, one throws its own away.
    private func addChunk(for index: Int) {
        let place = index &+ (1 << Self.firstChunkBits)
        let chunk = Int.bitWidth &- 1 &- place.leadingZeroBitCount &- Self.firstChunkBits
        guard chunk < Self.chunkCount, chunks[chunk].load(ordering: .acquiring) == 0 else { return }
        let count = 1 << (chunk &+ Self.firstChunkBits)
        let made = UnsafeMutablePointer<HandleSlot>.allocate(capacity: count)
        for offset in 0..<count { (made + offset).initialize(to: HandleSlot()) }
        let (done, _) = chunks[chunk].compareExchange(
            expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
        if !done { made.deallocate() }
    }

    private func popFree() -> Int? {
        var head = free.load(ordering: .acquiring)
        while head & 0xffff_ffff != 0 {
            let index = Int(head & 0xffff_ffff) &- 1
            guard let slot = slot(at: index) else { return nil }
            let next = UInt64(slot.pointee.content.load(ordering: .relaxed)) & 0xffff_ffff
            let (done, seen) = free.weakCompareExchange(
                expected: head, desired: (head >> 32 &+ 1) << 32 | next, successOrdering: .acquiringAndReleasing,
                failureOrdering: .acquiring)
            if done { return index }
            head = seen
        }
        return nil
    }

    private func pushFree(_ index: Int, _ slot: UnsafeMutablePointer<HandleSlot>) {
        var head = free.load(ordering: .relaxed)
        repeat {
            slot.pointee.content.store(UInt(head & 0xffff_ffff), ordering: .relaxed)
            let (done, seen) = free.weakCompareExchange(
                expected: head, desired: (head >> 32 &+ 1) << 32 | UInt64(index &+ 1), ordering: .acquiringAndReleasing)
            if done { return }
            head = seen
        } while true
    }
}
