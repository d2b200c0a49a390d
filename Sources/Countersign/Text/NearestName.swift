/// The name that was probably meant by one that is unknown.
public enum NearestName {
    /// Longer names are nobody's slip, and would cost time that grows with the square.
    private static let longest = 64

    /// The nearest of `names` to `name`, or nil where none is near. The first of several wins.
    ///
    /// Near is counted in characters left out, added, exchanged, or swapped with their neighbour: at most one for every three
    /// of the name, and never more than four. Upper and lower case of ASCII letters are the same.
    public static func suggestion(for name: String, among names: [String]) -> String? {
        guard !name.isEmpty, name.utf8.count <= longest else { return nil }
        let wanted = folded(name)
        var best: String?
        var bound = min(wanted.count / 3, 4)
        for candidate in names {
            let letters = folded(candidate)
            guard letters.count <= longest, abs(letters.count &- wanted.count) <= bound else { continue }
            let distance = distance(wanted, letters)
            if distance <= bound {
                best = candidate
                if distance == 0 { break }
                bound = distance &- 1
            }
        }
        return best
    }

    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }

    /// Edit distance with swaps of neighbours (optimal string alignment), a row of its table at a time.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in 1..<(one.count &+ 1) {
            var current = [row]
            current.reserveCapacity(other.count &+ 1)
            for column in 1..<(other.count &+ 1) {
                let isSame = one[row &- 1] == other[column &- 1]
                var cost = min(
                    last[column] &+ 1, current[column &- 1] &+ 1, last[column &- 1] &+ (isSame ? 0 : 1))
                if row > 1, column > 1, one[row &- 1] == other[column &- 2], one[row &- 2] == other[column &- 1] {
                    cost = min(cost, beforeLast[column &- 2] &+ 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
