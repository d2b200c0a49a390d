extension JSONValue {
    /// The value at a dotted path, such as `additionalData.authCode` or `lines.0.sku`: each part is a member's name, or the
    /// position of an element in decimal digits. `\.` stands for a dot in a name and `\\` for a backslash. An empty path is the
    /// value itself. Nil where nothing is there.
    public func value(at path: String) -> JSONValue? {
        var path = path
        return path.withUTF8 { value(at: $0) }
    }

    /// The value at a dotted path; see ``value(at:)-(String)``.
    public func value(at path: StaticString) -> JSONValue? {
        value(at: UnsafeBufferPointer(start: path.utf8Start, count: path.utf8CodeUnitCount))
    }

    private func value(at path: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        guard let start = path.baseAddress, path.count > 0 else { return self }
        let end = start + path.count
        var value = self
        var place = start
        while true {
            var partEnd = place
            var isEscaped = false
            while partEnd < end, partEnd[0] != 0x2e {
                if partEnd[0] == 0x5c {
                    isEscaped = true
                    partEnd += 1
                    if partEnd == end { return nil }
                }
                partEnd += 1
            }
            let part = UnsafeBufferPointer(start: place, count: partEnd - place)
            guard let next = isEscaped ? value.child(unescaping: part) : value.child(part) else { return nil }
            value = next
            if partEnd == end { return value }
            place = partEnd + 1
        }
    }

    /// The member or element that one part of a path names.
    private func child(_ part: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        guard let name = part.baseAddress else { return nil }
        switch kind {
        case .object: return member(name, part.count)
        case .array: return element(part)
        default: return nil
        }
    }

    private func child(unescaping part: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: part.count) { name in
            guard let base = name.baseAddress else { return nil }
            var length = 0
            var afterBackslash = false
            for byte in part {
                if byte == 0x5c, !afterBackslash {
                    afterBackslash = true
                    continue
                }
                afterBackslash = false
                base[length] = byte
                length &+= 1
            }
            return child(UnsafeBufferPointer(start: base, count: length))
        }
    }

    private func element(_ digits: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        // Nine digits are beyond any number of values that a document may have.
        guard 1...9 ~= digits.count, digits.count == 1 || digits[0] != 0x30 else { return nil }
        var position = 0
        for digit in digits {
            guard digit &- 0x30 < 10 else { return nil }
            position = position &* 10 &+ Int(digit &- 0x30)
        }
        guard position < count else { return nil }
        var element = index &+ 1
        for _ in 0..<position {
            element = document.tape.nodes[Int(element)].next
        }
        return JSONValue(document: document, index: element)
    }
}
