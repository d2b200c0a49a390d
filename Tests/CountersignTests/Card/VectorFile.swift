import Glibc

@testable import Countersign

/// A file of `Tests/vectors`, found from where this source lies.
enum VectorFile {
    struct Missing: Error { let path: String }

    static func bytes(_ name: String, source: StaticString = #filePath) throws -> [UInt8] {
        var parts = source.description.split(separator: "/", omittingEmptySubsequences: false)
        while let last = parts.last, last != "Tests" { parts.removeLast() }
        let path = parts.joined(separator: "/") + "/vectors/" + name
        guard let file = fopen(path, "r") else { throw Missing(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    static func json(_ name: String) throws -> JSONValue {
        try bytes(name).withUnsafeBytes { try JSONDocument(parsing: $0).root }
    }
}

/// Lends the UTF-8 of a text.
func withUTF8Bytes<R>(_ text: String, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    var text = text
    return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
}
