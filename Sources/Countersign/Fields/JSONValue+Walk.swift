/// Ways through a document that count no references: who uses them holds the document.
extension JSONValue {
    /// Calls `body` with each member of an object: its name in UTF-8, and its value.
    @inline(__always) func forEachMember<Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>, JSONValue) throws(Failure) -> Void
    ) throws(Failure) {
        let document = document
        var member = index &+ 1
        for _ in 0..<count {
            let node = document.tape.nodes + Int(member)
            let name = UnsafeBufferPointer(start: document.tape.key(node), count: Int(node.pointee.keyLength))
            try body(name, JSONValue(document: document, index: member))
            member = node.pointee.next
        }
    }

    /// The content of a string in UTF-8, escapes undone. Only for strings.
    @inline(__always) var content: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: document.tape.content(node), count: Int(node.pointee.length))
    }
}
