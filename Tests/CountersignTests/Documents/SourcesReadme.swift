/// The tables of Sources/README.md that stand behind a marker such as `<!-- fields: transaction -->`.
struct SourcesReadme {
    private let lines: [Substring]

    struct Missing: Error { let what: String }

    init() throws {
        let bytes = try VectorFile.bytes("../../Sources/README.md")
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The cells of the rows of the table after the marker, without its head.
    func table(_ marker: String) throws -> [[Substring]] {
        guard let start = lines.firstIndex(of: "<!-- \(marker) -->") else { throw Missing(what: marker) }
        let rows = lines[(start + 1)...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
        guard !rows.isEmpty else { throw Missing(what: "rows after \(marker)") }
        return rows.map { row in
            row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(Self.trimmed)
        }
    }

    /// What stands in backticks in a cell.
    static func names(_ cell: Substring) -> [String] {
        let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}
