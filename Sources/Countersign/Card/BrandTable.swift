/// Finds the brand of a card number by its leading digits.
///
/// Rules: a range matches when the typed digits and its bounds, cut to the shorter of them, overlap; *full* when as
/// many digits as the range has are typed, *partial* otherwise. Full matches with more digits win, ties go by the
/// table's order.
enum BrandTable {
    /// From so many digits on no range matches partially.
    static let decisiveDigits = 8
    /// From so many digits on a weak range (Maestro's 50 and 6) gives a primary brand also while undecided.
    private static let weakDigits = 6

    /// The profile of a number whose first eight digits are the four pairs given, each 0–99. No search, and no branch
    /// but for the few prefixes that four digits do not settle.
    @inline(__always)
    static func profile(_ pair0: Int, _ pair1: Int, _ pair2: Int, _ pair3: Int) -> UInt32 {
        var entry = BrandTableData.fourDigits.utf8Start[pair0 &* 100 &+ pair1]
        if entry < 96 {
            entry = BrandTableData.sixDigits.utf8Start[Int(entry &- 35) &* 100 &+ pair2]
            if entry < 96 { entry = BrandTableData.eightDigits.utf8Start[Int(entry &- 35) &* 100 &+ pair3] }
        }
        return BrandTableData.profiles[Int(entry & 31)]
    }

    /// Matches ASCII digits. More than the first sixteen do not matter; a byte that is no digit ends them.
    static func match(_ digits: UnsafeRawBufferPointer) -> BrandMatch {
        let prefix = DigitPrefix(digits)
        if prefix.count == 0 { return .none }
        guard prefix.count >= decisiveDigits else { return search(prefix) }
        let primary = NumberRules(digits: digits).brand
        return BrandMatch(
            primary: primary, isDecided: primary != nil, candidates: primary.map { BrandSet($0) } ?? [],
            cobadge: cobadge(prefix))
    }

    /// Matches fewer digits than decide, range by range.
    private static func search(_ prefix: DigitPrefix) -> BrandMatch {
        var best = (digits: 0, brand: 0 as UInt8, isWeak: false)
        var candidates: UInt32 = 0
        var hasPartial = false
        let ranges = BrandTableData.ranges
        for row in stride(from: 0, to: ranges.count &- 3, by: 4) {
            let (digits, mark) = (Int(ranges[row &+ 2]), ranges[row &+ 3])
            guard prefix.overlaps(UInt64(ranges[row]), UInt64(ranges[row &+ 1]), digits) else { continue }
            let brand = UInt8(truncatingIfNeeded: mark)
            candidates |= 1 << UInt32(brand)
            if digits > prefix.count {
                hasPartial = true
            } else if digits > best.digits || digits == best.digits && precedes(brand, best.brand) {
                best = (digits, brand, mark & 256 != 0)
            }
        }
        let isDecided = best.digits > 0 && !hasPartial
        var primary: CardBrand?
        if best.digits > 0, !best.isWeak || isDecided || prefix.count >= weakDigits {
            primary = CardBrand(rawValue: best.brand)
        }
        let possible = BrandSet(rawValue: candidates)
        if primary == nil { primary = possible.only }
        return BrandMatch(
            primary: primary, isDecided: isDecided, candidates: isDecided ? primary.map { BrandSet($0) } ?? [] : possible,
            cobadge: cobadge(prefix))
    }

    /// The brands of a co-badged card by the longest prefix that the digits fill.
    private static func cobadge(_ prefix: DigitPrefix) -> (suggested: CardBrand, other: CardBrand)? {
        let rows = BrandTableData.cobadges
        for digits in BrandTableData.cobadgeDigits where digits <= prefix.count {
            let value = prefix.first(digits)
            // The last row that begins at or before the value; rows are sorted by digits, then by their beginning.
            var (low, high) = (0, rows.count / 4)
            while low < high {
                let middle = (low &+ high) / 2
                if (rows[middle &* 4 &+ 2], rows[middle &* 4]) <= (UInt64(digits), value) {
                    low = middle &+ 1
                } else {
                    high = middle
                }
            }
            let row = (low &- 1) &* 4
            guard row >= 0, rows[row &+ 2] == UInt64(digits), value <= rows[row &+ 1] else { continue }
            let pair = rows[row &+ 3]
            guard let suggested = CardBrand(rawValue: UInt8(truncatingIfNeeded: pair)),
                let other = CardBrand(rawValue: UInt8(truncatingIfNeeded: pair >> 8))
            else { return nil }
            return (suggested, other)
        }
        return nil
    }

    /// Every brand that a co-badged card beginning with these digits may yet turn out to bear.
    static func possibleCobadges(_ digits: UnsafeRawBufferPointer) -> BrandSet {
        let prefix = DigitPrefix(digits)
        let rows = BrandTableData.cobadges
        var found: UInt32 = 0
        for row in stride(from: 0, to: rows.count &- 3, by: 4)
        where prefix.overlaps(rows[row], rows[row &+ 1], Int(truncatingIfNeeded: rows[row &+ 2])) {
            let pair = rows[row &+ 3]
            found |= 1 << UInt32(truncatingIfNeeded: pair & 255) | 1 << UInt32(truncatingIfNeeded: pair >> 8)
        }
        return BrandSet(rawValue: found)
    }

    private static func precedes(_ brand: UInt8, _ other: UInt8) -> Bool {
        for entry in BrandTableData.order {
            if entry == brand { return true }
            if entry == other { return false }
        }
        return false
    }
}
