import Synchronization

/// One place in the handle table.
///
/// `state` holds, from the highest bit, the key of the handle that is valid now (see ``Handle``; kind 0: the slot is free), a
/// bit that says the handle was released, and how many calls are using the object at this moment.
struct HandleSlot: ~Copyable {
    static let released: UInt64 = 1 << 25
    static let useMask: UInt64 = released - 1

    let state = Atomic<UInt64>(0)
    /// The object's address while in use, the next free slot otherwise.
    let content = Atomic<UInt>(0)
}
