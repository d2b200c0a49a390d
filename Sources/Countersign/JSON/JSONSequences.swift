/// The elements of an array, in order; none for a value that is no array.
public struct JSONElements: Sequence, Sendable {
    let array: JSONValue

    /// Starts at the first element.
    public func makeIterator() -> Iterator {
        Iterator(children: JSONChildren(array, of: .array))
    }

    /// Goes through the elements.
    public struct Iterator: IteratorProtocol {
        var children: JSONChildren

        /// The next element.
        public mutating func next() -> JSONValue? { children.next() }
    }
}

/// The members of an object, in order, with those that share a name; none for a value that is no object.
public struct JSONMembers: Sequence, Sendable {
    let object: JSONValue

    /// Starts at the first member.
    public func makeIterator() -> Iterator {
        Iterator(children: JSONChildren(object, of: .object))
    }

    /// Goes through the members.
    public struct Iterator: IteratorProtocol {
        var children: JSONChildren

        /// The next member.
        public mutating func next() -> (name: JSONName, value: JSONValue)? {
            guard let value = children.next() else { return nil }
            return (JSONName(document: value.document, index: value.index), value)
        }
    }
}

/// Steps over the values of one container.
struct JSONChildren {
    private let document: JSONDocument
    private var child: UInt32
    private var left: Int

    init(_ container: JSONValue, of kind: JSONKind) {
        document = container.document
        child = container.index &+ 1
        left = container.kind == kind ? container.count : 0
    }

    mutating func next() -> JSONValue? {
        guard left > 0 else { return nil }
        left &-= 1
        let value = JSONValue(document: document, index: child)
        child = document.tape.nodes[Int(child)].next
        return value
    }
}

extension JSONValue {
    /// The elements of an array; none otherwise.
    public var elements: JSONElements { JSONElements(array: self) }

    /// The members of an object; none otherwise.
    public var members: JSONMembers { JSONMembers(object: self) }
}
