import CSystem

/// A lock that knows no owner: a word, and the kernel only where threads meet.
///
/// The standard library's `Mutex` keeps the number of the thread that holds it, as the thread remembers it, and in a forked
/// child a thread remembers that of its parent. There the lock traps, or waits for a stranger, as soon as two threads meet.
public final class WordLock: @unchecked Sendable {
    private let word: UnsafeMutablePointer<UInt32>

    /// A free lock.
    public init() {
        word = .allocate(capacity: 1)
        word.initialize(to: 0)
    }

    deinit { word.deallocate() }

    /// Waits until nobody holds it, and takes it. Not twice by one thread.
    @inline(__always) public func lock() { csys_lock(word) }

    /// Gives it back.
    @inline(__always) public func unlock() { csys_unlock(word) }

    /// Calls `body` while holding it.
    @inline(__always)
    public func withLock<R>(_ body: () -> R) -> R {
        csys_lock(word)
        defer { csys_unlock(word) }
        return body()
    }
}
