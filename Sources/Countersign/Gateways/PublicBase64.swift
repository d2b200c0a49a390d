/// Base64 (RFC 4648) of what is no secret, such as challenge messages that pass through a browser: by tables, and so several
/// times as fast as `Base64`, which takes the same time for every content.
enum PublicBase64 {
    /// Writes `bytes` as a member, with padding in the standard alphabet and without in the one for URLs.
    static func write(
        _ bytes: UnsafeRawBufferPointer, as name: StaticString, alphabet: Base64.Alphabet = .standard,
        to writer: inout JSONWriter
    ) {
        let length = Base64.encodedLength(bytes.count, padded: alphabet == .standard)
        withUnsafeTemporaryAllocation(byteCount: length, alignment: 1) { text in
            encode(bytes, into: text, alphabet)
            writer.member(name, bytes: UnsafeRawBufferPointer(text))
        }
    }

    /// The same as text.
    static func text(_ bytes: UnsafeRawBufferPointer, alphabet: Base64.Alphabet) -> String {
        let length = Base64.encodedLength(bytes.count, padded: alphabet == .standard)
        return String(unsafeUninitializedCapacity: length) { text in
            encode(bytes, into: UnsafeMutableRawBufferPointer(text), alphabet)
            return length
        }
    }

    /// Calls `body` with what the text stands for; nil where it is no Base64. Either alphabet is taken, padded or not.
    static func withDecoded<R>(_ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R) -> R? {
        withUnsafeTemporaryAllocation(byteCount: Base64.decodedLimit(text.count), alignment: 1) { bytes in
            decode(text, into: bytes).map { body(UnsafeRawBufferPointer(rebasing: bytes.prefix($0))) }
        }
    }

    /// `output` has exactly the length of the text.
    private static func encode(
        _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, _ alphabet: Base64.Alphabet
    ) {
        guard let source = bytes.baseAddress, let target = output.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            return
        }
        let characters = alphabet == .standard ? standard.utf8Start : url.utf8Start
        let whole = bytes.count / 3
        for group in 0..<whole {
            let place = source + 3 &* group
            let bits =
                UInt32(place.load(as: UInt8.self)) << 16 | UInt32(place.load(fromByteOffset: 1, as: UInt8.self)) << 8
                | UInt32(place.load(fromByteOffset: 2, as: UInt8.self))
            let out = target + 4 &* group
            out[0] = characters[Int(bits >> 18)]
            out[1] = characters[Int(bits >> 12 & 63)]
            out[2] = characters[Int(bits >> 6 & 63)]
            out[3] = characters[Int(bits & 63)]
        }
        let left = bytes.count &- 3 &* whole
        guard left > 0 else { return }
        let bits = UInt32(bytes[3 &* whole]) << 16 | (left > 1 ? UInt32(bytes[3 &* whole &+ 1]) << 8 : 0)
        let out = target + 4 &* whole
        out[0] = characters[Int(bits >> 18)]
        out[1] = characters[Int(bits >> 12 & 63)]
        if left > 1 { out[2] = characters[Int(bits >> 6 & 63)] }
        for place in (4 &* whole &+ left &+ 1)..<max(output.count, 4 &* whole &+ left &+ 1) { target[place] = 0x3d }
    }

    private static func decode(_ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        var length = text.count
        while length > 0, text.count &- length < 2, text[length &- 1] == 0x3d { length &-= 1 }
        guard length % 4 != 1, length == text.count || text.count % 4 == 0 else { return nil }
        guard output.count >= Base64.decodedLimit(length) else { return nil }
        guard length > 0, let source = text.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return 0 }
        let whole = length / 4
        var faults: UInt32 = 0
        for group in 0..<whole {
            let place = source + 4 &* group
            let (a, b, c, d) = (value(place[0]), value(place[1]), value(place[2]), value(place[3]))
            faults |= a | b | c | d
            let bits = a << 18 | b << 12 | c << 6 | d
            let out = target + 3 &* group
            out[0] = UInt8(truncatingIfNeeded: bits >> 16)
            out[1] = UInt8(truncatingIfNeeded: bits >> 8)
            out[2] = UInt8(truncatingIfNeeded: bits)
        }
        let left = length &- 4 &* whole
        if left > 1 {
            let place = source + 4 &* whole
            let out = target + 3 &* whole
            let (a, b, c) = (value(place[0]), value(place[1]), left > 2 ? value(place[2]) : 0)
            let bits = a << 18 | b << 12 | c << 6
            out[0] = UInt8(truncatingIfNeeded: bits >> 16)
            if left > 2 { out[1] = UInt8(truncatingIfNeeded: bits >> 8) }
            // Unused bits must be zero, so that every content has one text.
            faults |= a | b | c | (bits & (left > 2 ? 0xff : 0xffff) == 0 ? 0 : 64)
        }
        return faults & ~63 == 0 ? 3 &* whole &+ max(left &- 1, 0) : nil
    }

    /// What a character stands for; above 63 where it stands for nothing.
    @inline(__always) private static func value(_ character: UInt8) -> UInt32 {
        UInt32(values.utf8Start[Int(character & 0x7f)] &- 0x30) | UInt32(character & 0x80)
    }

    private static let standard: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    private static let url: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    /// By ASCII code, the value that a character stands for, counted from `0`; `~` for what stands for nothing.
    private static let values: StaticString = #"""
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~n~n~odefghijklm~~~~~~\#
        ~0123456789:;<=>?@ABCDEFGHI~~~~o~JKLMNOPQRSTUVWXYZ[\]^_`abc~~~~~
        """#
}
