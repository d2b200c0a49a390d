/// A name and its value in one call.
extension JSONWriter {
    /// Writes a member whose value is a string.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes a member whose value is a string.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, _ value: StaticString) {
        key(name)
        string(value)
    }

    /// Writes a member whose value is a string given in UTF-8; what is ill-formed in it becomes U+FFFD.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, bytes: UnsafeRawBufferPointer) {
        key(name)
        string(bytes: bytes)
    }

    /// Writes a member whose value is a number.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, _ value: Int64) {
        key(name)
        int(value)
    }

    /// Writes a member whose value is `true` or `false`.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes a member whose value was parsed before.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, _ value: JSONValue) {
        key(name)
        value.write(to: &self)
    }

    /// Writes a member whose value is JSON that the caller vouches for.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, raw json: UnsafeRawBufferPointer) {
        key(name)
        raw(json)
    }

    /// Writes a member, or nothing where there is no value.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, ifPresent value: String?) {
        if let value { member(name, value) }
    }

    /// Writes a member, or nothing where there is no value.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, ifPresent value: Int64?) {
        if let value { member(name, value) }
    }

    /// Writes a member, or nothing where there is no value.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, ifPresent value: Bool?) {
        if let value { member(name, value) }
    }

    /// Writes a member, or nothing where there is no value.
    @inlinable @inline(__always) public mutating func member(_ name: StaticString, ifPresent value: JSONValue?) {
        if let value { member(name, value) }
    }
}
