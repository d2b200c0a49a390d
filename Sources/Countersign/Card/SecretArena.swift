import CSystem

/// Memory for secrets: pages that are locked where the limit allows it, left out of core dumps and zero in a forked child.
///
/// Secrets up to a page share pages by size class; larger ones get a mapping of their own. Every slot is handed out
/// zeroed and wiped when it comes back. The pages live until the arena and every `SecretBytes` in it are gone.
///
/// Safe to use from any thread. In a forked child it gives ordinary memory and takes nothing back: another thread may
/// have held the lock at the fork, and the pages hold only zeros there.
public final class SecretArena: @unchecked Sendable {
    /// Where a slot came from, which says how it goes back.
    enum Origin {
        case pool(Int)
        case mapping(Int)
        /// Ordinary memory, wiped all the same: for a forked child, or when the kernel gives no mapping.
        case heap
    }

    private struct State {
        /// The first free slot of each class; a free slot's first word is the address of the next one, 0 at the end.
        var free: (UInt, UInt, UInt, UInt) = (0, 0, 0, 0)
        var pages: [UnsafeMutableRawPointer] = []
    }

    private static let pageSize = 4096

    /// One lock for taking and giving back; state is also read by `deinit`, which nobody can race with.
    private let lock = WordLock()
    private var state = State()
    /// A word of its own secret page that is 1 in the process that made the arena and 0 in a child. Nil when there is
    /// no page.
    private let parentMark: UnsafeMutablePointer<UInt>?

    /// An arena without slots; pages come with the first secrets.
    public init() {
        let page = csys_secret_map(Self.pageSize)
        parentMark = page?.bindMemory(to: UInt.self, capacity: 1)
        parentMark?.pointee = 1
    }

    deinit {
        guard !isForked else { return }
        for page in state.pages { csys_secret_unmap(page, Self.pageSize) }
        csys_secret_unmap(parentMark, Self.pageSize)
    }

    private var isForked: Bool {
        guard let parentMark else { return false }
        return parentMark.pointee == 0
    }

    /// The size class that holds `count` bytes: 64, 256, 1024 or 4096 bytes; nil for more.
    private static func sizeClass(for count: Int) -> Int? {
        if count <= 64 { return 0 }
        if count <= 256 { return 1 }
        if count <= 1024 { return 2 }
        return count <= pageSize ? 3 : nil
    }

    private static func slotSize(_ sizeClass: Int) -> Int { 64 << (2 &* sizeClass) }

    /// A zeroed slot of at least `count` bytes.
    func take(_ count: Int) -> (memory: UnsafeMutableRawPointer, origin: Origin) {
        guard !isForked else { return Self.heapSlot(count) }
        guard let sizeClass = Self.sizeClass(for: count) else {
            let pages = (count &- 1) / Self.pageSize &+ 1
            let size = pages &* Self.pageSize
            guard let memory = csys_secret_map(size) else { return Self.heapSlot(count) }
            return (memory, .mapping(size))
        }
        let memory = lock.withLock { pop(sizeClass) }
        guard let memory else { return Self.heapSlot(count) }
        return (memory, .pool(sizeClass))
    }

    /// Wipes a slot and takes it back.
    func giveBack(_ memory: UnsafeMutableRawPointer, count: Int, origin: Origin) {
        switch origin {
        case .pool(let sizeClass):
            csys_wipe(memory, count)
            guard !isForked else { return }
            lock.withLock { push(memory, sizeClass) }
        case .mapping(let size):
            csys_secret_unmap(memory, size)
        case .heap:
            csys_wipe(memory, count)
            memory.deallocate()
        }
    }

    private static func heapSlot(_ count: Int) -> (memory: UnsafeMutableRawPointer, origin: Origin) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(count, 1))
        return (memory, .heap)
    }

    private func pop(_ sizeClass: Int) -> UnsafeMutableRawPointer? {
        if self[head: sizeClass] == 0 { addPage(sizeClass) }
        guard let slot = UnsafeMutableRawPointer(bitPattern: self[head: sizeClass]) else { return nil }
        self[head: sizeClass] = slot.load(as: UInt.self)
        slot.storeBytes(of: 0, as: UInt.self)
        return slot
    }

    private func push(_ slot: UnsafeMutableRawPointer, _ sizeClass: Int) {
        slot.storeBytes(of: self[head: sizeClass], as: UInt.self)
        self[head: sizeClass] = UInt(bitPattern: slot)
    }

    private func addPage(_ sizeClass: Int) {
        guard let page = csys_secret_map(Self.pageSize) else { return }
        state.pages.append(page)
        let size = Self.slotSize(sizeClass)
        for offset in stride(from: Self.pageSize &- size, through: 0, by: -size) { push(page + offset, sizeClass) }
    }

    private subscript(head sizeClass: Int) -> UInt {
        get {
            switch sizeClass {
            case 0: state.free.0
            case 1: state.free.1
            case 2: state.free.2
            default: state.free.3
            }
        }
        set {
            switch sizeClass {
            case 0: state.free.0 = newValue
            case 1: state.free.1 = newValue
            case 2: state.free.2 = newValue
            default: state.free.3 = newValue
            }
        }
    }
}
