import CSystem

/// The descriptor that a host's event loop watches. Nothing is said to the kernel before the host has asked for it, and then
/// only what changes.
struct LoopDescriptor {
    private var loop = csys_loop(epoll: -1, event: -1, timer: -1)
    private var isSignalled = false
    private var armedAt: Int64 = -1
    /// Whether the host watches.
    private(set) var isObserved = false

    /// Opens the descriptors.
    init(withTimer: Bool) throws(Failure) {
        guard csys_loop_open(&loop, withTimer ? 1 : 0) == 0 else {
            throw Failure(.system, "No descriptor is to be had for the engine: raise the process's limit, or close some.")
        }
    }

    /// The number for the host.
    mutating func observe() -> Int32 {
        isObserved = true
        return loop.epoll
    }

    /// Readable when there is work now, or at `uptime`; -1: never by itself.
    mutating func show(hasWork: Bool, nextAt uptime: Int64) {
        guard isObserved else { return }
        if hasWork != isSignalled {
            isSignalled = hasWork
            csys_loop_signal(&loop, hasWork ? 1 : 0)
        }
        if uptime != armedAt {
            armedAt = uptime
            csys_loop_arm(&loop, uptime)
        }
    }

    mutating func close() { csys_loop_close(&loop) }
}
