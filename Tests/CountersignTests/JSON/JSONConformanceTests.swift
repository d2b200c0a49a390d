import Testing

@testable import Countersign

/// The cases of `Tests/vectors/json/cases.txt`, which the C tests try through the header too.
@Suite("JSON conformance")
struct JSONConformanceTests {
    struct Case: CustomTestStringConvertible {
        let verdict: Character
        let name: String
        let text: [UInt8]
        var testDescription: String { name }
    }

    static func cases() throws -> [Case] {
        try VectorFile.bytes("json/cases.txt").split(separator: 0x0a).compactMap { line in
            let parts = line.split(separator: 0x20, maxSplits: 2)
            guard line.first != 0x23, parts.count >= 2 else { return nil }
            let verdict = Character(Unicode.Scalar(parts[0][parts[0].startIndex]))
            return Case(verdict: verdict, name: text(parts[1]), text: parts.count == 3 ? decoded(Array(parts[2])) : [])
        }
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// `%41` is a byte, `%(3:ab)` repeats.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] != 0x25 {
                result.append(bytes[place])
                place += 1
            } else if bytes[place + 1] == 0x28, let colon = bytes[place...].firstIndex(of: 0x3a),
                let end = bytes[colon...].firstIndex(of: 0x29), let count = Int(text(bytes[(place + 2)..<colon]))
            {
                for _ in 0..<count { result += bytes[(colon + 1)..<end] }
                place = end + 1
            } else {
                result.append(UInt8(text(bytes[(place + 1)...(place + 2)]), radix: 16) ?? 0)
                place += 3
            }
        }
        return result
    }

    @Test("What must be taken is, what is no JSON is not, and the rest goes as documented", arguments: try cases())
    func verdict(_ one: Case) {
        do throws(JSONError) {
            _ = try one.text.withUnsafeBytes { bytes in
                Result { () throws(JSONError) in try JSONDocument(parsing: bytes) }
            }.get()
            #expect(one.verdict == "y" || one.verdict == "t", "\(one.name) is taken")
        } catch {
            #expect(one.verdict == "n" || one.verdict == "r", "\(one.name): \(error)")
            #expect(error.offset <= one.text.count && error.line >= 1 && error.column >= 1)
            #expect(error.message.hasSuffix(".") && error.message.utf8.count < 200)
        }
    }

    @Test("There are cases of every verdict, and each has a name of its own")
    func names() throws {
        let cases = try Self.cases()
        #expect(cases.count > 250 && Set(cases.map(\.name)).count == cases.count)
        #expect(Set(cases.map(\.verdict)) == ["y", "n", "t", "r"])
    }

    @Test(
        "What other notations allow is told as such, with line and column",
        arguments: [
            ("{\n  \"a\": 1,\n}", JSONFault.comma, 3, 1), ("[1, 2, ]", .comma, 1, 8), ("{\"é\": 'x'}", .quote, 1, 7),
            ("{\n\tamount: 1}", .quote, 2, 2), ("[\n// x\n]", .comment, 2, 1), ("{} # x", .trailing, 1, 4),
            ("[\n\n\n1 2]", .syntax, 4, 3),
        ])
    func place(_ text: String, _ fault: JSONFault, _ line: Int, _ column: Int) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: text) }
        #expect(error?.fault == fault && error?.line == line && error?.column == column)
        #expect(error?.message.contains("line \(line), column \(column)") == true)
    }

    @Test("A limit that is exceeded is named")
    func limits() {
        let texts = [String(repeating: "[", count: 33), "\"" + String(repeating: "x", count: 1 << 20) + "\""]
        for (text, words) in zip(texts, ["more than 32 deep", "longer than 1048576 bytes"]) {
            let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: text) }
            #expect(error?.message.contains(words) == true)
        }
    }
}
