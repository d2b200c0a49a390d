/// Plain decimal numbers with a fixed count of digits after the point, read and written without floating point.
///
/// It knows no currency, so that a gateway with exponents of its own can use it too.
enum DecimalText {
    /// Nineteen digits, a point, and a zero before it.
    static let greatestLength = 22

    enum Fault: Error, Equatable {
        case syntax(offset: Int)
        case negative
        case tooManyDecimals
        case tooLarge
    }

    /// Reads a number as units of 10⁻ⁿ for the exponent n. With `truncates`, digits beyond it are left out, otherwise any
    /// fraction that is too long is refused, even zeros.
    static func parse(_ text: UnsafeRawBufferPointer, exponent: Int, truncates: Bool) -> Result<Int64, Fault> {
        var units: Int64 = 0
        var isTooLarge = false
        var decimals: Int?
        var hasDigit = false
        for (offset, byte) in text.enumerated() {
            switch byte {
            case 0x30...0x39:
                hasDigit = true
                if let count = decimals {
                    decimals = count &+ 1
                    if count >= exponent { continue }
                }
                append(byte &- 0x30, to: &units, &isTooLarge)
            case UInt8(ascii: ".") where hasDigit && decimals == nil && offset &+ 1 < text.count:
                decimals = 0
            case UInt8(ascii: "-") where offset == 0 && isDecimal(text.dropFirst()):
                return .failure(.negative)
            default:
                return .failure(.syntax(offset: offset))
            }
        }
        guard hasDigit else { return .failure(.syntax(offset: 0)) }
        if !truncates, (decimals ?? 0) > exponent { return .failure(.tooManyDecimals) }
        for _ in 0..<max(exponent &- (decimals ?? 0), 0) { append(0, to: &units, &isTooLarge) }
        return isTooLarge ? .failure(.tooLarge) : .success(units)
    }

    /// Writes units of 10⁻ⁿ with n digits after the point, n from 0 to 4. Answers how many bytes, 0 when they do not
    /// fit or the number is negative.
    static func write(_ units: Int64, exponent: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard units >= 0 else { return 0 }
        let places = min(max(exponent, 0), 18)
        var digits = 1
        var rest = units / 10
        while rest > 0 {
            digits &+= 1
            rest /= 10
        }
        digits = max(digits, places &+ 1)
        let length = digits &+ (places > 0 ? 1 : 0)
        guard buffer.count >= length else { return 0 }
        rest = units
        for index in (0..<length).reversed() {
            if places > 0, index == length &- 1 &- places {
                buffer[index] = UInt8(ascii: ".")
            } else {
                buffer[index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        return length
    }

    private static func append(_ digit: UInt8, to units: inout Int64, _ isTooLarge: inout Bool) {
        let (product, overflow) = units.multipliedReportingOverflow(by: 10)
        let (sum, more) = product.addingReportingOverflow(Int64(digit))
        if overflow || more { isTooLarge = true } else { units = sum }
    }

    /// Whether what follows a minus sign would do as a number, so that the sign is what is wrong.
    private static func isDecimal(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        !text.isEmpty && text.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
    }
}
