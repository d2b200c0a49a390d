@testable import Countersign

/// Changes one member of a JSON text, for requests that are wrong in one place.
enum JSONEdit {
    /// The text with the member at the dotted path set to raw JSON, or left out for nil. Missing objects on the way are made.
    static func set(_ path: String, to raw: String?, in body: ByteBuffer) throws -> ByteBuffer {
        let root = try JSONDocument(parsing: body).root
        var writer = JSONWriter(isSecret: body.isSecret)
        write(root, path.split(separator: ".").map(String.init)[...], raw, to: &writer)
        return writer.finish()
    }

    private static func write(_ value: JSONValue?, _ path: ArraySlice<String>, _ raw: String?, to writer: inout JSONWriter) {
        guard let name = path.first else {
            if let raw { withUTF8Bytes(raw) { writer.raw($0) } }
            return
        }
        writer.beginObject()
        var isDone = false
        let members = value.map { Array($0.members) } ?? []
        for (key, member) in members {
            if key.string == name {
                isDone = true
                if path.count == 1, raw == nil { continue }
                writer.key(key.string)
                write(member, path.dropFirst(), raw, to: &writer)
            } else {
                writer.key(key.string)
                member.write(to: &writer)
            }
        }
        if !isDone, raw != nil {
            writer.key(name)
            write(nil, path.dropFirst(), raw, to: &writer)
        }
        writer.endObject()
    }
}
