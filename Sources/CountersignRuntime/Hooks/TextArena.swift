import Glibc

/// Texts that are lent to the host until a hook returns, in memory that is used again for the next hook.
struct TextArena: ~Copyable {
    private static let usualSize = 4096

    private var memory: UnsafeMutablePointer<CChar>
    private var capacity: Int
    private var used = 0
    /// Blocks that were too small, kept until the hook returns since texts in them are still lent.
    private var outgrown: [UnsafeMutablePointer<CChar>] = []

    init() {
        capacity = Self.usualSize
        memory = .allocate(capacity: capacity)
    }

    deinit {
        memory.deallocate()
        for block in outgrown { block.deallocate() }
    }

    /// Takes all texts back.
    mutating func clear() {
        used = 0
        guard !outgrown.isEmpty || capacity > 16 &* Self.usualSize else { return }
        for block in outgrown { block.deallocate() }
        outgrown = []
        guard capacity > 16 &* Self.usualSize else { return }
        memory.deallocate()
        capacity = Self.usualSize
        memory = .allocate(capacity: capacity)
    }

    /// A copy of the bytes with a zero at its end.
    mutating func lend(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar> {
        if capacity &- used < bytes.count &+ 1 { grow(bytes.count &+ 1) }
        let text = memory + used
        if let start = bytes.baseAddress { UnsafeMutableRawPointer(text).copyMemory(from: start, byteCount: bytes.count) }
        text[bytes.count] = 0
        used &+= bytes.count &+ 1
        return UnsafePointer(text)
    }

    mutating func lend(_ text: String) -> UnsafePointer<CChar> {
        var text = text
        return text.withUTF8 { lend(UnsafeRawBufferPointer($0)) }
    }

    private mutating func grow(_ needed: Int) {
        outgrown.append(memory)
        capacity = max(2 &* capacity, needed)
        memory = .allocate(capacity: capacity)
        used = 0
    }
}
