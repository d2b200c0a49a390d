/// A root as JSON.
extension FieldTable {
    /// Writes an object of all fields that have a value, nested as their paths are.
    public func write(_ root: Root, to writer: inout JSONWriter) {
        write(root, level: 0, to: &writer)
    }

    private func write(_ root: Root, level: Int, to writer: inout JSONWriter) {
        writer.beginObject()
        for child in tree.children(of: level) {
            switch child.target {
            case .field(let position):
                switch fields[position].read(root) {
                case .none: continue
                case .text(let text):
                    writer.key(child.text)
                    writer.string(text)
                case .int(let value):
                    writer.key(child.text)
                    writer.int(value)
                case .bool(let value):
                    writer.key(child.text)
                    writer.bool(value)
                case .json(let buffer):
                    writer.key(child.text)
                    buffer.withBytes { writer.raw($0) }
                }
            case .group(let position):
                groups[position].write(root, child.text, &writer)
            case .branch(let next):
                guard hasValue(root, level: next) else { continue }
                writer.key(child.text)
                write(root, level: next, to: &writer)
            }
        }
        writer.endObject()
    }

    private func hasValue(_ root: Root, level: Int) -> Bool {
        tree.children(of: level).contains { child in
            switch child.target {
            case .field(let position):
                if case .none = fields[position].read(root) { return false }
                return true
            case .group(let position): return groups[position].exists(root)
            case .branch(let next): return hasValue(root, level: next)
            }
        }
    }
}
