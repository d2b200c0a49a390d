import Countersign
import Testing

/// RFC 8259 to the letter: what is JSON is taken, and nothing else.
@Suite("JSON grammar")
struct JSONGrammarTests {
    static let taken: [String] = [
        // Any value may stand alone (section 2).
        "null", "true", "false", "0", "\"\"", "{}", "[]", "\"a\"",
        // White space: blank, tab, line feed, carriage return, anywhere between tokens.
        " null", "null ", "\t\n\r null\r\n\t ", "[ ]", "{ }", "[\n]", "[ 1 , 2 ]", "{ \"a\" : 1 , \"b\" : 2 }",
        "\r{\r\"a\"\r:\r1\r}\r",
        // Arrays and objects (4, 5).
        "[1]", "[1,2,3]", "[[]]", "[[],[]]", "[{}]", "[null,true,false]", "[[[[[[[[]]]]]]]]", "{\"a\":{}}", "{\"a\":[]}",
        "{\"\":0}", "{\"a\":1,\"b\":2}", "{\"a\":{\"b\":{\"c\":[]}}}", "[{\"a\":1},{\"a\":2}]", "{\"a\":1,\"a\":2}",
        "[\"a\",1,null,{},[]]", "{\"a b\":1}", "{\"\\u0061\":1}", "{\"a.b\":1}",
        // Numbers (6).
        "-0", "1", "-1", "10", "1234567890", "0.0", "0.5", "-0.5", "1.25", "100.001", "0e0", "0e1", "0E1", "1e5", "1E5",
        "1e+5",
        "1e-5", "1E+05", "1e00", "-1.5e-10", "0.1e1", "-0e-0", "123456789012345678901234567890", "1e400", "[0]", "[-0]",
        "[1e1]",
        "0.00000000000000000000000000000000000000000000000000000000001",
        // Strings (7).
        "\"\\\"\"", "\"\\\\\"", "\"\\/\"", "\"/\"", "\"\\b\\f\\n\\r\\t\"", "\"\\u0041\"", "\"\\u00e9\"", "\"\\u00E9\"",
        "\"\\uABCD\"",
        "\"\\u0001\"", "\"\\u001f\"", "\"\u{7f}\"", "\"\\u007f\"", "\"é\"", "\"€\"", "\"😀\"", "\"\u{2028}\u{2029}\"",
        "\"\u{feff}\"",
        "\"\u{10ffff}\"", "\"\\ud83d\\ude00\"", "\"\\uD800\\uDC00\"", "\"\\udbff\\udfff\"", "\"a\\\\b\"", "\"\\\\u0041\"",
        "\"{}[]:,\"", "\"'\"", "\"//\"", "\"/* */\"", "\"0123456\"", "\"01234567\"", "\"012345678\"", "\"0123456789abcde\"",
        "\"0123456789abcdef\"", "\"1234567\\\"\"", "\"12345678\\\"\"", "\"ééééééééé\"",
    ]

