import Countersign
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
    @Test("Puts commas and colons where they belong")
    func punctuation() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("a", 1)
        writer.key("b")
        writer.beginArray()
        writer.string("x" as String)
        writer.string("y" as StaticString)
        writer.int(-2)
        writer.bool(true)
        writer.null()
        writer.beginObject()
        writer.endObject()
        writer.beginArray()
        writer.endArray()
        writer.number(text: "1.50")
        writer.endArray()
        writer.key("c\"" as String)
        writer.bool(false)
        writer.member("d", "z" as StaticString)
        writer.member("e", true)
        writer.endObject()
        #expect(
            writer.finish().text()
                == #"{"a":1,"b":["x","y",-2,true,null,{},[],1.50],"c\"":false,"d":"z","e":true}"#)
    }

    @Test("Leaves out members that are not there")
    func optionalMembers() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("a", ifPresent: nil as String?)
        writer.member("b", ifPresent: "" as String?)
        writer.member("c", ifPresent: nil as Int64?)
        writer.member("d", ifPresent: 5 as Int64?)
        writer.member("e", ifPresent: nil as Bool?)
        writer.member("f", ifPresent: false as Bool?)
        writer.endObject()
        #expect(writer.finish().text() == #"{"b":"","d":5,"f":false}"#)
    }

    @Test("Escapes what must be escaped, in the short form where there is one, and nothing else")
    func escapes() throws {
        for scalar in 0..<0x180 as Range<UInt32> {
            let text = try String(#require(Unicode.Scalar(scalar)))
            let expected: String
            switch scalar {
            case 0x08: expected = "\\b"
            case 0x09: expected = "\\t"
            case 0x0a: expected = "\\n"
            case 0x0c: expected = "\\f"
            case 0x0d: expected = "\\r"
            case 0x22: expected = "\\\""
            case 0x5c: expected = "\\\\"
            case 0..<0x20:
                let digits = String(scalar, radix: 16)
                expected = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: expected = text
            }
            // At each place in and around a word of eight bytes.
            for before in 0...9 {
                for after in [0, 1, 7, 8] {
                    let head = String(repeating: "a", count: before)
                    let tail = String(repeating: " ", count: after)
                    #expect(written { $0.string(head + text + tail) } == "\"" + head + expected + tail + "\"")
                }
            }
        }
    }

    @Test("Writes every integer that there is", arguments: [0, 1, -1, 9, 10, -10, 99, 100, 12345, .max, .min] as [Int64])
    func integers(_ value: Int64) {
        #expect(written { $0.int(value) } == String(value))
    }

    @Test("Names of every length keep their place", arguments: 0...40)
    func names(_ length: Int) throws {
        let name = String(String(repeating: "abcdefghij", count: 4).prefix(length))
        #expect(
            written {
                $0.beginObject()
                $0.key(name)
                $0.int(1)
                $0.key(bytes: UnsafeRawBufferPointer(start: nil, count: 0))
                $0.int(2)
                $0.endObject()
            } == "{\"\(name)\":1,\"\":2}")
    }

    @Test("Static names of one byte to many words are copied whole")
    func staticNames() {
        let text = written {
            $0.beginObject()
            $0.member("", 0)
            $0.member("a", 1)
            $0.member("abc", 3)
            $0.member("abcdefg", 7)
            $0.member("abcdefgh", 8)
            $0.member("abcdefghi", 9)
            $0.member("abcdefghijklmnop", 16)
            $0.member("recurring.recurringDetailReference", 34)
            $0.endObject()
        }
        #expect(
            text == "{\"\":0,\"a\":1,\"abc\":3,\"abcdefg\":7,\"abcdefgh\":8,\"abcdefghi\":9,\"abcdefghijklmnop\":16,"
                + "\"recurring.recurringDetailReference\":34}")
    }

    @Test("Grows from any capacity at any place, with escapes or without")
    func growth() {
        for capacity in [0, 1, 31, 32, 33, 40, 64, 100] {
            for length in 0...70 {
                let plain = String(repeating: "x", count: length)
                let quotes = String(repeating: "\"", count: length)
                var writer = JSONWriter(capacity: capacity, isSecret: length % 2 == 0)
                writer.beginArray()
                writer.string(plain)
                writer.string(plain + quotes)
                writer.string(quotes)
                writer.endArray()
                let escaped = String(repeating: "\\\"", count: length)
                let buffer = writer.finish()
                #expect(
                    buffer.withBytes { String(decoding: $0, as: UTF8.self) }
                        == "[\"\(plain)\",\"\(plain)\(escaped)\",\"\(escaped)\"]")
            }
        }
    }

    @Test(
        "Bytes that are not UTF-8 become U+FFFD, so that the text stays JSON",
        arguments: [
            ([0x61, 0xff, 0x62], "a\u{fffd}b"), ([0xc3], "\u{fffd}"), ([0xc3, 0xa9], "é"),
            ([0xe2, 0x82], "\u{fffd}\u{fffd}"),
            ([0xe2, 0x82, 0xac], "€"), ([0xf0, 0x9f, 0x98, 0x80, 0xf0], "😀\u{fffd}"),
            ([0xed, 0xa0, 0x80], "\u{fffd}\u{fffd}\u{fffd}"),
            ([0x22, 0x80], "\\\"\u{fffd}"), ([], ""), ([0, 0xc3, 0xa9], "\\u0000é"),
        ] as [([UInt8], String)])
    func illFormed(_ bytes: [UInt8], _ expected: String) {
        #expect(written { writer in bytes.withUnsafeBytes { writer.string(bytes: $0) } } == "\"" + expected + "\"")
    }

    @Test("A secret writer gives a secret buffer, which does not turn into text")
    func secrecy() {
        var writer = JSONWriter(isSecret: true)
        writer.string("4111111111111111" as String)
        let buffer = writer.finish()
        #expect(buffer.isSecret)
        #expect(buffer.text() == "")
        #expect(buffer.count == 18)
    }

    @Test("A parsed value, raw text and bytes can be members")
    func rawMembers() throws {
        let value = try JSONDocument(parsing: " [ 1 , {} ] ").root
        let text = written { writer in
            writer.beginObject()
            writer.member("a", value)
            writer.member("b", ifPresent: nil as JSONValue?)
            ByteBuffer("{\"x\":1}").withBytes { writer.member("c", raw: $0) }
            ByteBuffer("4111").withBytes { writer.member("d", bytes: $0) }
            writer.endObject()
        }
        #expect(text == #"{"a":[1,{}],"c":{"x":1},"d":"4111"}"#)
    }

    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: 0)
        body(&writer)
        return writer.finish().text()
    }
}
