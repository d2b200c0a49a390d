import Testing

@testable import Countersign

@Suite struct TransactionFieldsTests {
    @Test("Every field has a value that is taken and one that is refused")
    func everyFieldHasACase() {
        let cases = TransactionFieldCases.all
        #expect(Set(cases.map(\.path)) == Set(TransactionFields.table.paths))
        #expect(cases.count == TransactionFields.table.paths.count)
        for field in cases {
            #expect(!field.accepted.isEmpty && !field.refused.isEmpty, "\(field.path)")
        }
    }

    @Test("What the documents allow is taken and reads back", arguments: TransactionFieldCases.all.map(\.path))
    func accepts(path: String) throws {
        let field = try #require(TransactionFieldCases.all.first { $0.path == path })
        for (json, reads) in field.accepted {
            let data = try applied(object(path, json), to: TransactionData(), TransactionFields.table).get()
            let expected = reads ?? json.replacing("\"", with: path == "metadata" || path == "riskScreeningData" ? "\"" : "")
            #expect(shown(TransactionFields.get(path, from: data)) == expected, "\(path) given \(json)")
        }
    }

    @Test("What they do not allow is refused, naming the field", arguments: TransactionFieldCases.all.map(\.path))
    func refuses(path: String) throws {
        let field = try #require(TransactionFieldCases.all.first { $0.path == path })
        for json in field.refused {
            let error = applied(object(path, json), to: TransactionData(), TransactionFields.table).error
            #expect(error?.field.hasPrefix(path) == true, "\(path) given \(json): \(String(describing: error))")
            #expect(error?.when == .refused)
            #expect(error?.message.hasPrefix(path) == true, "\(error?.message ?? "")")
        }
    }

    @Test("Setting a field one by one gives what JSON gives", arguments: TransactionFieldCases.all.map(\.path))
    func setsAsJSONDoes(path: String) throws {
        let field = try #require(TransactionFieldCases.all.first { $0.path == path })
        for (json, _) in field.accepted {
            let whole = try applied(object(path, json), to: TransactionData(), TransactionFields.table).get()
            var single = TransactionData()
            try TransactionFields.set(path, fieldValue(json), to: &single)
            #expect(written(single) == written(whole), "\(path) given \(json)")
        }
        for json in field.refused where !json.contains(".") && !json.contains("e") {
            var data = TransactionData()
            #expect(throws: PaymentError.self, "\(path) given \(json)") {
                try TransactionFields.set(path, fieldValue(json), to: &data)
            }
            #expect(written(data) == written(TransactionData()))
        }
    }

    @Test("All fields together are written and taken again unchanged")
    func roundTrip() throws {
        var data = TransactionData()
        for field in TransactionFieldCases.all where field.path != "amountMinor" {
            let json = try #require(field.accepted.first?.json)
            data = try applied(object(field.path, json), to: data, TransactionFields.table).get()
        }
        let text = written(data)
        let again = try applied(text, to: TransactionData(), TransactionFields.table).get()
        #expect(written(again) == text)
        for path in TransactionFields.table.paths where path != "amountMinor" {
            #expect(shown(TransactionFields.get(path, from: data)) != "", "\(path) lost its value")
        }
    }

    @Test("Each field reads its own place: writing one changes no other", arguments: TransactionFields.table.paths)
    func readsItsOwn(path: String) throws {
        let field = try #require(TransactionFieldCases.all.first { $0.path == path })
        let blank = try blank(for: path)
        for (json, _) in field.accepted {
            let data = try applied(object(path, json), to: blank, TransactionFields.table).get()
            for other in TransactionFields.table.paths where other != path {
                let (before, after) = (TransactionFields.get(other, from: blank), TransactionFields.get(other, from: data))
                #expect(shown(before) == shown(after), "\(path) changed \(other)")
            }
        }
    }

    @Test("None takes a field back", arguments: TransactionFields.table.paths)
    func takesBack(path: String) throws {
        let field = try #require(TransactionFieldCases.all.first { $0.path == path })
        let blank = try blank(for: path)
        for (json, _) in field.accepted {
            let data = try applied(object(path, json), to: blank, TransactionFields.table).get()
            let again = try applied(object(path, "null"), to: data, TransactionFields.table).get()
            #expect(written(again) == written(blank), "\(path) given \(json)")
        }
    }

    /// Transaction data in which the field's object is there and has nothing set.
    private func blank(for path: String) throws -> TransactionData {
        let group = path.split(separator: ".").dropLast().joined(separator: ".")
        return group.isEmpty
            ? TransactionData() : try applied(object(group, "{}"), to: TransactionData(), TransactionFields.table).get()
    }

    private func written(_ data: TransactionData) -> String {
        var writer = JSONWriter()
        TransactionFields.table.write(data, to: &writer)
        return writer.finish().text()
    }

    private func fieldValue(_ json: String) throws -> FieldValue {
        let value = try JSONDocument(parsing: json).root
        switch value.kind {
        case .string: return .text(value.string ?? "")
        case .number: return value.int64.map { .int($0) } ?? .text(value.numberText ?? "")
        case .bool: return .bool(value.bool ?? false)
        case .null: return .none
        case .object, .array: return .json(ByteBuffer(json))
        }
    }
}
