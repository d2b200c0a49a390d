/// Where a member lies in `Root`: a key path, for writing reduced once to the distance from the start, since going through the
/// key path costs many times what the rest of a write does.
struct FieldPlace<Root, Value>: Sendable {
    private let keyPath: WritableKeyPath<Root, Value> & Sendable
    /// The distance in bytes; nil for a member that is not stored.
    let offset: Int?

    /// The place that a key path names.
    init(_ keyPath: WritableKeyPath<Root, Value> & Sendable) {
        self.keyPath = keyPath
        offset = MemoryLayout<Root>.offset(of: keyPath)
    }

    @inline(__always) func value(in root: Root) -> Value { root[keyPath: keyPath] }

    @inline(__always) func write(_ value: consuming Value, to root: inout Root) {
        if let offset {
            FieldMemory.exchange(value, at: offset, in: &root)
        } else {
            root[keyPath: keyPath] = value
        }
    }

    /// Moves the value out, which the caller puts back with `write`; `blank` stays meanwhile.
    @inline(__always) func take(from root: inout Root, leaving blank: consuming Value) -> Value {
        if let offset { return FieldMemory.exchange(blank, at: offset, in: &root) }
        let value = root[keyPath: keyPath]
        root[keyPath: keyPath] = blank
        return value
    }
}

/// Members by their distance from the start, which `MemoryLayout.offset(of:)` vouches for.
enum FieldMemory {
    /// Puts a value in the member's place, and gives what was there.
    @inline(__always) @discardableResult static func exchange<Root, Value>(
        _ value: consuming Value, at offset: Int, in root: inout Root
    ) -> Value {
        withUnsafeMutablePointer(to: &root) { start in
            let place = (UnsafeMutableRawPointer(start) + offset).assumingMemoryBound(to: Value.self)
            swap(&place.pointee, &value)
        }
        return value
    }
}
