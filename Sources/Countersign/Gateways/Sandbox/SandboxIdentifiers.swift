/// The ids that a server gives out: UUIDs that follow from its seed, the kind of thing and its number, so that nothing has to
/// be looked up to find the number again.
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
        guard text.count == Self.textLength, text[8] == 0x2d, text[13] == 0x2d, text[18] == 0x2d, text[23] == 0x2d else {
            return nil
        }
        func half(_ offset: Int) -> UInt64 {
            UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        guard let a = Self.word(half(0) | half(4) << 32), let b = Self.word(half(9) | half(14) << 32),
            let c = Self.word(half(19) | half(24) << 32), let d = Self.word(half(28) | half(32) << 32)
        else { return nil }
        high = a << 32 | b
        low = c << 32 | d
    }

    /// The 32 bits of eight hexadecimal digits, the first in the lowest byte; nil where one is none, or a capital.
    private static func word(_ digits: UInt64) -> UInt64? {
        let tops: UInt64 = 0x8080_8080_8080_8080
        guard digits & tops == 0 else { return nil }
        // The top bit of each byte says whether it is at least that character; no byte carries into the next.
        func atLeast(_ character: UInt64) -> UInt64 { (digits &+ (0x80 &- character) &* 0x0101_0101_0101_0101) & tops }
        let decimal = atLeast(0x30) & ~atLeast(0x3a)
        let letter = atLeast(0x61) & ~atLeast(0x67)
        guard decimal | letter == tops else { return nil }
        var word = digits & 0x0f0f_0f0f_0f0f_0f0f &+ (letter >> 7) &* 9
        word = (word << 4 | word >> 8) & 0x00ff_00ff_00ff_00ff
        word = (word << 8 | word >> 16) & 0x0000_ffff_0000_ffff
        return (word << 16 | word >> 32) & 0xffff_ffff
    }

    /// Calls `body` with the UUID as text.
    func withText<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        withUnsafeTemporaryAllocation(byteCount: Self.textLength, alignment: 8) { text in
            let (a, b) = (Self.digits(high >> 32), Self.digits(high & 0xffff_ffff))
            let (c, d) = (Self.digits(low >> 32), Self.digits(low & 0xffff_ffff))
            text.storeBytes(of: a, as: UInt64.self)
            text.storeBytes(of: UInt32(truncatingIfNeeded: b), toByteOffset: 9, as: UInt32.self)
            text.storeBytes(of: UInt32(truncatingIfNeeded: b >> 32), toByteOffset: 14, as: UInt32.self)
            text.storeBytes(of: UInt32(truncatingIfNeeded: c), toByteOffset: 19, as: UInt32.self)
            text.storeBytes(of: UInt32(truncatingIfNeeded: c >> 32), toByteOffset: 24, as: UInt32.self)
            text.storeBytes(of: d, toByteOffset: 28, as: UInt64.self)
            for place in [8, 13, 18, 23] { text[place] = 0x2d }
            return body(UnsafeRawBufferPointer(text))
        }
    }

    /// Eight hexadecimal digits of 32 bits as bytes, the first in the lowest byte.
    private static func digits(_ word: UInt64) -> UInt64 {
        // Each nibble to a byte of its own, the highest first.
        var spread = (word & 0xffff_0000) >> 16 | (word & 0xffff) << 32
        spread = (spread & 0x0000_ff00_0000_ff00) >> 8 | (spread & 0x0000_00ff_0000_00ff) << 16
        spread = (spread & 0x00f0_00f0_00f0_00f0) >> 4 | (spread & 0x000f_000f_000f_000f) << 8
        // 39 more for those above 9: from `9` to `a`.
        let letters = (spread &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return (spread &+ 0x3030_3030_3030_3030 &+ letters &* 39).littleEndian
    }

    /// Writes the UUID as a member.
    func write(_ name: StaticString, to writer: inout JSONWriter) {
        withText { writer.member(name, bytes: $0) }
    }
}
