/// Integers as decimal digits.
enum JSONDecimal {
    /// Writes `value`, in at most 20 bytes, and gives how many it took.
    @inline(__always) static func write(_ value: Int64, to out: UnsafeMutablePointer<UInt8>) -> Int {
        var rest = value.magnitude
        var length = value < 0 ? 1 : 0
        out[0] = 0x2d
        var larger = rest
        repeat {
            length &+= 1
            larger /= 10
        } while larger != 0
        var place = length
        repeat {
            place &-= 1
            out[place] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest != 0
        return length
    }
}
