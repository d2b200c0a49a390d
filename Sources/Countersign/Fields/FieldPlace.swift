/// Where a member lies in `Root`: a key path, for writing reduced once to the distance from the start, since going through the key
/// path costs many times what the rest of a write does.
public struct FieldPlace<Root, Value>: Sendable {
    private let keyPath: WritableKeyPath<Root, Value> & Sendable
    private let offset: Int?

    /// The place that a key path names.
    public init(_ keyPath: WritableKeyPath<Root, Value> & Sendable) {
        self.keyPath = keyPath
        offset = MemoryLayout<Root>.offset(of: keyPath)
    }

    @inline(__always) func read(_ root: Root) -> Value { root[keyPath: keyPath] }

    @inline(__always) func write(_ value: Value, to root: inout Root) {
        guard let offset else {
            root[keyPath: keyPath] = value
            return
        }
        withUnsafeMutableBytes(of: &root) { bytes in
            guard let start = bytes.baseAddress else { return }
            // `MemoryLayout.offset(of:)` vouches for a stored `Value` at that distance.
            (start + offset).assumingMemoryBound(to: Value.self).pointee = value
        }
    }

    /// Moves the value out, which the caller puts back with `write`; `blank` stays meanwhile.
    @inline(__always) func take(from root: inout Root, leaving blank: Value) -> Value {
        guard let offset else {
            let value = root[keyPath: keyPath]
            root[keyPath: keyPath] = blank
            return value
        }
        return withUnsafeMutableBytes(of: &root) { bytes in
            guard let start = bytes.baseAddress else { return blank }
            let place = (start + offset).assumingMemoryBound(to: Value.self)
            let value = place.move()
            place.initialize(to: blank)
            return value
        }
    }
}
