/// What to say about names that are no fields, but that a host may well try.
public struct FieldHint: Sendable {
    let names: [StaticString]
    let text: StaticString

    /// What to say, to follow "is no field;".
    public init(_ names: [StaticString], _ text: StaticString) {
        self.names = names
        self.text = text
    }
}
