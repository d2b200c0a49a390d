@testable import Countersign

/// The matching rules of the brand table, followed word by word over `brands.json` with texts: slow, and easy to believe.
struct NaiveBrands {
    struct Range {
        let least: String
        let greatest: String
        let digits: Int
        let brand: String
        let isWeak: Bool
        let lengths: [Int]

        /// Both cut to the shorter of them, the typed digits and the range overlap.
        func matches(_ typed: String, _ count: Int) -> Bool {
            let length = min(count, digits)
            let typed = typed.prefix(length)
            return least.prefix(length) <= typed && typed <= greatest.prefix(length)
        }
    }

    struct Answer: Equatable {
        var primary: String?
        var isDecided = false
        var candidates: [String] = []
        /// The legal lengths under the range that won.
        var lengths: [Int] = []
    }

    struct Cobadge {
        let least: String
        let greatest: String
        let brands: [String]
    }

    let order: [String]
    let ranges: [Range]
    let cobadges: [Cobadge]
    /// The brands' objects by id.
    let brands: [String: JSONValue]

    init() throws {
        let root = try VectorFile.json("card/brands.json")
        order = root["order"]?.elements.compactMap(\.string) ?? []
        var ranges: [Range] = []
        var brands: [String: JSONValue] = [:]
        for brand in root["brands"]?.elements.map({ $0 }) ?? [] {
            let id = brand["id"]?.string ?? ""
            brands[id] = brand
            for range in brand["ranges"]?.elements.map({ $0 }) ?? [] {
                ranges.append(
                    Range(
                        least: range["min"]?.string ?? "", greatest: range["max"]?.string ?? "",
                        digits: Int(range["digits"]?.int64 ?? 0), brand: id,
                        isWeak: range["weak"]?.bool ?? false, lengths: Self.integers(range["lengths"] ?? brand["lengths"])))
            }
        }
        self.ranges = ranges
        self.brands = brands
        cobadges = (root["cobadges"]?.elements.map { $0 } ?? []).map { row in
            Cobadge(
                least: row["min"]?.string ?? "", greatest: row["max"]?.string ?? "",
                brands: row["brands"]?.elements.compactMap(\.string) ?? [])
        }
    }

    static func integers(_ list: JSONValue?) -> [Int] { list?.elements.compactMap { $0.int64.map { Int($0) } } ?? [] }

    func match(_ digits: String) -> Answer {
        var answer = Answer()
        if digits.isEmpty { return answer }
        let count = digits.utf8.count
        // Ranges that begin with another digit cannot overlap; leaving them out first saves most of the time.
        let matching = ranges.filter { $0.least.utf8.first ?? 0 <= digits.utf8.first ?? 0 && $0.matches(digits, count) }
        let full = matching.filter { $0.digits <= digits.utf8.count }
        let best = full.min { left, right in
            (-left.digits, rank(left.brand)) < (-right.digits, rank(right.brand))
        }
        let partial = matching.filter { $0.digits > digits.utf8.count }
        if let best { answer.isDecided = !partial.contains { $0.digits > best.digits } }
        if let best, !best.isWeak || answer.isDecided || digits.utf8.count >= 6 { answer.primary = best.brand }
        answer.candidates = order.filter { brand in matching.contains { $0.brand == brand } }
        if answer.primary == nil, answer.candidates.count == 1 { answer.primary = answer.candidates.first }
        if answer.isDecided { answer.candidates = answer.primary.map { [$0] } ?? [] }
        answer.lengths = best?.lengths ?? []
        return answer
    }

    /// The longest prefix that the digits fill wins.
    func cobadges(_ digits: String) -> [String] {
        let full = cobadges.filter { row in
            let typed = digits.prefix(row.least.utf8.count)
            return typed.utf8.count == row.least.utf8.count && row.least <= typed && typed <= row.greatest
        }
        return full.max { $0.least.utf8.count < $1.least.utf8.count }?.brands ?? []
    }

    private func rank(_ brand: String) -> Int { order.firstIndex(of: brand) ?? .max }

    /// Digits that begin where ranges begin and end, and just outside; the rest is random.
    func digits(_ random: inout SeededRandom) -> String {
        let length = random.below(20)
        var text = ""
        if random.chance(80), let range = ranges.randomElement(using: &random) {
            let bound = (random.chance(50) ? range.least : range.greatest)
            let value = (UInt64(bound) ?? 0) &+ UInt64(random.below(3))
            text = String(value > 0 ? value &- 1 : 0)
        } else if random.chance(50), let cobadge = cobadges.randomElement(using: &random) {
            text = random.chance(50) ? cobadge.least : cobadge.greatest
        }
        while text.utf8.count < length { text.append(String(random.below(10))) }
        return String(text.prefix(length))
    }
}
