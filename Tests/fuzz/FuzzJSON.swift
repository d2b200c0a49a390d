@testable import Countersign

extension FuzzTarget {
    /// What the reader takes can be written and read again, and is the same then; what it refuses has its place.
    static let json = FuzzTarget(name: "json") { input, planted in
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: input)
        } catch {
            expect(error.offset <= input.count && error.line >= 1 && error.column >= 1, "the place of \(error)")
            return
        }
        let once = written(document.root)
        guard let again = try? JSONDocument(parsing: once) else { fail("what was written cannot be read") }
        expect(bytes(once) == bytes(written(again.root)), "written twice is written once")
        expect(again.duplicateMembers == document.duplicateMembers, "the same duplicates")
        visit(document.root, depth: 1)
        if planted, document.root.kind == .array, document.root.count == 2,
            document.root.value(at: "1")?.kind == .number
        {
            fail("planted")
        }
    }

    /// Reads everything that there is, in every way.
    private static func visit(_ value: JSONValue, depth: Int) {
        expect(depth <= JSONLimits().depth + 1, "the depth")
        switch value.kind {
        case .object:
            var count = 0
            for (name, member) in value.members {
                count += 1
                expect(value.member(name.string) != nil, "a member is found by its name")
                visit(member, depth: depth + 1)
            }
            expect(count == value.count, "the count of members")
        case .array:
            var count = 0
            for element in value.elements {
                count += 1
                visit(element, depth: depth + 1)
            }
            expect(count == value.count, "the count of elements")
        case .string:
            guard let text = value.string else { fail("a string has a text") }
            expect(!text.utf8.contains(0), "no text has a NUL")
        case .number:
            guard let text = value.numberText else { fail("a number has its digits") }
            if let int = value.int64 { expect(String(int) == text || text == "-0", "\(int) is \(text)") }
        case .bool: expect(value.bool != nil, "a truth value")
        case .null: expect(value.isNull, "null")
        }
    }

    private static func bytes(_ buffer: ByteBuffer) -> [UInt8] { buffer.withBytes { Array($0) } }

    private static func written(_ value: JSONValue) -> ByteBuffer {
        var writer = JSONWriter()
        value.write(to: &writer)
        return writer.finish()
    }

    /// Transaction data that was taken can be written and taken again, and is the same then; what is refused is named.
    static let transaction = FuzzTarget(name: "transaction") { input, planted in
        var choices = Choices(input)
        var data = TransactionData()
        if choices.flag() {
            guard let document = try? JSONDocument(parsing: choices.remainder) else { return }
            check { () throws(PaymentError) in try TransactionFields.apply(document.root, to: &data) }
        } else {
            while !choices.isEmpty { set(&choices, in: &data) }
        }
        var writer = JSONWriter()
        TransactionFields.table.write(data, to: &writer)
        let once = writer.finish()
        var again = TransactionData()
        do {
            try TransactionFields.apply(JSONDocument(parsing: once).root, to: &again)
        } catch {
            fail("\(once.text()) is refused: \(error)")
        }
        writer = JSONWriter()
        TransactionFields.table.write(again, to: &writer)
        let twice = writer.finish()
        expect(bytes(once) == bytes(twice), "\(once.text()) is not \(twice.text())")
        check { () throws(PaymentError) in
            try TransactionFields.checkWhole(data, now: 1_796_055_428_123, allowsAuthentication: true)
        }
        if planted, data.authentication?.challengeWindowSize == 2 { fail("planted") }
    }

    private static let paths = TransactionFields.table.paths
    private static let texts = [
        "", "a", "EUR", "JPY", "12.34", "Authorisation", "2027-12-31", "GB", "826", "http://a.example/", "a@b.example", "03",
        "size3", "-1", "1e3", "[]", "{}", "{\"a\":\"b\"}", "null", "true", "192.0.2.1", "::1", "en-GB", "visa", "411111", "é",
    ]

    private static func set(_ choices: inout Choices, in data: inout TransactionData) {
        var path = paths[choices.below(paths.count)]
        let value: FieldValue
        switch choices.below(8) {
        case 0: value = .text(String(decoding: choices.bytes(), as: UTF8.self))
        case 1: value = .int(Int64(bitPattern: choices.word()))
        case 2: value = .int(Int64(choices.byte()))
        case 3: value = .bool(choices.flag())
        case 4: value = .json(ByteBuffer(copying: choices.bytes(), isSecret: false))
        case 5: value = .none
        case 6:
            // A path of the input's own, or one below a field.
            let own = String(decoding: choices.bytes(), as: UTF8.self)
            path = choices.flag() ? own : "\(path).\(own)"
            value = .text(texts[choices.below(texts.count)])
        default: value = .text(texts[choices.below(texts.count)])
        }
        check { () throws(PaymentError) in try TransactionFields.set(path, value, to: &data) }
        _ = TransactionFields.get(path, from: data)
    }

    /// An error names the field and says what would be right.
    private static func check(_ body: () throws(PaymentError) -> Void) {
        do throws(PaymentError) {
            try body()
        } catch {
            expect(error.when == .refused, "nothing was sent: \(error)")
            expect(!error.message.isEmpty && error.message.utf8.count < 2048, "a sentence: \(error)")
        }
    }
}
