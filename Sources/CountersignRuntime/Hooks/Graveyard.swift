import Synchronization

/// User data that nobody needs any more, until a thread comes by that holds no lock and may call the host.
///
/// So a destructor runs exactly once, with no lock held, on a thread that is inside a call of the library, wherever the last
/// reference was dropped.
public final class Graveyard: Sendable {
    private struct Grave: @unchecked Sendable {
        let destroy: DestroyFunction
        let userData: UnsafeMutableRawPointer?
    }

    private let graves = Mutex<[Grave]>([])
    private let isEmpty = Atomic<Bool>(true)

    init() {}

    func bury(_ destroy: DestroyFunction, _ userData: UnsafeMutableRawPointer?) {
        let grave = Grave(destroy: destroy, userData: userData)
        graves.withLock { $0.append(grave) }
        isEmpty.store(false, ordering: .releasing)
    }

    /// Calls every destructor that is due, and those that become due meanwhile.
    @inline(__always)
    public func visit() {
        while !isEmpty.load(ordering: .relaxed) { empty() }
    }

    private func empty() {
        isEmpty.store(true, ordering: .relaxed)
        let due = graves.withLock { graves in
            defer { graves = [] }
            return graves
        }
        for grave in due { grave.destroy(grave.userData) }
    }
}