    static let refused: [(String, JSONFault)] = [
        // Nothing, or not all of it.
        ("", .truncated), (" ", .truncated), ("\n\t", .truncated), ("[", .truncated), ("{", .truncated), ("[1", .truncated),
        ("[1,", .truncated), ("{\"a\"", .truncated), ("{\"a\":", .truncated), ("{\"a\":1", .truncated),
        ("{\"a\":1,", .truncated),
        ("\"", .truncated), ("\"abc", .truncated), ("\"abcdefgh", .truncated), ("\"abcdefghijklmnop", .truncated),
        ("[[]", .truncated),
        ("{\"a\":{}", .truncated), ("-", .truncated), ("1.", .truncated), ("1e", .truncated), ("1e+", .truncated),
        ("{\"a", .truncated),
        ("[\"é", .truncated),
        // More than one value.
        ("null null", .trailing), ("{}{}", .trailing), ("[]]", .trailing), ("{}}", .trailing), ("1 2", .trailing),
        ("\"a\"b", .trailing),
        ("{},", .trailing), ("[],[]", .trailing), ("0,", .trailing), ("nullx", .trailing), ("truefalse", .trailing),
        ("1a", .trailing),
        ("\"a\"\"b\"", .trailing), ("{}//", .trailing), ("1.5.5", .trailing), ("0x1", .trailing), ("1e5.5", .trailing),
        ("null\0", .trailing),
        // Commas and colons.
        ("[,]", .syntax), ("[1,]", .comma), ("[,1]", .syntax), ("[1,,2]", .syntax), ("{,}", .syntax),
        ("{\"a\":1,}", .comma),
        ("{\"a\":1,,\"b\":2}", .syntax), ("{\"a\",1}", .syntax), ("{\"a\" 1}", .syntax), ("{\"a\":}", .syntax),
        ("{\"a\"::1}", .syntax),
        ("[1 2]", .syntax), ("[1:2]", .syntax), ("{\"a\":1 \"b\":2}", .syntax), ("{:1}", .syntax), (",", .syntax),
        (":", .syntax),
        ("{\"a\":1;\"b\":2}", .syntax), ("[\"a\":1]", .syntax), ("{\"a\"}", .syntax), ("{1:2}", .syntax),
        ("{null:1}", .quote),
        ("{[]:1}", .syntax), ("{a:1}", .quote), ("{'a':1}", .quote), ("{\"a\":1,b:2}", .quote),
        // Brackets.
        ("]", .syntax), ("}", .syntax), ("[}", .syntax), ("{]", .syntax), ("[1}", .syntax), ("{\"a\":1]", .syntax),
        ("[{]}", .syntax),
        ("(1)", .syntax), ("<>", .syntax),
        // Words and other notations.
        ("nul", .syntax), ("tru", .syntax), ("fals", .syntax), ("Null", .syntax), ("TRUE", .syntax), ("True", .syntax),
        ("NaN", .syntax),
        ("Infinity", .syntax), ("undefined", .syntax), ("'a'", .quote), ("`a`", .quote), ("a", .syntax),
        ("// x\n1", .comment),
        ("/* x */1", .comment), ("#\n1", .comment), ("[nul]", .syntax), ("[truE]", .syntax), ("nulL", .syntax),
        ("*", .syntax),
        ("\\u0020", .syntax), ("é", .syntax), ("\u{a0}1", .syntax), ("[\u{2028}]", .syntax), ("\u{b}1", .syntax),
        ("\u{c}1", .syntax),
        ("\0", .syntax), ("[\0]", .syntax), ("[1\0]", .syntax), ("\u{7f}", .syntax),
        // Numbers.
        ("+1", .syntax), (".5", .syntax), ("01", .number), ("00", .number), ("-01", .number), ("0123", .number),
        ("-a", .number),
        ("--1", .number), ("-+1", .number), ("-.5", .number), ("1.a", .number), ("1.e5", .number), ("[1.]", .number),
        ("1ea", .number),
        ("[1e]", .number), ("[1e+]", .number), ("[1e-]", .number), ("1e++5", .number), ("[-]", .number),
        ("-Infinity", .number),
        ("-NaN", .number), ("[0e]", .number), ("0.e1", .number), ("[1_000]", .syntax), ("[1 000]", .syntax),
        ("[1.5f]", .syntax),
        ("[0x10]", .syntax), ("１", .syntax),
        // Strings.
        ("\"\\\"", .truncated), ("\"\\a\"", .escape), ("\"\\'\"", .escape), ("\"\\0\"", .escape), ("\"\\x41\"", .escape),
        ("\"\\U0041\"", .escape),
        ("\"\\u\"", .escape), ("\"\\u1\"", .escape), ("\"\\u12\"", .escape), ("\"\\u123\"", .escape),
        ("\"\\u12g4\"", .escape),
        ("\"\\u 123\"", .escape), ("\"\\u+123\"", .escape), ("\"\\u{41}\"", .escape), ("\"\\\n\"", .escape),
        ("\"\\ \"", .escape), ("\"\\é\"", .escape),
        ("\"\n\"", .control), ("\"\t\"", .control), ("\"\r\"", .control), ("\"\u{1}\"", .control), ("\"\u{1f}\"", .control),
        ("\"\0\"", .control),
        ("\"abcdefg\n\"", .control), ("\"abcdefgh\n\"", .control), ("{\"\t\":1}", .control), ("\"\\u0000\"", .nul),
        ("\"abc\\u0000def\"", .nul),
        ("{\"\\u0000\":1}", .nul),
        // Byte order marks.
        ("\u{feff}", .byteOrderMark), ("\u{feff}{}", .byteOrderMark), (" \u{feff}{}", .syntax), ("{}\u{feff}", .trailing),
    ]

    @Test("Is taken", arguments: taken)
    func isTaken(_ text: String) throws {
        let document = try JSONDocument(parsing: text)
        // What stands outside the value is white space, and no byte of the value is lost.
        document.root.withText { value in
            let trimmed = text.utf8.drop { $0 <= 0x20 }
            #expect(trimmed.starts(with: value))
            #expect(trimmed.dropFirst(value.count).allSatisfy { $0 <= 0x20 })
        }
    }

    @Test("Is refused, with the reason", arguments: refused)
    func isRefused(_ text: String, _ fault: JSONFault) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: text) }
        #expect(error?.fault == fault)
    }

    @Test("Is refused when cut anywhere", arguments: ["{\"a\":[1.5e3,\"\\ud83d\\ude00é\",{\"b\":null}],\"c\":true}"])
    func isRefusedWhenCut(_ text: String) throws {
        let bytes = Array(text.utf8)
        for length in 0..<bytes.count {
            _ = bytes[..<length].withUnsafeBytes { part in
                #expect(throws: JSONError.self, "first \(length) bytes") { try JSONDocument(parsing: part) }
            }
        }
        _ = try JSONDocument(parsing: text)
    }

    @Test(
        "The error says where",
        arguments: [("[1,x]", 3), ("{\"a\" 1}", 5), ("[01]", 2), ("\"ab\\q\"", 3), ("{} x", 3), ("[", 1)])
    func errorSaysWhere(_ text: String, _ offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: text) }
        #expect(error?.offset == offset)
        #expect(error?.message.hasSuffix(".") == true)
    }
}
