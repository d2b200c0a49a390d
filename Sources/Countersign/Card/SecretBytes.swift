import CSystem

/// A secret of a fixed length in secret memory: a card number, a security code, a key. Wiped with its last reference.
///
/// It prints as `<secret>` wherever it is printed. Its bytes do not change, so that it can be shared between threads; only
/// `wipe()` ends it for every holder at once and must not race with a reader.
public final class SecretBytes: @unchecked Sendable {
    /// How many bytes it holds; 0 once wiped.
    public private(set) var count: Int
    private let memory: UnsafeMutableRawPointer
    private let capacity: Int
    private let origin: SecretArena.Origin
    private let arena: SecretArena

    /// Copies `bytes` into a slot of `arena`, which it keeps alive. Wiping the original is the caller's business.
    public convenience init(copying bytes: UnsafeRawBufferPointer, in arena: SecretArena) {
        self.init(count: bytes.count, in: arena) { $0.copyMemory(from: bytes) }
    }

    /// Takes a zeroed slot of `count` bytes of `arena` and lets `fill` write it in place.
    public init(count: Int, in arena: SecretArena, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let size = max(count, 0)
        (memory, origin) = arena.take(size)
        self.count = size
        capacity = size
        self.arena = arena
        fill(UnsafeMutableRawBufferPointer(start: memory, count: size))
    }

    deinit { arena.giveBack(memory, count: capacity, origin: origin) }

    /// Whether it lies in secret memory. False where the kernel had none to give: then it is in ordinary memory, which a core
    /// dump shows, and wiped all the same.
    public var isProtected: Bool {
        switch origin {
        case .pool, .mapping: true
        case .heap: false
        }
    }

    /// Lends the bytes for the length of the call; none once wiped.
    @inline(__always)
    public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Overwrites the bytes with zeros now and makes it empty.
    public func wipe() {
        csys_wipe(memory, capacity)
        count = 0
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `<secret>`.
    public var description: String { "<secret>" }
    /// `<secret>`.
    public var debugDescription: String { "<secret>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
