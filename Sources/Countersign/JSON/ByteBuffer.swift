import CSystem
import Glibc

/// Bytes that cannot change any more, freed with their last reference; secret ones are overwritten first.
///
/// Bodies of requests and replies travel as byte buffers, so that card data in them never becomes a `String`.
public final class ByteBuffer: @unchecked Sendable {
    /// How many bytes there are.
    public let count: Int
    /// Whether the bytes are wiped before their memory is given back, and kept out of ``text()``.
    public let isSecret: Bool

    @usableFromInline let memory: UnsafeMutableRawPointer
    private let capacity: Int

    /// A buffer without bytes.
    public static let empty = ByteBuffer(copying: UnsafeRawBufferPointer(start: nil, count: 0), isSecret: false)

    /// Takes over memory from `allocateBytes`, of which the first `count` bytes are the content.
    init(adopting memory: UnsafeMutableRawPointer, count: Int, capacity: Int, isSecret: Bool) {
        self.memory = memory
        self.count = count
        self.capacity = capacity
        self.isSecret = isSecret
    }

    /// Copies `bytes`.
    public convenience init(copying bytes: UnsafeRawBufferPointer, isSecret: Bool) {
        let memory = allocateBytes(bytes.count)
        if let source = bytes.baseAddress {
            memory.copyMemory(from: source, byteCount: bytes.count)
        }
        self.init(adopting: memory, count: bytes.count, capacity: bytes.count, isSecret: isSecret)
    }

    /// Copies the UTF-8 of `text`, which is not a secret.
    public convenience init(_ text: String) {
        var text = text
        let (memory, count) = text.withUTF8 { utf8 in
            let memory = allocateBytes(utf8.count)
            if let source = utf8.baseAddress {
                memory.copyMemory(from: source, byteCount: utf8.count)
            }
            return (memory, utf8.count)
        }
        self.init(adopting: memory, count: count, capacity: count, isSecret: false)
    }

    deinit {
        if isSecret {
            csys_wipe(memory, capacity)
        }
        free(memory)
    }

    /// The content, valid as long as the buffer lives.
    @inlinable public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory, count: count)
    }

    /// Calls `body` with the content, and keeps the buffer alive meanwhile.
    @inlinable public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) { try body(bytes) }
    }

    /// The content as text, ill-formed UTF-8 replaced by U+FFFD; empty where the buffer is secret.
    public func text() -> String {
        isSecret ? "" : withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
