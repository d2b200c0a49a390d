import Countersign

/// A JSON value as a tree: what the reader and the writer are compared with.
indirect enum JSONModel: Equatable {
    case object([Member])
    case array([JSONModel])
    case string(String)
    case number(String)
    case bool(Bool)
    case null

    struct Member: Equatable {
        var name: String
        var value: JSONModel

        static func == (one: Member, other: Member) -> Bool {
            one.name.utf8.elementsEqual(other.name.utf8) && one.value == other.value
        }
    }

    /// By bytes: to Swift, texts that only a normalisation makes equal are equal.
    static func == (one: JSONModel, other: JSONModel) -> Bool {
        switch (one, other) {
        case (.object(let one), .object(let other)): one == other
        case (.array(let one), .array(let other)): one == other
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.number(let one), .number(let other)): one == other
        case (.bool(let one), .bool(let other)): one == other
        case (.null, .null): true
        default: false
        }
    }

    /// What a parsed value holds, read through the public interface alone.
    init(_ value: JSONValue) {
        switch value.kind {
        case .object: self = .object(value.members.map { Member(name: $0.name.string, value: JSONModel($0.value)) })
        case .array: self = .array(value.elements.map { JSONModel($0) })
        case .string: self = .string(value.string ?? "?")
        case .number: self = .number(value.numberText ?? "?")
        case .bool: self = .bool(value.bool ?? false)
        case .null: self = .null
        }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.name)
                member.value.write(to: &writer)
            }
            writer.endObject()
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .string(let text): writer.string(text)
        case .number(let text): writer.number(text: text)
        case .bool(let value): writer.bool(value)
        case .null: writer.null()
        }
    }

    /// JSON text with white space and escapes where the grammar allows them, at random.
    func text(_ random: inout SeededRandom) -> String {
        let blank = { (random: inout SeededRandom) in
            ["", "", "", "", " ", "\n", "\t", "\r\n  "].randomElement(using: &random) ?? ""
        }
        switch self {
        case .object(let members):
            let parts = members.map {
                blank(&random) + JSONModel.quoted($0.name, &random) + blank(&random) + ":" + blank(&random)
                    + $0.value.text(&random)
                    + blank(&random)
            }
            return "{" + (parts.isEmpty ? blank(&random) : parts.joined(separator: ",")) + "}"
        case .array(let elements):
            let parts = elements.map { blank(&random) + $0.text(&random) + blank(&random) }
            return "[" + (parts.isEmpty ? blank(&random) : parts.joined(separator: ",")) + "]"
        case .string(let text): return JSONModel.quoted(text, &random)
        case .number(let text): return text
        case .bool(let value): return value ? "true" : "false"
        case .null: return "null"
        }
    }

    private static func quoted(_ text: String, _ random: inout SeededRandom) -> String {
        let escapesMuch = Int.random(in: 0..<4, using: &random) == 0
        var out = "\""
        for scalar in text.unicodeScalars {
            let short: [Unicode.Scalar: String] = [
                "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\u{8}": "\\b", "\u{c}": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
            ]
            if let escape = short[scalar], scalar != "/" || escapesMuch {
                out += escape
            } else if scalar.value < 0x20 || escapesMuch {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                    out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    // MARK: At random

    static func random(_ random: inout SeededRandom, depth: Int = 0) -> JSONModel {
        switch Int.random(in: 0..<(depth < 5 ? 10 : 7), using: &random) {
        case 0, 1, 2: return .string(randomText(&random))
        case 3, 4: return .number(randomNumber(&random))
        case 5: return .bool(.random(using: &random))
        case 6: return .null
        case 7: return .array((0..<randomCount(&random)).map { _ in .random(&random, depth: depth + 1) })
        default:
            var names: Set<String> = []
            let members = (0..<randomCount(&random)).compactMap { _ -> Member? in
                let name = randomText(&random)
                return names.insert(name).inserted ? Member(name: name, value: .random(&random, depth: depth + 1)) : nil
            }
            return .object(members)
        }
    }

    /// Mostly few; now and then so many that an object is sorted.
    private static func randomCount(_ random: inout SeededRandom) -> Int {
        Int.random(in: 0..<40, using: &random) == 0
            ? Int.random(in: 15...20, using: &random) : Int.random(in: 0...4, using: &random)
    }

    private static func randomText(_ random: inout SeededRandom) -> String {
        let length =
            Int.random(in: 0..<4, using: &random) == 0
            ? Int.random(in: 0...40, using: &random) : Int.random(in: 0...9, using: &random)
        var text = String.UnicodeScalarView()
        for _ in 0..<length {
            let range: ClosedRange<UInt32> =
                switch Int.random(in: 0..<16, using: &random) {
                case 0: 0x01...0x1f
                case 1: 0x80...0x7ff
                case 2: 0x800...0xffff
                case 3: 0x10000...0x10ffff
                case 4, 5: 0x20...0x7f
                default: 0x61...0x7a
                }
            // Surrogates are no scalars; a quote or a backslash stands for one.
            text.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? (Bool.random(using: &random) ? "\"" : "\\"))
        }
        return String(text)
    }

    private static func randomNumber(_ random: inout SeededRandom) -> String {
        var text = Bool.random(using: &random) ? "" : "-"
        text += String(UInt64.random(in: 0...UInt64.max >> UInt64.random(in: 0...63, using: &random), using: &random))
        if Int.random(in: 0..<3, using: &random) == 0 { text += "." + String(UInt32.random(in: 0...9999, using: &random)) }
        if Int.random(in: 0..<4, using: &random) == 0 {
            text += ["e", "E", "e+", "e-"].randomElement(using: &random) ?? "e"
            text += String(UInt8.random(in: 0...99, using: &random))
        }
        return text
    }
}
