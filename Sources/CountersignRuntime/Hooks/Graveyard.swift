import CSystem
import Countersign
import Synchronization

/// User data that nobody needs any more, until a thread comes by that holds no lock and may call the host.
///
/// So a destructor runs exactly once, with no lock held, on a thread that is inside a call of the library, wherever the last
/// reference was dropped.
public final class Graveyard: @unchecked Sendable {
    private struct Grave: @unchecked Sendable {
        let destroy: DestroyFunction
        let userData: UnsafeMutableRawPointer?
    }

    private let lock = WordLock()
    private var graves: [Grave] = []
    private let isEmpty = Atomic<Bool>(true)
    /// A thread that calls destructors; 0: none.
    private let visitor = Atomic<UInt>(0)

    init() {}

    func bury(_ destroy: DestroyFunction, _ userData: UnsafeMutableRawPointer?) {
        let grave = Grave(destroy: destroy, userData: userData)
        lock.withLock { graves.append(grave) }
        isEmpty.store(false, ordering: .releasing)
    }

    /// Calls every destructor that is due, and those that become due meanwhile.
    @inline(__always)
    public func visit() {
        if !isEmpty.load(ordering: .relaxed) { empty() }
    }

    /// Destructors that a destructor makes due are called after it has returned, not inside it: however long such a chain is,
    /// it needs no more stack.
    private func empty() {
        let thread = csys_thread()
        guard visitor.load(ordering: .relaxed) != thread else { return }
        let (isFirst, _) = visitor.compareExchange(expected: 0, desired: thread, ordering: .relaxed)
        while !isEmpty.load(ordering: .relaxed) {
            isEmpty.store(true, ordering: .relaxed)
            let due = lock.withLock {
                defer { graves = [] }
                return graves
            }
            for grave in due { grave.destroy(grave.userData) }
        }
        if isFirst { visitor.store(0, ordering: .relaxed) }
    }
}
