@testable import Countersign

extension FuzzTarget {
    private static let arena = SecretArena()
    private static let today: Int64 = 1_796_055_428_123
    private static let fields: [CardField] = [.number, .expiry, .securityCode, .holderName]

    /// However a shopper types: the caret stays within, the shown text is in its one form, and a fresh field that is given it
    /// stands as this one does.
    static let card = FuzzTarget(name: "card") { input, planted in
        var choices = Choices(input)
        let entry = CardEntry(arena: arena)
        var turns = 0
        while !choices.isEmpty, turns < 64 {
            turns += 1
            let field = fields[choices.below(4)]
            let kind = choices.below(5)
            let (start, end) = (Int(choices.byte()) - 2, Int(choices.byte()) - 2)
            var isSet = false
            var caret = 0
            switch kind {
            case 0: caret = entry.edit(field, .backspace, from: start, to: end)
            case 1: caret = entry.edit(field, .deleteForward, from: start, to: end)
            case 2:
                entry.set(field, to: choices.bytes())
                isSet = true
            default: caret = entry.edit(field, .insert(choices.bytes()), from: start, to: end)
            }
            let text = shown(entry, field)
            expect(text.count == entry.textLength(of: field), "the length of \(field)")
            expect(0...text.count ~= caret, "a caret at \(caret) of \(text.count)")
            if field != .holderName { expect(text.allSatisfy { $0 < 0x80 }, "\(field) is ASCII") }
            if !isSet { checkSame(field, text, entry) }
            for other in fields {
                let state = entry.state(of: other, at: today)
                if state.isValid { expect(state.isPotentiallyValid, "what is valid can be") }
                expect(state.isValid == state.errorCode.description.isEmpty || state.reason == .empty, "a code with a fault")
            }
            _ = (entry.brands, entry.brand, entry.securityCodeLengths, entry.iin, entry.lastFour, entry.expiry(at: today))
        }
        if planted, entry.match.primary == .amex, shown(entry, .securityCode).count == 4 { fail("planted") }
    }

    /// A field that is given what another shows is shown the same, and stands the same.
    private static func checkSame(_ field: CardField, _ text: [UInt8], _ entry: CardEntry) {
        let fresh = CardEntry(arena: arena)
        if field == .securityCode { fresh.savedBrand = entry.brand }
        text.withUnsafeBytes { fresh.set(field, to: $0) }
        let again = shown(fresh, field)
        expect(
            again == text,
            "\(field): '\(String(decoding: text, as: UTF8.self))' becomes '\(String(decoding: again, as: UTF8.self))'")
        guard field != .securityCode else { return }
        expect(fresh.state(of: field, at: today) == entry.state(of: field, at: today), "\(field) stands the same")
    }

    private static func shown(_ entry: CardEntry, _ field: CardField) -> [UInt8] {
        let count = entry.writeText(of: field, into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = entry.writeText(of: field, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// An expiry date is shown in one form, which is read as the text itself was.
    static let expiry = FuzzTarget(name: "expiry") { input, planted in
        var choices = Choices(input)
        let caret = Int(choices.byte())
        let text = choices.remainder
        let format = ExpiryFormat(text, caret: caret)
        expect(0...format.text.count ~= format.caret, "a caret at \(format.caret) of \(format.text.count)")
        let again = format.text.withUnsafeBytes { ExpiryFormat($0, caret: format.caret) }
        expect(
            again.text == format.text,
            "'\(String(decoding: format.text, as: UTF8.self))' becomes '\(String(decoding: again.text, as: UTF8.self))'")
        expect(again.caret == format.caret, "the caret stays at \(format.caret), and does not go to \(again.caret)")
        let limits = ExpiryCheck.Limits(now: ExpiryDate(lastPlaceOnEarthAt: today), greatestYears: 20, graceMonths: 0)
        let check = ExpiryCheck(text: text, limits: limits)
        if check.date != nil { expect(check.reason == .ok && check.isPotentiallyValid, "a date is valid") }
        let entry = CardEntry(arena: arena)
        entry.set(.expiry, to: text)
        entry.settleExpiry(at: today)
        let read = shown(entry, .expiry).withUnsafeBytes { ExpiryCheck(text: $0, limits: limits) }
        if let date = entry.expiry(at: today) {
            expect(read.date == date, "'\(String(decoding: text, as: UTF8.self))' is shown as another date")
        }
        if planted, check.date?.month == 12 { fail("planted") }
    }

    /// A table of issuers is refused with a line, or knows the prefixes that stand in it.
    static let issuers = FuzzTarget(name: "issuers") { input, planted in
        let table: IssuerTable
        do throws(IssuerTable.Fault) {
            table = try IssuerTable(parsing: input)
        } catch {
            expect(error.line >= 1 && error.line <= input.count + 1, "a line")
            expect(!error.message.isEmpty && error.message.utf8.count <= 512, "a sentence")
            return
        }
        for line in input.split(separator: 0x0a) {
            let digits = line.prefix { 0x30...0x39 ~= $0 }
            guard 6...8 ~= digits.count, table.issuer(of: UnsafeRawBufferPointer(rebasing: digits)) == nil else { continue }
            fail("a prefix of the table is unknown to it")
        }
        if planted, table.count == 3 { fail("planted") }
    }
}
