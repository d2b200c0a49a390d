import Testing

@testable import Countersign

/// Typing keeps digits and caret together: whatever the formatted text looks like, the caret stays behind the digits it
/// was behind.
@Suite("Card editing")
struct CardEntryEditingTests {
    private let arena = SecretArena()

    private func shown(_ entry: CardEntry, _ field: CardField) -> String {
        withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { buffer in
            String(decoding: buffer.prefix(entry.writeText(of: field, into: buffer)), as: UTF8.self)
        }
    }

    /// Types, deletes and pastes: `|` is the caret, two of them a selection. `<` is a backspace, `>` a forward deletion.
    private func edited(_ field: CardField, _ text: String, _ edits: String...) -> String {
        let entry = CardEntry(arena: arena)
        let places = text.utf8.enumerated().filter { $0.element == UInt8(ascii: "|") }.map(\.offset)
        withUTF8Bytes(text.filter { $0 != "|" }) { entry.set(field, to: $0) }
        var (start, end) = (places.first ?? 0, (places.last ?? 0) - (places.count > 1 ? 1 : 0))
        for edit in edits {
            let caret =
                switch edit {
                case "<": entry.edit(field, .backspace, from: start, to: end)
                case ">": entry.edit(field, .deleteForward, from: start, to: end)
                default: withUTF8Bytes(edit) { entry.edit(field, .insert($0), from: start, to: end) }
                }
            (start, end) = (caret, caret)
        }
        var result = shown(entry, field)
        result.insert("|", at: result.utf8.index(result.startIndex, offsetBy: start))
        return result
    }

    @Test("Number: deletions around a gap take the digit beyond it")
    func numberGaps() {
        #expect(edited(.number, "4242 |4242", "<") == "424|4 242")
        #expect(edited(.number, "4242| 4242", ">") == "4242| 242")
        #expect(edited(.number, "4242 |4242", ">") == "4242| 242")
        #expect(edited(.number, "|4242", "<") == "|4242")
        #expect(edited(.number, "4242|", ">") == "4242|")
    }

    @Test("Number: a selection is replaced or deleted as a whole")
    func numberSelection() {
        #expect(edited(.number, "42|42 42|42", "<") == "42|42")
        #expect(edited(.number, "42|42 42|42", "99 99") == "4299 99|42")
        #expect(edited(.number, "|4242 4242 4242 4242|", "5") == "5|")
        #expect(edited(.number, "4242| |4242", "<") == "424|4 242", "a gap alone is no digit")
    }

    @Test("Number: a paste with blanks before it keeps its last digit, and is cut by the new brand alone")
    func numberPaste() {
        #expect(edited(.number, "|", "  4242424242424242") == "4242 4242 4242 4242|")
        #expect(edited(.number, "|3622 720627 1667|", "378282246310005") == "3782 822463 10005|")
        #expect(edited(.number, "|3782 822463 10005|", "36227206271667") == "3622 720627 1667|")
        #expect(edited(.number, "|", "5555 5555 5555 4444 1234") == "5555 5555 5555 4444|")
        #expect(edited(.number, "5555 5555 5555 444|4", "1") == "5555 5555 5555 4441|")
    }

    @Test("Number: the groups follow the brand while it changes")
    func numberRegroups() {
        #expect(edited(.number, "|4111 1111", "37", "<", "<") == "|4111 1111")
        #expect(edited(.number, "|8282 246310005", "37") == "37|82 822463 10005")
        #expect(edited(.number, "|", "1800 0000 0000 001") == "1800 000000 00001|", "JCB of 15 digits")
    }

    @Test("Expiry: month and separator come by themselves and go together")
    func expiry() {
        #expect(edited(.expiry, "|", "5") == "05 / |")
        #expect(edited(.expiry, "|", "1", "2") == "12 / |")
        #expect(edited(.expiry, "|", "1", "/") == "01 / |")
        #expect(edited(.expiry, "|", "1", "3") == "01 / 3|")
        #expect(edited(.expiry, "12 / |", "<") == "1|")
        #expect(edited(.expiry, "12 / 3|", "<") == "12 / |")
        #expect(edited(.expiry, "12 / 3|", "<", "<", "<") == "|")
        #expect(edited(.expiry, "12 / |", "/") == "12 / |")
        #expect(edited(.expiry, "12 / |", "3", "0") == "12 / 30|")
        #expect(edited(.expiry, "12 / 30|", "9") == "12 / 30|")
        #expect(edited(.expiry, "|12 / 30|", "2031-07") == "07 / 31|")
        #expect(edited(.expiry, "|12 / 30|", "<") == "|")
    }

    @Test("Expiry: a year of four digits may be typed, and is shown in two")
    func expiryLongYear() {
        #expect(edited(.expiry, "|", "1", "2", "2", "0", "3") == "12 / 203|")
        #expect(edited(.expiry, "|", "1", "2", "2", "0", "3", "1") == "12 / 31|")
        #expect(edited(.expiry, "|", "12/2031") == "12 / 31|")
        #expect(edited(.expiry, "|", "1 31") == "01 / 31|")
    }

