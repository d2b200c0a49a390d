import Countersign
import Testing

@Suite("JSON duplicate members")
struct JSONDuplicateTests {
    @Test(
        "Members that share a name are told with their paths",
        arguments: [
            ("{}", []), ("{\"a\":1,\"b\":2}", []), ("[{\"a\":1},{\"a\":2}]", []), ("{\"a\":{\"a\":{\"a\":1}}}", []),
            ("{\"a\":1,\"A\":2}", []), ("{\"a\":1,\"a \":2,\"\":3}", []),
            ("{\"a\":1,\"a\":2}", ["a"]), ("{\"a\":1,\"a\":2,\"a\":3}", ["a"]), ("{\"\":1,\"\":2}", [""]),
            ("{\"a\":1,\"\\u0061\":2}", ["a"]), ("{\"\\u0061\":1,\"b\":{},\"a\":2}", ["a"]),
            ("{\"é\":1,\"\\u00e9\":2}", ["é"]),
            ("{\"a\":{\"b\":1,\"b\":2},\"c\":[0,{\"d\":1,\"d\":2}]}", ["a.b", "c.1.d"]),
            ("{\"a.b\":1,\"a.b\":2,\"c\\\\d\":1,\"c\\\\d\":2}", ["a\\.b", "c\\\\d"]),
            ("[[{\"x\":1,\"x\":1}]]", ["0.0.x"]), ("{\"b\":1,\"a\":2,\"b\":3,\"a\":4}", ["b", "a"]),
            ("{\"abcdefghi\":1,\"abcdefghj\":2,\"abcdefghi\":3}", ["abcdefghi"]),
        ] as [(String, [String])])
    func paths(_ text: String, _ expected: [String]) throws {
        let document = try JSONDocument(parsing: text)
        #expect(document.duplicateMembers == expected)
        #expect((document.duplicateMemberCount == 0) == expected.isEmpty)
    }

    @Test("Look-ups find the first of them, in small objects and large", arguments: [2, 15, 16, 17, 18, 100])
    func first(_ count: Int) throws {
        let others = (0..<(count - 2)).map { ",\"k\($0)\":0" }.joined()
        let document = try JSONDocument(parsing: "{\"x\":1\(others),\"x\":2}")
        #expect(document.root["x"]?.int64 == 1)
        #expect(document.duplicateMembers == ["x"])
        #expect(document.duplicateMemberCount == 1)
        #expect(document.root.count == count)
    }

    @Test("Objects of every size find all their members and no others", arguments: Array(0...40) + [1_000])
    func sizes(_ count: Int) throws {
        // Names of all lengths, many with the same beginning.
        let names = (0..<count).map { String(repeating: "name", count: $0 % 5) + "\($0)" }
        let text = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
        let root = try JSONDocument(parsing: text).root
        for (value, name) in names.enumerated() {
            #expect(root.member(name)?.int64 == Int64(value))
            #expect(root.member(name + "x") == nil)
            #expect(root.member(String(name.dropLast())).map { $0.int64 == Int64(value) } != true)
        }
        #expect(root.member("") == nil)
    }

    @Test("Large objects within large objects, with values in between, keep their members apart")
    func nested() throws {
        let inner = "{" + (0..<30).map { "\"k\($0)\":[\($0),{}]" }.joined(separator: ",") + "}"
        let text = "{" + (0..<30).map { "\"k\($0)\":\(inner)" }.joined(separator: ",") + ",\"k7\":0}"
        let document = try JSONDocument(parsing: text)
        for outer in 0..<30 {
            for part in 0..<30 {
                #expect(document.root.value(at: "k\(outer).k\(part).0")?.int64 == Int64(part))
            }
        }
        #expect(document.duplicateMembers == ["k7"])
    }

    @Test("A flood of duplicates is counted, and listed up to a bound")
    func flood() throws {
        let name = String(repeating: "é", count: 1_000)
        let text = "{\"\(name)\":{" + (0..<1_000).map { "\"k\($0)\":1,\"k\($0)\":2" }.joined(separator: ",") + "}}"
        let document = try JSONDocument(parsing: text)
        #expect(document.duplicateMemberCount == 1_000)
        #expect(document.duplicateMembers.count == 64)
        #expect(document.duplicateMembers.allSatisfy { $0.count < 80 })
    }

    @Test("Ten thousand members with long common beginnings are all found")
    func longBeginnings() throws {
        let head = String(repeating: "x", count: 80)
        let text = "{" + (0..<10_000).map { "\"\(head)\(10_000 + $0)\":\($0)" }.joined(separator: ",") + "}"
        let root = try JSONDocument(parsing: text).root
        var found = 0
        for number in 0..<10_000 where root.member("\(head)\(10_000 + number)")?.int64 == Int64(number) { found += 1 }
        #expect(found == 10_000)
    }
}
