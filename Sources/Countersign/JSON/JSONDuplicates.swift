extension JSONDocument {
    private static let mostListed = 64

    /// How many members have the name of an earlier member of the same object.
    ///
    /// RFC 8259, 4 leaves their meaning open; here look-ups find the first. Whoever acts on a text that others read too, such
    /// as one with a signature, refuses it where this is not zero.
    public var duplicateMemberCount: Int { tape.duplicates.count }

    /// Paths of the members that ``duplicateMemberCount`` counts, as ``JSONValue/value(at:)-(String)`` takes them: in the order
    /// of the text, each once, at most 64.
    public var duplicateMembers: [String] {
        var paths: [String] = []
        for member in tape.duplicates.sorted() where paths.count < Self.mostListed {
            let path = path(of: member)
            if !paths.contains(path) { paths.append(path) }
        }
        return paths
    }

    /// Steps down from the root to `target`, through the containers whose content it is part of.
    private func path(of target: UInt32) -> String {
        var path = ""
        var container: UInt32 = 0
        while container != target {
            let isObject = tape.nodes[Int(container)].kind == .object
            var position = 0
            var child = container &+ 1
            while target >= tape.nodes[Int(child)].next {
                child = tape.nodes[Int(child)].next
                position &+= 1
            }
            if container != 0 { path += "." }
            path += isObject ? JSONName(document: self, index: child).pathComponent : String(position)
            container = child
        }
        return path
    }
}
