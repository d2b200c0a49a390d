import Countersign
import Testing

@Suite("JSON at random")
struct JSONRandomTests {
    private let scale = RandomScale.factor

    @Test("What was written is read as the same value, and what was read is written as the same value")
    func roundTrip() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        for number in 0..<(20_000 * scale) {
            let model = JSONModel.random(&random)
            var writer = JSONWriter(capacity: Int.random(in: 0...200, using: &random), isSecret: Bool.random(using: &random))
            model.write(to: &writer)
            let written = try JSONDocument(parsing: writer.finish())
            let noisy = try JSONDocument(parsing: model.text(&random))
            var again = JSONWriter(capacity: 0)
            noisy.root.write(to: &again)
            let compact = try JSONDocument(parsing: again.finish())
            let isSame =
                JSONModel(written.root) == model && JSONModel(noisy.root) == model && JSONModel(compact.root) == model
                && noisy.duplicateMemberCount == 0 && findsEveryMember(noisy.root)
            if !isSame {
                Issue.record("seed \(seed), document \(number): \(model.text(&random))")
                return
            }
        }
    }

    /// Whether each member is found by its name, alone and in a path.
    private func findsEveryMember(_ value: JSONValue) -> Bool {
        for (name, child) in value.members {
            let path = escaped(name.string)
            guard let found = value.member(name.string), text(of: found) == text(of: child), findsEveryMember(child) else {
                return false
            }
            if !path.isEmpty, value.value(at: path).map(text(of:)) != text(of: child) { return false }
        }
        return value.elements.allSatisfy(findsEveryMember)
    }

    /// A name as a part of a path. By scalars, since a dot and an accent upon it are one `Character`.
    private func escaped(_ name: String) -> String {
        var path = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar == "." || scalar == "\\" { path.append("\\") }
            path.append(scalar)
        }
        return String(path)
    }

    @Test("Damaged text is refused or read, but never more than that")
    func damaged() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        var refused = 0
        var taken = 0
        for _ in 0..<(1_000 * scale) {
            let original = Array(JSONModel.random(&random).text(&random).utf8)
            for _ in 0..<20 {
                var bytes = original
                for _ in 0...Int.random(in: 0...3, using: &random) { damage(&bytes, &random) }
                guard let document = try? bytes.withUnsafeBytes({ part throws in try JSONDocument(parsing: part) }) else {
                    refused += 1
                    continue
                }
                taken += 1
                // What is taken is a value that can be written, and is then taken again with the same content.
                var writer = JSONWriter()
                JSONModel(document.root).write(to: &writer)
                let again = try? JSONDocument(parsing: writer.finish())
                if again.map({ JSONModel($0.root) }) != JSONModel(document.root) {
                    Issue.record("seed \(seed): \(bytes)")
                    return
                }
                _ = document.duplicateMembers
            }
        }
        #expect(refused > 5_000 * scale && taken > 500 * scale, "seed \(seed): \(refused) refused, \(taken) taken")
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let frequent = Array("\"\\{}[]:,0123456789-+.eEu \ntfn".utf8) + [0x00, 0x1f, 0x7f, 0x80, 0xc0, 0xed, 0xf4, 0xff]
        let byte = frequent.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.insert(byte, at: place)
        case 1 where place < bytes.count: bytes[place] = byte
        case 2 where place < bytes.count: bytes.remove(at: place)
        case 3 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 4: bytes.removeLast(min(bytes.count, Int.random(in: 0...3, using: &random)))
        case 5:
            let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
            bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        default:
            let end = min(bytes.count, place + Int.random(in: 0...6, using: &random))
            bytes.removeSubrange(place..<end)
        }
    }

    @Test("Random bytes are never a surprise")
    func noise() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        let alphabet = Array("[]{},:\"\\u0e1- tn".utf8) + [0xc3, 0xa9]
        for _ in 0..<(5_000 * scale) {
            let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            do throws(JSONError) {
                let document = try parse(bytes)
                // All of it is the value and the white space around it.
                let length = document.root.withText { $0.count }
                #expect(length <= bytes.count, "seed \(seed)")
            } catch {
                #expect(0...bytes.count ~= error.offset, "seed \(seed)")
            }
        }
    }

    private func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONDocument {
        try JSONDocument(parsing: bytes.withUnsafeBytes { ByteBuffer(copying: $0, isSecret: false) })
    }

    private func text(of value: JSONValue) -> String { value.withText { String(decoding: $0, as: UTF8.self) } }
}
