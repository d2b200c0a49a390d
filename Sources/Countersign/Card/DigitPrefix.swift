/// The first digits of a number, at most sixteen, as one figure.
struct DigitPrefix {
    private var value: UInt64 = 0
    private(set) var count = 0

    /// Of ASCII digits; a byte that is no digit ends them.
    init(_ digits: UnsafeRawBufferPointer) {
        for byte in digits.prefix(16) {
            let digit = byte &- 0x30
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            count &+= 1
        }
    }

    /// The figure of the first `digits` of them, or of all when there are fewer.
    func first(_ digits: Int) -> UInt64 { value / Self.power(count &- digits) }

    /// Whether the digits and a range of `length` digits overlap, both cut to the shorter of them.
    func overlaps(_ least: UInt64, _ greatest: UInt64, _ length: Int) -> Bool {
        let surplus = Self.power(length &- count)
        let value = first(length)
        return least / surplus <= value && value <= greatest / surplus
    }

    private static func power(_ exponent: Int) -> UInt64 {
        var power: UInt64 = 1
        var exponent = exponent
        while exponent > 0 {
            power = power &* 10
            exponent &-= 1
        }
        return power
    }
}
