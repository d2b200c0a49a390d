import CSystem

/// Randomness: the kernel's, or a sequence that a seed decides.
struct RandomSource {
    private static let poolSize = 512

    private let isSeeded: Bool
    private var state: UInt64
    private var pool: [UInt8] = []

    init(seed: UInt64?) throws(Failure) {
        isSeeded = seed != nil
        state = seed ?? 0
        if seed == nil {
            try refill()
            state = word()
        }
    }

    /// A place in a list, for orders that must not be relied upon: evenly spread, and not secret.
    mutating func place(below count: Int) -> Int {
        guard count > 1 else { return 0 }
        return Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(count)).high)
    }

    /// Sixteen bytes for a name that nobody can guess, unless there is a seed.
    mutating func identifier() throws(Failure) -> (UInt64, UInt64) {
        if isSeeded { return (next(), next()) }
        if pool.count < 16 { try refill() }
        return (word(), word())
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    private mutating func word() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(pool.popLast() ?? 0) }
        return word
    }

    private mutating func refill() throws(Failure) {
        pool = Array(repeating: 0, count: Self.poolSize)
        let answer = pool.withUnsafeMutableBytes { csys_random($0.baseAddress, $0.count) }
        guard answer == 0 else { throw Failure(.system, "The system gives no random bytes: getrandom() failed.") }
    }
}
