/// What a field takes. Lengths count characters (Unicode scalars); no text may hold control characters.
///
/// An empty text is the same as none, except where a text has a smallest length: hosts that hand over forms send it for what
/// the shopper left out.
public enum FieldRule: Sendable {
    /// Any text of so many characters.
    case text(ClosedRange<Int>)
    /// One of a list.
    case choice(ChoiceList)
    /// ASCII digits only.
    case digits(ClosedRange<Int>)
    /// ASCII letters and digits only.
    case alphanumeric(max: Int)
    /// A whole number.
    case int(ClosedRange<Int64>)
    /// `true` or `false`.
    case bool
    /// A day of the calendar as `YYYY-MM-DD`.
    case date
    /// An ISO 8601 time, or a whole number of milliseconds since 1970 UTC, as which it is written.
    case timestamp
    /// An amount in decimal, as text or as a number, which is taken by its exact text.
    case decimal
    /// An absolute `http` or `https` URL.
    case url(max: Int)
    /// An e-mail address.
    case email
    /// Base64 in the URL or the standard alphabet, padded or not.
    case base64url(max: Int)
    /// An IPv4 or IPv6 address.
    case ip
    /// An IPv4 address with dots.
    case ipv4
    /// A telephone number: digits, perhaps a plus before them and separators between them.
    case phone
    /// A language tag (BCP 47).
    case language
    /// ISO 3166-1 alpha-2.
    case countryCode
    /// ISO 3166-1 numeric, as three digits.
    case countryNumber
    /// A card brand in any spelling, kept as the brand's id.
    case brand
    /// ISO 4217, three letters.
    case currency
    /// JSON that the schema accepts, written as the schema's canonical text.
    case json(JSONSchema)

    /// One of a list of texts.
    public static func choice(_ choices: [Choice]) -> FieldRule { .choice(ChoiceList(choices)) }
}

/// One text that a field takes, with other spellings of it that stand for the same.
public struct Choice: Sendable, ExpressibleByStringLiteral {
    let name: String
    let aliases: [String]

    /// - Parameters:
    ///   - name: The text as it is kept and sent.
    ///   - aliases: What is accepted in its place.
    public init(_ name: String, _ aliases: String...) {
        self.name = name
        self.aliases = aliases
    }

    /// A text without other spellings.
    public init(stringLiteral name: String) { self.init(name) }
}

/// The texts that a field takes. A name is also accepted with a small first letter, as the cases of the documents' SDKs have it
/// (`.lowValue` for `LowValue`).
public final class ChoiceList: Sendable {
    /// The accepted texts, in the order of declaration.
    public let names: [String]
    private let spellings: [String]
    private let keys: [(key: NameKey, bytes: [UInt8], position: Int)]

    /// A list of choices.
    public init(_ choices: [Choice]) {
        names = choices.map(\.name)
        spellings = choices.flatMap { [$0.name] + $0.aliases }
        keys = choices.enumerated().flatMap { position, choice in
            ([choice.name] + choice.aliases).flatMap { text in
                [text, text.prefix(1).lowercased() + text.dropFirst()].map { spelling in
                    let bytes = Array(spelling.utf8)
                    return (bytes.withUnsafeBufferPointer { NameKey($0) }, bytes, position)
                }
            }
        }
    }

    /// The spelling that was probably meant, or empty.
    func suggestion(for text: UnsafeRawBufferPointer) -> String {
        NearestName.suggestion(for: String(decoding: text.prefix(64), as: UTF8.self), among: spellings) ?? ""
    }

    /// The position of the choice that is spelled so.
    func position(of text: UnsafeRawBufferPointer) -> Int? {
        let text = UnsafeBufferPointer(start: text.baseAddress?.assumingMemoryBound(to: UInt8.self), count: text.count)
        let key = NameKey(text)
        for place in keys.indices where keys[place].key == key {
            if key.isWhole || text.elementsEqual(keys[place].bytes) { return keys[place].position }
        }
        return nil
    }
}

/// An enumeration that a field can hold, by the names of its cases.
public protocol FieldChoice: CaseIterable, Sendable {
    /// The text as it is kept and sent.
    var name: StaticString { get }
}
