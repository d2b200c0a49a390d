/// Everything that the sandbox can do: the one table that drives its server, its tests and the list that hosts print.
///
/// A card number chooses what its issuer does about 3-D Secure and how the vault and the authentication fare; any number that
/// is not here behaves like the first case. An amount of 990000 + n minor units, in any currency, chooses the transaction's
/// answer, whatever the card; any other amount leaves it to the card. The two combine: a challenge and then a decline, for
/// example.
///
/// | n | answer |
/// | --- | --- |
/// | 0–99 | the response code of these two digits |
/// | 100–199 | the response codes with letters, in their order in `SandboxResponseCode.all` |
/// | 200–299 | what goes wrong or is out of the ordinary |
/// | 300–399 | a decline with the merchant advice code n − 300 |
/// | 400–425, 450–475 | an approval with the AVS, or security code, result of the n-th letter |
public enum SandboxCases {
    /// All of them, in the order in which they are printed. Every id is there once.
    public static let all: [SandboxCase] =
        SandboxCardCases.all + SandboxAmountCases.all + SandboxAmountCases.codes + SandboxAmountCases.advice
        + SandboxAmountCases.results

    /// The case that a card number chooses, as an index of `all`; 0 for a number that chooses none.
    static func index(ofNumber digits: UnsafeRawBufferPointer) -> Int {
        guard let number = decimal(digits) else { return 0 }
        var (low, high) = (0, byNumber.count)
        while low < high {
            let middle = (low &+ high) / 2
            if byNumber[middle].number < number { low = middle &+ 1 } else { high = middle }
        }
        return low < byNumber.count && byNumber[low].number == number ? byNumber[low].index : 0
    }

    /// The case that an amount chooses, as an index of `all`; nil for an amount that chooses none.
    static func index(ofAmount minorUnits: Int64) -> Int? {
        let number = minorUnits &- SandboxCase.amountBase
        guard number >= 0, number < Int64(byAmount.count) else { return nil }
        let index = byAmount[Int(number)]
        return index < 0 ? nil : index
    }

    /// The case of that index; the first one for an index that is none.
    static func at(_ index: Int) -> SandboxCase { all.indices.contains(index) ? all[index] : all[0] }

    /// A card number as an integer: 19 digits fit.
    private static func decimal(_ digits: UnsafeRawBufferPointer) -> UInt64? {
        guard (1...19).contains(digits.count) else { return nil }
        var value: UInt64 = 0
        for byte in digits {
            guard byte &- 0x30 < 10 else { return nil }
            value = value &* 10 &+ UInt64(byte &- 0x30)
        }
        return value
    }

    /// Only the first case of a number or an amount counts: those after it differ in what the shopper does.
    private static let byNumber: [(number: UInt64, index: Int)] = {
        var found: [(number: UInt64, index: Int)] = []
        for (index, row) in all.enumerated() where row.amountNumber == nil {
            let bytes = UnsafeRawBufferPointer(start: row.number.utf8Start, count: row.number.utf8CodeUnitCount)
            guard let number = decimal(bytes), !found.contains(where: { $0.number == number }) else { continue }
            found.append((number, index))
        }
        return found.sorted { $0.number < $1.number }
    }()

    private static let byAmount: [Int] = {
        var indices = [Int](repeating: -1, count: 1_000)
        for (index, row) in all.enumerated() {
            guard let number = row.amountNumber, indices.indices.contains(number), indices[number] < 0 else { continue }
            indices[number] = index
        }
        return indices
    }()
}
