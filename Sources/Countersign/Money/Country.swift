/// A country of ISO 3166-1.
public struct Country: Hashable, Sendable, CustomStringConvertible {
    /// Its row in the table.
    private let row: UInt16

    /// Two letters, such as `GB`.
    public var alpha2: String { CountryRows.text(row, 0..<2) }
    /// Three letters, such as `GBR`.
    public var alpha3: String { CountryRows.text(row, 2..<5) }
    /// Three digits, such as `826`: the form that EMV 3-D Secure takes.
    public var numericText: String { CountryRows.text(row, 5..<8) }
    /// The number, such as 826.
    public var numeric: Int { CountryRows.number(row, 5..<8) ?? 0 }
    /// The two letters.
    public var description: String { alpha2 }

    /// The country with these two capital letters.
    public init?(alpha2: String) {
        guard alpha2.utf8.count == 2 else { return nil }
        self.init { CountryRows.equals($0, 0..<2, alpha2) }
    }

    /// The country with these three capital letters.
    public init?(alpha3: String) {
        guard alpha3.utf8.count == 3 else { return nil }
        self.init { CountryRows.equals($0, 2..<5, alpha3) }
    }

    /// The country with this number.
    public init?(numeric: Int) {
        self.init { CountryRows.number($0, 5..<8) == numeric }
    }

    private init?(where matches: (UInt16) -> Bool) {
        guard let found = (0..<CountryRows.count).first(where: matches) else { return nil }
        row = found
    }

    /// Every country, in order of its two letters.
    public static var all: [Country] { (0..<CountryRows.count).map { Country(row: $0) } }

    private init(row: UInt16) { self.row = row }

    /// The calling code, such as 44; nil for the few places without one.
    public var callingCode: Int? { CountryRows.number(row, 8..<11) }

    /// The digits before a national number dialled at home, such as `0`; empty where there are none.
    var trunkPrefix: String { CountryRows.text(row, 11..<13) }

    /// The possible lengths of a national number, as bits.
    var phoneLengths: UInt32 { CountryRows.hexadecimal(row, 15..<20) }

    /// The digits before an international number dialled at home, alternatives apart by blanks; `?` is any digit.
    var internationalPrefixes: String {
        let prefixes = CountryTable.internationalPrefixes
        guard let index = CountryRows.number(row, 13..<15), prefixes.indices.contains(index) else { return "" }
        return prefixes[index].description
    }
}

/// Reads the rows of the generated table where they lie. `-` fills a column from the left.
private enum CountryRows {
    private static let width = 20
    static let count = UInt16(truncatingIfNeeded: CountryTable.countries.utf8CodeUnitCount / width)

    private static func bytes(_ row: UInt16, _ columns: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
        let table = UnsafeBufferPointer(
            start: CountryTable.countries.utf8Start, count: CountryTable.countries.utf8CodeUnitCount)
        let start = Int(row) &* width
        return table[(start &+ columns.lowerBound)..<(start &+ columns.upperBound)]
    }

    static func text(_ row: UInt16, _ columns: Range<Int>) -> String {
        String(decoding: bytes(row, columns).drop { $0 == UInt8(ascii: "-") }, as: UTF8.self)
    }

    static func equals(_ row: UInt16, _ columns: Range<Int>, _ text: String) -> Bool {
        bytes(row, columns).elementsEqual(text.utf8)
    }

    static func number(_ row: UInt16, _ columns: Range<Int>) -> Int? {
        let digits = bytes(row, columns).drop { $0 == UInt8(ascii: "-") }
        return digits.isEmpty ? nil : digits.reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }
    }

    static func hexadecimal(_ row: UInt16, _ columns: Range<Int>) -> UInt32 {
        bytes(row, columns).reduce(0) { $0 << 4 | UInt32($1 < 0x61 ? $1 &- 0x30 : $1 &- 0x57) }
    }
}
