/// What most optional fields of a request need.
extension JSONWriter {
    /// Writes a member, or nothing where the text is empty.
    mutating func member(_ name: StaticString, unlessEmpty text: String) {
        if !text.isEmpty { member(name, text) }
    }

    /// Writes a member whose value is checked JSON, or nothing where there is none.
    mutating func member(_ name: StaticString, ifPresent json: ByteBuffer?) {
        if let json, json.count > 0 { json.withBytes { member(name, raw: $0) } }
    }
}
