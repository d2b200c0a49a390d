/// The ids that a server gives out: UUIDs that follow from its seed, the kind of thing and its number, so that nothing has to be
/// looked up to find the number again.
struct SandboxIdentifiers: Sendable {
    let seed: UInt64

    /// What an id names.
    enum Kind: UInt64 {
        case card = 1, authentication, acsTransaction, directoryServer, transaction, correlation, network, value
    }

    /// An id.
    struct Identifier: Equatable, Sendable {
        var high: UInt64
        var low: UInt64
    }

    /// The id of the thing with that number, from 0 on.
    func identifier(_ kind: Kind, _ number: Int) -> Identifier {
        let index = UInt64(truncatingIfNeeded: number)
        let mixed = Self.mix(seed ^ kind.rawValue &<< 56 ^ index &* 0x9e37_79b9_7f4a_7c15)
        // The number itself stands, veiled, in the last 48 bits.
        let veiled = (index ^ veil(kind)) & 0xffff_ffff_ffff
        return Identifier(
            high: mixed & ~0xf000 | 0x4000,
            low: 0x8000_0000_0000_0000 | Self.mix(mixed) & 0x3fff_0000_0000_0000 | veiled)
    }

    /// The number of an id that this server gave out; nil for any other.
    func number(_ kind: Kind, of identifier: Identifier) -> Int? {
        let number = Int((identifier.low ^ veil(kind)) & 0xffff_ffff_ffff)
        return self.identifier(kind, number) == identifier ? number : nil
    }

    /// Bits for what looks random and is not.
    func bits(_ kind: Kind, _ number: Int) -> UInt64 { Self.mix(identifier(kind, number).high) }

    private func veil(_ kind: Kind) -> UInt64 { Self.mix(seed &+ kind.rawValue) }

    /// The output function of SplitMix64.
    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}

extension SandboxIdentifiers.Identifier {
    static let textLength = 36

    /// Reads a UUID in lower case; nil where the bytes are none.
    init?(_ text: UnsafeRawBufferPointer) {
        guard text.count == Self.textLength else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for (place, byte) in text.enumerated() {
            if place == 8 || place == 13 || place == 18 || place == 23 {
                guard byte == 0x2d else { return nil }
                continue
            }
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte &- 0x30
            case 0x61...0x66: digit = byte &- 0x57
            default: return nil
            }
            words.0 = words.0 << 4 | words.1 >> 60
            words.1 = words.1 << 4 | UInt64(digit)
        }
        (high, low) = words
    }

    /// Calls `body` with the UUID as text.
    func withText<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        withUnsafeTemporaryAllocation(byteCount: Self.textLength, alignment: 1) { text in
            var place = 0
            for index in 0..<32 {
                if index == 8 || index == 12 || index == 16 || index == 20 {
                    text[place] = 0x2d
                    place &+= 1
                }
                let word = index < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 &- 4 &* (index & 15)) & 15)
                text[place] = digit < 10 ? 0x30 &+ digit : 0x57 &+ digit
                place &+= 1
            }
            return body(UnsafeRawBufferPointer(text))
        }
    }

    /// Writes the UUID as a member.
    func write(_ name: StaticString, to writer: inout JSONWriter) {
        withText { writer.member(name, bytes: $0) }
    }
}
