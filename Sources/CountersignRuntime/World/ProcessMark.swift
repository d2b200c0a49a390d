import CSystem
import Glibc
import Synchronization

/// Tells a process from the children it forks, for the price of one read: the mark lies on a page that the kernel wipes in a
/// child.
struct ProcessMark: Sendable {
    let value: UInt64

    private nonisolated(unsafe) static let page = csys_fork_page().map {
        $0.bindMemory(to: Atomic<UInt64>.self, capacity: 1)
    }
    /// Marks given so far, which a child goes on counting: no engine of the parent can have the child's mark.
    private static let given = Atomic<UInt64>(0)

    /// The mark of the process that runs now.
    static var current: ProcessMark {
        guard let page else { return ProcessMark(value: UInt64(UInt32(bitPattern: getpid()))) }
        let mark = page.pointee.load(ordering: .acquiring)
        guard mark == 0 else { return ProcessMark(value: mark) }
        let fresh = given.wrappingAdd(1, ordering: .relaxed).newValue
        let (done, seen) = page.pointee.compareExchange(expected: 0, desired: fresh, ordering: .acquiringAndReleasing)
        return ProcessMark(value: done ? fresh : seen)
    }

    /// Whether this is still the process that the mark was taken in.
    @inline(__always)
    var isCurrent: Bool {
        guard let page = Self.page else { return value == UInt64(UInt32(bitPattern: getpid())) }
        return page.pointee.load(ordering: .relaxed) == value
    }
}
