import CSystem
import Glibc

/// Writes one JSON value into a buffer that grows. Commas and colons are the writer's business, matching brackets the caller's.
///
/// Characters outside ASCII and `/` are written as they are. A secret writer wipes its memory, also when it grows.
public struct JSONWriter: ~Copyable {
    @usableFromInline var memory: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0
    /// Whether a value ended last, so that the next name or element needs a comma before it.
    @usableFromInline var followsValue = false
    @usableFromInline let isSecret: Bool

    /// - Parameters:
    ///   - capacity: Bytes to begin with.
    ///   - isSecret: Whether what is written is wiped with its memory.
    public init(capacity: Int = 512, isSecret: Bool = false) {
        self.capacity = max(capacity, 32)
        self.isSecret = isSecret
        memory = allocateBytes(self.capacity).bindMemory(to: UInt8.self, capacity: self.capacity)
    }

    deinit {
        if isSecret { csys_wipe(memory, capacity) }
        free(memory)
    }

    /// Ends the writing and gives the text, as secret as the writer was.
    public consuming func finish() -> ByteBuffer {
        let buffer = ByteBuffer(adopting: memory, count: count, capacity: capacity, isSecret: isSecret)
        discard self
        return buffer
    }

    // MARK: Containers

    /// Writes `{`.
    @inlinable public mutating func beginObject() { begin(0x7b) }
    /// Writes `}`.
    @inlinable public mutating func endObject() { end(0x7d) }
    /// Writes `[`.
    @inlinable public mutating func beginArray() { begin(0x5b) }
    /// Writes `]`.
    @inlinable public mutating func endArray() { end(0x5d) }

    @inlinable @inline(__always) mutating func begin(_ bracket: UInt8) {
        let out = room(for: 1)
        out[0] = bracket
        count &+= 1
        followsValue = false
    }

    @inlinable @inline(__always) mutating func end(_ bracket: UInt8) {
        reserve(1)
        memory[count] = bracket
        count &+= 1
        followsValue = true
    }

    // MARK: Names

    /// Writes a member's name. It is taken as it stands: no character of it needs an escape.
    ///
    /// Inlined, so that the compiler turns a literal into a few stores.
    @inlinable @inline(__always) public mutating func key(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        let out = room(for: length &+ 3)
        out[0] = 0x22
        UnsafeMutableRawPointer(out + 1).copyMemory(from: name.utf8Start, byteCount: length)
        out[length &+ 1] = 0x22
        out[length &+ 2] = 0x3a
        count &+= length &+ 3
        followsValue = false
    }

    /// Writes a member's name.
    public mutating func key(_ name: String) {
        string(name)
        colon()
    }

    /// Writes a member's name, given in UTF-8.
    public mutating func key(bytes name: UnsafeRawBufferPointer) {
        string(bytes: name)
        colon()
    }

    private mutating func colon() {
        reserve(1)
        memory[count] = 0x3a
        count &+= 1
        followsValue = false
    }

    // MARK: Values

    /// Writes a string.
    public mutating func string(_ text: String) {
        // A native string gives its bytes without a copy, and without counting a reference.
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { quote($0.baseAddress, $0.count, isWellFormed: true) }
        if isDone == nil {
            var copy = text
            copy.withUTF8 { quote($0.baseAddress, $0.count, isWellFormed: true) }
        }
    }

    /// Writes a string.
    public mutating func string(_ text: StaticString) {
        quote(text.utf8Start, text.utf8CodeUnitCount, isWellFormed: true)
    }

    /// Writes a string given in UTF-8; what is ill-formed in it becomes U+FFFD, so that the result always is JSON.
    public mutating func string(bytes: UnsafeRawBufferPointer) {
        quote(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, isWellFormed: false)
    }

    /// Writes a number.
    public mutating func int(_ value: Int64) {
        let out = room(for: 20)
        count &+= JSONDecimal.write(value, to: out)
        followsValue = true
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) { plain(value ? "true" : "false") }

    /// Writes `null`.
    public mutating func null() { plain("null") }

    /// Writes `text`, which the caller vouches for as a JSON number.
    public mutating func number(text: String) {
        var text = text
        text.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
    }

