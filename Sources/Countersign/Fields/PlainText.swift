/// The commonest fields made fast: text that lies where a key path says, written without a closure and without counting
/// references.
struct PlainText: Sendable {
    private let kind: Kind
    private let lengths: ClosedRange<Int>
    private let choices: Unmanaged<ChoiceList>?
    private let offset: Int

    private enum Kind: UInt8, Sendable {
        case none, text, choice
    }

    /// - Parameters:
    ///   - rule: The field's rule, which holds the choices for as long as this is used.
    ///   - offset: Where the text lies in the root; negative: nowhere.
    init(_ rule: FieldRule, offset: Int) {
        self.offset = offset
        switch rule {
        case .text(let range) where offset >= 0: (kind, lengths, choices) = (.text, range, nil)
        case .choice(let list) where offset >= 0: (kind, lengths, choices) = (.choice, 0...0, .passUnretained(list))
        default: (kind, lengths, choices) = (.none, 0...0, nil)
        }
    }

    /// Writes a text that fits; false: nothing is written, and the rule has to say what it thinks of the value.
    @inline(__always) func write<Root>(_ json: JSONValue, to root: inout Root) throws(FieldFault) -> Bool {
        guard kind != .none, json.kind == .string else { return false }
        let bytes = json.content
        let text: String
        if kind == .text {
            guard let length = TextFormat.length(bytes), lengths.contains(length), length > 0 else { return false }
            text = String(decoding: bytes, as: UTF8.self)
        } else {
            let name = choices?._withUnsafeGuaranteedRef { list in list.position(of: bytes).map { list.names[$0] } }
            guard let name = name ?? nil else { return false }
            text = name
        }
        FieldMemory.exchange(text, at: offset, in: &root)
        return true
    }
}
