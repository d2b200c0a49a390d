/// What the host knows of card issuers by the first six to eight digits of a number: nothing of the kind is built in.
///
/// The table is UTF-8 text, one line for each prefix:
///
///     # prefix or range; brands; funding source; issuer's country; product; issuer
///     45717360; visa, dankort; debit; DK; Classic; Example Bank
///     453900-453905; visa; credit; GB
///
/// Fields after the first may be empty or missing, which means not known. A prefix has six to eight digits, a range two
/// of the same length. The longest prefix that fits a number wins. Lines that are empty or begin with `#` do not count.
public final class IssuerTable: Sendable {
    /// What a line says of a card. Nothing is known where a value is nil or empty.
    public struct Issuer: Equatable, Sendable {
        /// The brands its cards bear.
        public let brands: BrandSet
        /// Where the money comes from.
        public let fundingSource: FundingSource?
        /// The issuer's country.
        public let country: Country?
        /// The product, such as `Classic`.
        public let product: String
        /// The issuer's name.
        public let name: String
    }

    /// Why a table is refused.
    public struct Fault: Error, Equatable, Sendable {
        /// The line at fault, from 1.
        public let line: Int
        /// What is wrong and what would be right.
        public let message: String
    }

    private struct Row {
        let least: UInt64
        let greatest: UInt64
        let issuer: Issuer
    }

    /// The rows of six, seven and eight digits, each sorted.
    private let rows: [[Row]]

    /// Reads a table.
    public init(parsing text: UnsafeRawBufferPointer) throws(Fault) {
        var rows: [[(row: Row, line: Int)]] = [[], [], []]
        var number = 0
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number &+= 1
            let line = Self.trimmed(String(decoding: line, as: UTF8.self)[...])
            if line.isEmpty || line.hasPrefix("#") { continue }
            let (digits, row) = try Self.parse(line, number)
            rows[digits &- 6].append((row, number))
        }
        for index in rows.indices {
            rows[index].sort { $0.row.least < $1.row.least }
            for (before, after) in zip(rows[index], rows[index].dropFirst()) where after.row.least <= before.row.greatest {
                throw Fault(line: max(before.line, after.line), message: "overlaps line \(min(before.line, after.line))")
            }
        }
        self.rows = rows.map { $0.map(\.row) }
    }

    /// How many lines tell something.
    public var count: Int { rows.reduce(0) { $0 &+ $1.count } }

    /// What is known of a number by its leading digits, given as ASCII; nil when nothing is.
    public func issuer(of digits: UnsafeRawBufferPointer) -> Issuer? {
        let prefix = DigitPrefix(digits)
        for length in stride(from: min(prefix.count, 8), to: 5, by: -1) {
            let value = prefix.first(length)
            let rows = rows[length &- 6]
            var (low, high) = (0, rows.count)
            while low < high {
                let middle = (low &+ high) / 2
                if rows[middle].least <= value { low = middle &+ 1 } else { high = middle }
            }
            if low > 0, value <= rows[low &- 1].greatest { return rows[low &- 1].issuer }
        }
        return nil
    }

    private static func parse(_ line: Substring, _ number: Int) throws(Fault) -> (digits: Int, row: Row) {
        let fields = line.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        func field(_ index: Int) -> Substring { fields.indices.contains(index) ? fields[index] : "" }
        guard fields.count <= 6 else {
            throw Fault(line: number, message: "has \(fields.count) fields; 6 at most are expected")
        }

        let bounds = field(0).split(separator: "-", omittingEmptySubsequences: false).map(trimmed)
        guard let first = bounds.first, let last = bounds.last, bounds.count <= 2, let least = UInt64(digits: first),
            let greatest = UInt64(digits: last), 6...8 ~= first.utf8.count, last.utf8.count == first.utf8.count,
            least <= greatest
        else {
            throw Fault(
                line: number,
                message: "'\(QuotedText.of(field(0)))' is no prefix; 6 to 8 digits are expected, or a range such as"
                    + " 453900-453905")
        }
        var brands: BrandSet = []
        for name in field(1).split(separator: ",").map(trimmed) where !name.isEmpty {
            guard let brand = CardBrand(gatewayName: String(name)) else {
                throw Fault(line: number, message: "'\(QuotedText.of(name))' is no brand; a name such as visa is expected")
            }
            brands.insert(BrandSet(brand))
        }
        let funding = FundingSource(name: String(field(2)))
        if funding == nil, !["", "unknown"].contains(field(2)) {
            let known = FundingSource.allCases.map(\.id.description).joined(separator: ", ")
            throw Fault(line: number, message: "'\(QuotedText.of(field(2)))' is no funding source; one of \(known) is expected")
        }
        let country = Country(alpha2: String(field(3)))
        if country == nil, !field(3).isEmpty {
            throw Fault(
                line: number,
                message: "'\(QuotedText.of(field(3)))' is no country; two capital letters such as GB are expected")
        }
        let issuer = Issuer(
            brands: brands, fundingSource: funding, country: country, product: String(field(4)), name: String(field(5)))
        return (first.utf8.count, Row(least: least, greatest: greatest, issuer: issuer))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0.isWhitespace || $0 == "\u{feff}" }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}

extension UInt64 {
    /// The figure of ASCII digits; nil for anything else, also for a sign.
    fileprivate init?(digits: Substring) {
        guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        self.init(digits)
    }
}
