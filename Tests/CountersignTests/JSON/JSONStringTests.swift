import Countersign
import Testing

/// Strings: well-formed UTF-8 alone (RFC 3629), and escapes that stand for whole characters (RFC 8259, 7).
@Suite("JSON strings")
struct JSONStringTests {
    @Test("Every character may stand in a string as it is, and escaped, and means the same")
    func everyScalar() throws {
        var differing: [UInt32] = []
        var scalars = Array(UInt32(0x20)...0xfff) + Array(stride(from: 0x1000, through: 0x10ffff, by: 61))
        scalars += [0xd7ff, 0xe000, 0xfdd0, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x10ffff]
        for value in scalars {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            let escaped = text.utf16.map { unit -> String in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
            let plain = value == 0x22 || value == 0x5c ? "\\" + text : text
            let root = try JSONDocument(
                parsing: "[\"\(plain)\",\"\(escaped)\",\"\(escaped.uppercased().replacing("U", with: "u"))\"]"
            ).root
            if root.elements.map(\.string) != [text, text, text] { differing.append(value) }
        }
        #expect(differing == [])
    }

    /// The table of well-formed byte sequences (Unicode 16, table 3-7), at the edges of each row and just beyond.
    static let sequences: [([UInt8], Bool)] = [
        ([0x7f], true), ([0x80], false), ([0xbf], false), ([0xc0, 0x80], false), ([0xc0, 0xaf], false),
        ([0xc1, 0xbf], false),
        ([0xc2], false), ([0xc2, 0x7f], false), ([0xc2, 0x80], true), ([0xc2, 0xbf], true), ([0xc2, 0xc0], false),
        ([0xdf, 0x80], true), ([0xdf, 0xbf], true), ([0xdf, 0xff], false), ([0xc2, 0x80, 0x80], false),
        ([0xe0], false), ([0xe0, 0xa0], false), ([0xe0, 0x80, 0x80], false), ([0xe0, 0x9f, 0xbf], false),
        ([0xe0, 0xa0, 0x80], true),
        ([0xe0, 0xbf, 0xbf], true), ([0xe0, 0xa0, 0x7f], false), ([0xe0, 0xa0, 0xc0], false), ([0xe1, 0x80, 0x80], true),
        ([0xe1, 0x7f, 0x80], false), ([0xe1, 0xc0, 0x80], false), ([0xec, 0xbf, 0xbf], true), ([0xed, 0x80, 0x80], true),
        ([0xed, 0x9f, 0xbf], true), ([0xed, 0xa0, 0x80], false), ([0xed, 0xbf, 0xbf], false), ([0xee, 0x80, 0x80], true),
        ([0xef, 0xbf, 0xbf], true), ([0xef, 0xbb, 0xbf], true), ([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], false),
        ([0xf0], false), ([0xf0, 0x90], false), ([0xf0, 0x90, 0x80], false), ([0xf0, 0x80, 0x80, 0x80], false),
        ([0xf0, 0x8f, 0xbf, 0xbf], false), ([0xf0, 0x90, 0x80, 0x80], true), ([0xf0, 0xbf, 0xbf, 0xbf], true),
        ([0xf0, 0x90, 0x7f, 0x80], false), ([0xf0, 0x90, 0x80, 0x7f], false), ([0xf0, 0x90, 0x80, 0xc0], false),
        ([0xf1, 0x80, 0x80, 0x80], true), ([0xf3, 0xbf, 0xbf, 0xbf], true), ([0xf4, 0x80, 0x80, 0x80], true),
        ([0xf4, 0x8f, 0xbf, 0xbf], true), ([0xf4, 0x90, 0x80, 0x80], false), ([0xf4, 0xbf, 0xbf, 0xbf], false),
        ([0xf5, 0x80, 0x80, 0x80], false), ([0xf8, 0x88, 0x80, 0x80, 0x80], false),
        ([0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], false),
        ([0xfe], false), ([0xff], false), ([0xfe, 0xfe, 0xff, 0xff], false),
    ]

    @Test("Only well-formed UTF-8 is taken, wherever in the text it stands", arguments: sequences)
    func utf8(_ sequence: [UInt8], _ isWellFormed: Bool) {
        for before in 0...9 {
            for after in [0, 1, 8] {
                let string =
                    [0x22] + [UInt8](repeating: 0x61, count: before) + sequence + [UInt8](repeating: 0x62, count: after) + [
                        0x22
                    ]
                #expect(fault(of: string) == (isWellFormed ? nil : .utf8))
                // As a member's name.
                #expect(fault(of: [0x7b] + string + [0x3a, 0x31, 0x7d]) == (isWellFormed ? nil : .utf8))
            }
        }
        // Outside of strings nothing but ASCII is taken.
        #expect(fault(of: [0x5b] + sequence + [0x5d]) == .syntax)
    }

    @Test("Every two bytes in a string are taken as the standard library's decoder takes them")
    func everyPair() {
        var differing = 0
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let isPlain = { (byte: UInt8) in byte >= 0x20 && byte != 0x22 && byte != 0x5c }
                guard isPlain(first), isPlain(second) else { continue }
                let isWellFormed = String(validating: [first, second], as: UTF8.self) != nil
                if (fault(of: [0x22, first, second, 0x22]) == nil) != isWellFormed { differing += 1 }
            }
        }
        #expect(differing == 0)
    }

    @Test(
        "Surrogates are taken in pairs alone",
        arguments: [
            ("\\ud83d\\ude00", "😀"), ("\\uD83D\\uDE00", "😀"), ("\\ud800\\udc00", "\u{10000}"),
            ("\\udbff\\udfff", "\u{10ffff}"),
            ("\\ud7ff", "\u{d7ff}"), ("\\ue000", "\u{e000}"), ("a\\ud83d\\ude00b\\ud83d\\ude01", "a😀b😁"),
            ("\\ud83d", nil), ("\\ude00", nil), ("\\udfff", nil), ("\\ud800", nil), ("\\udbff", nil), ("\\udc00", nil),
            ("\\ude00\\ud83d", nil), ("\\ud83d\\ud83d", nil), ("\\ud83d\\ud83d\\ude00", nil), ("\\ud83d\\u0041", nil),
            ("\\ud83dA", nil), ("\\ud83d\\n", nil), ("\\ud83d\\", nil), ("\\ud83d\\u", nil), ("\\ud83d\\ude0", nil),
            ("\\ud83d\\udg00", nil), ("\\ud83d \\ude00", nil), ("\\ud83d\\ue000", nil), ("\\ud83d\\\\ude00", nil),
            ("\\ud83d😀", nil), ("\\ud83d\\ude00\\ude00", nil),
        ] as [(String, String?)])
    func surrogates(_ content: String, _ expected: String?) {
        let document = try? JSONDocument(parsing: "\"\(content)\"")
        #expect(document?.root.string == expected)
        if expected == nil { #expect(fault(of: Array("\"\(content)\"".utf8)) == .escape) }
    }

    @Test("Escapes are undone at every place of a word, in values and names")
    func escapesEverywhere() throws {
        for before in 0...17 {
            let head = String(repeating: "x", count: before)
            let root = try JSONDocument(parsing: "{\"\(head)\\n\\u00e9\\/\\\\\":\"\(head)\\t\\u20ac\\\"\"}").root
            #expect(root.member(head + "\né/\\")?.string == head + "\t€\"")
            #expect(root.members.map(\.name.string) == [head + "\né/\\"])
        }
    }

    private func fault(of bytes: [UInt8]) -> JSONFault? {
        do throws(JSONError) {
            _ = try JSONDocument(parsing: bytes.withUnsafeBytes { ByteBuffer(copying: $0, isSecret: false) })
            return nil
        } catch {
            return error.fault
        }
    }
}
