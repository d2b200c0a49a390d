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
        var bits: UInt32 = 0
        var held = 0
        var count = 0
        for index in 0..<length {
            let value = values.utf8Start[Int(text[index] & 0x7f)] &- 0x30
            guard value < 64, text[index] < 0x80 else { return nil }
            bits = bits << 6 | UInt32(value)
            held &+= 6
            if held >= 8 {
                held &-= 8
                output[count] = UInt8(truncatingIfNeeded: bits >> UInt32(held))
                count &+= 1
            }
        }
        // Unused bits must be zero, so that every content has one text.
        return bits & (1 << UInt32(held) &- 1) == 0 ? count : nil
    }

    private static let standard: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    private static let url: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    /// By ASCII code, the value that a character stands for, counted from `0`; `~` for what stands for nothing.
    private static let values: StaticString = #"""
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~n~n~odefghijklm~~~~~~\#
        ~0123456789:;<=>?@ABCDEFGHI~~~~o~JKLMNOPQRSTUVWXYZ[\]^_`abc~~~~~
        """#
}
