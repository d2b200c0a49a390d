@testable import Countersign

/// What one field takes and refuses, as JSON. Written from the documents, and from nothing in the table under test.
struct FieldCase {
    let path: String
    /// Values that are taken, each with the text that reads back; nil: the same text.
    let accepted: [(json: String, reads: String?)]
    /// Values that are refused.
    let refused: [String]

    init(_ path: String, accepts accepted: [(String, String?)], refuses refused: [String]) {
        self.path = path
        self.accepted = accepted.map { (json: $0.0, reads: $0.1) }
        self.refused = refused
    }

    /// Texts that read back as they are.
    init(_ path: String, texts: [String], refuses refused: [String]) {
        self.init(path, accepts: texts.map { ("\"\($0)\"", $0) }, refuses: refused)
    }
}

/// A text of so many characters.
func text(_ length: Int, of character: Character = "x") -> String {
    "\"" + String(repeating: character, count: length) + "\""
}

/// `{"a":{"b":value}}` for `a.b`.
func object(_ path: String, _ value: String) -> String {
    path.split(separator: ".").reversed().reduce(value) { "{\"\($1)\":\($0)}" }
}

/// The value of a field as text; empty for none.
func shown(_ value: FieldValue?) -> String? {
    switch value {
    case nil: nil
    case .some(.none): ""
    case .text(let text): text
    case .int(let int): String(int)
    case .bool(let bool): String(bool)
    case .json(let buffer): buffer.text()
    }
}

/// Takes a JSON text into a root, or gives the error.
func applied<Root>(_ json: String, to root: Root, _ table: FieldTable<Root>) -> Result<Root, PaymentError> {
    Result { () throws(PaymentError) in
        var root = root
        do {
            try table.apply(JSONDocument(parsing: json).root, to: &root)
        } catch let error as PaymentError {
            throw error
        } catch {
            throw PaymentError(.jsonInvalid, .refused, "\(error)")
        }
        return root
    }
}

extension Result where Failure == PaymentError {
    var error: PaymentError? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
