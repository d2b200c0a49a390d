/// A run of decimal digits: how many, and the figure of the first eight.
struct DigitRun: Equatable {
    private(set) var count = 0
    private(set) var value = 0

    mutating func append(_ digit: UInt8) {
        if count < 8 { value = value &* 10 &+ Int(digit) }
        count &+= 1
    }

    /// The first `digits` of a run of at most eight.
    func first(_ digits: Int) -> DigitRun {
        guard digits < count else { return self }
        var run = DigitRun()
        run.count = max(digits, 0)
        run.value = value / Self.power(count &- run.count)
        return run
    }

    /// What follows the first `digits` of a run of at most eight.
    func dropping(_ digits: Int) -> DigitRun {
        var run = DigitRun()
        run.count = max(count &- digits, 0)
        run.value = value % Self.power(run.count)
        return run
    }

    private static func power(_ exponent: Int) -> Int { (0..<max(exponent, 0)).reduce(1) { power, _ in power &* 10 } }
}

/// An expiry text taken apart at its separators: slashes, dots, dashes, and blanks between digits.
struct ExpiryParts {
    private(set) var first = DigitRun()
    private(set) var second = DigitRun()
    /// How many parts there are, empty ones among them: `1/` has two.
    private(set) var count = 1
    private(set) var hasDigits = false
    private(set) var hasForeignCharacters = false

    init(_ text: UnsafeRawBufferPointer) {
        var followsBlank = false
        var isEmptyPart = true
        for scalar in ScalarReader(text) {
            switch CardCharacter(scalar) {
            case .digit(let digit):
                // A blank parts digits; beside another separator it is decoration.
                if followsBlank, !isEmptyPart { count &+= 1 }
                (followsBlank, isEmptyPart, hasDigits) = (false, false, true)
                if count == 1 { first.append(digit) } else if count == 2 { second.append(digit) }
            case .blank:
                followsBlank = true
            case .dash, .slash:
                count &+= 1
                (followsBlank, isEmptyPart) = (false, true)
            case .other:
                hasForeignCharacters = true
            }
        }
    }
}
