import Countersign
import Testing

@Suite("JSON values")
struct JSONValueTests {
    private let sample = """
        {"text":"a\\n\\u00e9","empty":"","yes":true,"no":false,"nothing":null,"whole":42,"decimal":1.50,
         "list":[10,"x",[true]],"object":{"a.b":1,"c\\\\d":{"e":2}}, "esc\\"aped":7}
        """

    @Test("Each value tells its kind, and nothing for what it is not")
    func kinds() throws {
        let root = try JSONDocument(parsing: sample).root
        #expect(root.kind == .object)
        #expect(root["text"]?.kind == .string)
        #expect(root["yes"]?.kind == .bool)
        #expect(root["nothing"]?.kind == .null)
        #expect(root["whole"]?.kind == .number)
        #expect(root["list"]?.kind == .array)
        #expect(root["nothing"]?.isNull == true)
        #expect(root["text"]?.isNull == false)
        #expect(root["yes"]?.bool == true)
        #expect(root["no"]?.bool == false)
        #expect(root["nothing"]?.bool == nil)
        #expect(root["whole"]?.string == nil)
        #expect(root["text"]?.int64 == nil)
        #expect(root["text"]?.numberText == nil)
        #expect(root["text"]?["a"] == nil)
        #expect(root["absent"] == nil)
        #expect(root.string == nil)
        #expect(root["list"]?.withStringBytes { $0.count } == nil)
    }

    @Test("Strings come with their escapes undone, and compare without a copy")
    func strings() throws {
        let root = try JSONDocument(parsing: sample).root
        #expect(root["text"]?.string == "a\né")
        #expect(root["text"]?.withStringBytes { $0.count } == 4)
        #expect(root["text"]?.isString("a\né") == true)
        #expect(root["text"]?.isString("a\n") == false)
        #expect(root["empty"]?.string == "")
        #expect(root["empty"]?.isString("") == true)
        #expect(root["whole"]?.isString("42") == false)
        #expect(root["esc\"aped"]?.int64 == 7)
        #expect(root.member("esc\"aped")?.int64 == 7)
    }

    @Test(
        "Integers that fit are read, and nothing else is rounded into one",
        arguments: [
            ("0", 0), ("-0", 0), ("1", 1), ("-1", -1), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("18446744073709551616", nil),
            ("99999999999999999999999", nil), ("1.0", nil), ("1e3", nil), ("1E0", nil), ("0.5", nil), ("\"1\"", nil),
            ("true", nil),
        ] as [(String, Int64?)])
    func integers(_ text: String, _ expected: Int64?) throws {
        #expect(try JSONDocument(parsing: text).root.int64 == expected)
    }

    @Test("Numbers keep their text", arguments: ["1.50", "-0", "1e400", "0.10000000000000000000000000000000001", "1E+05"])
    func numberText(_ text: String) throws {
        #expect(try JSONDocument(parsing: "[\(text)]").root.elements.first { _ in true }?.numberText == text)
    }

    @Test("Sequences give elements and members in order, and nothing for other kinds")
    func sequences() throws {
        let root = try JSONDocument(parsing: sample).root
        let list = try #require(root["list"])
        #expect(list.count == 3)
        #expect(list.elements.map(\.kind) == [.number, .string, .array])
        #expect(list.members.map(\.name.string) == [])
        #expect(root.count == 10)
        #expect(
            root.members.map(\.name.string) == [
                "text", "empty", "yes", "no", "nothing", "whole", "decimal", "list", "object", "esc\"aped",
            ])
        #expect(root.elements.map(\.kind) == [])
        #expect(root["text"]?.count == 0)
        #expect(root.members.contains { $0.name == "whole" && $0.value.int64 == 42 })
        #expect(root.members.filter { $0.name != "whole" }.count == 9)
    }

    @Test(
        "Paths step through members and elements",
        arguments: [
            ("whole", "42"), ("list.0", "10"), ("list.2.0", "true"), ("object.a\\.b", "1"), ("object.c\\\\d.e", "2"),
            ("esc\"aped", "7"),
            ("", nil), ("list.3", nil), ("list.00", nil), ("list.-1", nil), ("list.x", nil), ("list.", nil),
            ("list.4294967296", nil),
            ("list.99999999999999999999", nil), ("object.a.b", nil), ("whole.0", nil), (".whole", nil), ("whole.", nil),
            (".", nil),
            ("whole\\", nil), ("text.a", nil),
        ] as [(String, String?)])
    func paths(_ path: String, _ text: String?) throws {
        let root = try JSONDocument(parsing: sample).root
        let found = root.value(at: path)
        if path.isEmpty {
            #expect(found?.kind == .object)
        } else {
            #expect(found.map(text(of:)) == text)
        }
    }

    @Test("A path may be a static string, and an empty part names a member without a name")
    func staticPath() throws {
        let path: StaticString = "a..b"
        #expect(try JSONDocument(parsing: #"{"a":{"":{"b":5}}}"#).root.value(at: path)?.int64 == 5)
    }

    @Test("A value's text is its part of the document, and is written again without white space")
    func text() throws {
        let root = try JSONDocument(parsing: #" { "a" : [ 1 , " \" x " , { } ] , "b\\" : "\u0041\/" } "#).root
        #expect(root["a"].map(text(of:)) == #"[ 1 , " \" x " , { } ]"#)
        #expect(root.value(at: "a.1").map(text(of:)) == #"" \" x ""#)
        #expect(root["b\\"].map(text(of:)) == #""\u0041\/""#)
        var writer = JSONWriter()
        root.write(to: &writer)
        #expect(writer.finish().text() == #"{"a":[1," \" x ",{}],"b\\":"\u0041\/"}"#)
    }

    @Test("A value keeps its document alive")
    func lifetime() throws {
        func inner() throws -> JSONValue? { try JSONDocument(parsing: #"{"a":["long enough for the heap"]}"#).root["a"] }
        #expect(try inner()?.elements.map(\.string) == ["long enough for the heap"])
    }

    private func text(of value: JSONValue) -> String { value.withText { String(decoding: $0, as: UTF8.self) } }
}