    @Test("Security code: cut at the brand's length, blanks and letters left out")
    func securityCode() {
        #expect(edited(.securityCode, "|", "1", "2", "3", "4", "5") == "1234|", "four while the brand is open")
        #expect(edited(.securityCode, "12|", "x", " ", "3") == "123|")
        #expect(edited(.securityCode, "1|23", "<") == "|23")
        #expect(edited(.securityCode, "1|23", ">") == "1|3")
    }

    @Test("Name: whole characters go, marks with their letter")
    func name() {
        #expect(edited(.holderName, "Zoe\u{308}|", "<") == "Zo|")
        #expect(edited(.holderName, "Jürgen|", "<", "<", "<", "<", "<") == "J|")
        #expect(edited(.holderName, "|é", ">") == "|")
        #expect(edited(.holderName, "J|ane", "e", "a", "n", "-") == "Jean-|ane")
        #expect(edited(.holderName, "A |B| C", "<") == "A | C")
    }

    @Test("Offsets beyond the text, the wrong way round or inside a character do no harm")
    func wildOffsets() {
        for field in CardField.allCases {
            for (start, end) in [(-5, 99), (99, -5), (Int.max, Int.min), (1, 1), (3, 2)] {
                let entry = CardEntry(arena: arena)
                withUTF8Bytes("é4 1/30") { entry.set(field, to: $0) }
                for edit in [FieldEdit.backspace, .deleteForward] {
                    let caret = entry.edit(field, edit, from: start, to: end)
                    #expect((0...entry.textLength(of: field)).contains(caret))
                }
                let caret = withUTF8Bytes("7") { entry.edit(field, .insert($0), from: start, to: end) }
                #expect((0...entry.textLength(of: field)).contains(caret))
            }
        }
    }

    @Test("Random typing: the text is always the digits, grouped, and the caret stands behind as many as it should")
    func randomTyping() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let entry = CardEntry(arena: arena)
            var digits: [Character] = []
            var caret = 0
            for _ in 0..<40 {
                let place = random.below(entry.textLength(of: .number) + 1)
                let before = shown(entry, .number).prefix(place).filter { $0 != " " }.count
                switch random.below(5) {
                case 0:
                    caret = entry.edit(.number, .backspace, from: place, to: place)
                    if before > 0 { digits.remove(at: before - 1) }
                    expect(entry, digits, caret, max(before - 1, 0), seed)
                case 1:
                    caret = entry.edit(.number, .deleteForward, from: place, to: place)
                    if before < digits.count { digits.remove(at: before) }
                    expect(entry, digits, caret, before, seed)
                default:
                    let typed = (0...random.below(4)).map { _ in Character(String(random.below(10))) }
                    let noise = [" ", "-", "x", "", ""].randomElement(using: &random) ?? ""
                    caret = withUTF8Bytes(noise + String(typed) + noise) {
                        entry.edit(.number, .insert($0), from: place, to: place)
                    }
                    digits.insert(contentsOf: typed, at: before)
                    digits = Array(digits.prefix(limit(of: digits)))
                    expect(entry, digits, caret, min(before + typed.count, digits.count), seed)
                }
            }
        }
    }

    private func limit(of digits: [Character]) -> Int {
        let match = withUTF8Bytes(String(digits.prefix(19)), matchBrand)
        guard match.isDecided, let brand = match.primary else { return 19 }
        // The legacy ranges of JCB are shorter than its others.
        if brand == .jcb, digits.starts(with: "1800") || digits.starts(with: "2131") { return digits.count < 8 ? 19 : 15 }
        return digits.count < 8 ? 19 : brand.lengths.last ?? 19
    }

    private func expect(_ entry: CardEntry, _ digits: [Character], _ caret: Int, _ before: Int, _ seed: UInt64) {
        let text = shown(entry, .number)
        let comment: Comment = "seed \(seed): \(text)"
        #expect(text.filter { $0 != " " } == String(digits), comment)
        #expect(text.prefix(caret).filter { $0 != " " }.count == before, comment)
        #expect(caret == 0 || Array(text)[caret - 1] != " ", comment)
        #expect(!text.hasSuffix(" ") && !text.contains("  "), comment)
        let again = CardEntry(arena: arena)
        withUTF8Bytes(text) { again.set(.number, to: $0) }
        #expect(shown(again, .number) == text, comment)
    }

    @Test("Random expiry texts: formatting what was formatted changes nothing")
    func expiryFormattingIsStable() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        let alphabet: [Character] = ["0", "1", "2", "3", "5", "9", "/", " ", "-", "."]
        for _ in 0..<2000 {
            let text = String((0..<random.below(9)).map { _ in alphabet[random.below(alphabet.count)] })
            let entry = CardEntry(arena: arena)
            withUTF8Bytes(text) { entry.set(.expiry, to: $0) }
            let once = shown(entry, .expiry)
            withUTF8Bytes(once) { entry.set(.expiry, to: $0) }
            #expect(shown(entry, .expiry) == once, "seed \(seed): '\(text)'")
        }
    }
}