    /// Writes `json`, which the caller vouches for as one JSON value.
    public mutating func raw(_ json: UnsafeRawBufferPointer) {
        let out = room(for: json.count)
        if let source = json.baseAddress { memcpy(out, source, json.count) }
        count &+= json.count
        followsValue = true
    }

    /// Writes `json`, one value that was parsed before, without its white space.
    mutating func compact(_ json: UnsafeRawBufferPointer) {
        let out = room(for: json.count)
        count &+= JSONCompaction.compact(json, to: out)
        followsValue = true
    }

    private mutating func plain(_ text: StaticString) {
        raw(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    // MARK: Memory

    /// Makes room for `length` bytes and for a comma, which it writes where one is due. Gives where to go on.
    @inlinable @inline(__always) mutating func room(for length: Int) -> UnsafeMutablePointer<UInt8> {
        reserve(length &+ 1)
        // Written in any case, and counted where it is due: cheaper than a branch.
        memory[count] = 0x2c
        count &+= followsValue ? 1 : 0
        return memory + count
    }

    @inlinable @inline(__always) mutating func reserve(_ length: Int) {
        if capacity &- count < length { grow(length) }
    }

    /// Not `realloc`, which would leave secrets in the memory that it gives up.
    @usableFromInline @inline(never) mutating func grow(_ length: Int) {
        let larger = max(capacity &* 2, count &+ length)
        let fresh = allocateBytes(larger).bindMemory(to: UInt8.self, capacity: larger)
        memcpy(fresh, memory, count)
        if isSecret { csys_wipe(memory, capacity) }
        free(memory)
        memory = fresh
        capacity = larger
    }

    // MARK: Strings

    /// Writes a string in quotes. As long as nothing in it needs care, it is checked and copied by words.
    @inline(__always) private mutating func quote(
        _ source: UnsafePointer<UInt8>?, _ length: Int, isWellFormed: Bool
    ) {
        let out = room(for: length &+ 10)
        out[0] = 0x22
        if let source, length > 0 {
            let out = out + 1
            var done = 0
            while done &+ 16 <= length {
                let first = ByteWord.load(source + done)
                let second = ByteWord.load(source + done + 8)
                let special =
                    isWellFormed
                    ? ByteWord.escapes(first) | ByteWord.escapes(second) : ByteWord.stops(first) | ByteWord.stops(second)
                if special != 0 { return quoteWithCare(source, length, after: done, isWellFormed: isWellFormed) }
                ByteWord.store(first, out + done)
                ByteWord.store(second, out + done + 8)
                done &+= 16
            }
            if done &+ 8 <= length {
                let word = ByteWord.load(source + done)
                let special = isWellFormed ? ByteWord.escapes(word) : ByteWord.stops(word)
                if special != 0 { return quoteWithCare(source, length, after: done, isWellFormed: isWellFormed) }
                ByteWord.store(word, out + done)
                done &+= 8
            }
            // The last word overlaps the one before, or, where there is none, is filled with blanks, which need no care.
            let last = max(length &- 8, 0)
            let word = ByteWord.load(source + last, upTo: length) | (0x2020_2020_2020_2020 & ~ByteWord.mask(length))
            let special = isWellFormed ? ByteWord.escapes(word) : ByteWord.stops(word)
            if special != 0 { return quoteWithCare(source, length, after: done, isWellFormed: isWellFormed) }
            ByteWord.store(word, out + last)
        }
        out[length &+ 1] = 0x22
        count &+= length &+ 2
        followsValue = true
    }

    /// Goes on with a string of which the quote and `done` bytes are written, but not yet counted.
    @inline(never) private mutating func quoteWithCare(
        _ source: UnsafePointer<UInt8>, _ length: Int, after done: Int, isWellFormed: Bool
    ) {
        count &+= done &+ 1
        // No byte becomes more than six.
        reserve((length &- done) &* 6 &+ 1)
        let out = memory + count
        let written = JSONEscaping.escape(
            UnsafeBufferPointer(start: source + done, count: length &- done), to: out, isWellFormed: isWellFormed)
        out[written] = 0x22
        count &+= written &+ 1
        followsValue = true
    }
}
