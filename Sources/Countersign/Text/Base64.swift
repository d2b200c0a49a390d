/// Base 64 (RFC 4648, 4 and 5) over bytes.
///
/// Keys and card data pass through here, so no table is looked up by what they hold, and the forms that write into the caller's
/// memory leave no copy. Unused bits of a last character must be zero: every text has one meaning and every content one text.
public enum Base64 {
    /// The characters for 62 and 63.
    public enum Alphabet: Sendable {
        /// `+` and `/`.
        case standard
        /// `-` and `_`, for URLs, file names and JOSE.
        case url
    }

    /// What a decoder takes at the end of a text whose length is not a multiple of four.
    public enum Padding: Sendable {
        /// `=` up to the next multiple of four, as RFC 4648, 3.2 asks for.
        case required
        /// Nothing, as JOSE asks for (RFC 7515, 2).
        case forbidden
        /// Either of the two, but nothing in between.
        case optional
    }

    // MARK: Encoding

    /// Characters that `count` bytes take.
    public static func encodedLength(_ count: Int, padded: Bool) -> Int {
        padded ? (count &+ 2) / 3 &* 4 : count / 3 &* 4 &+ (count % 3 == 0 ? 0 : count % 3 &+ 1)
    }

    /// Encodes `bytes` as text.
    ///
    /// - Parameters:
    ///   - bytes: What to encode. It is not a secret, since a `String` cannot be wiped.
    ///   - alphabet: Which characters.
    ///   - padded: Whether to fill up with `=`; by default with the standard alphabet only.
    public static func encode(
        _ bytes: UnsafeRawBufferPointer, alphabet: Alphabet = .standard, padded: Bool? = nil
    ) -> String {
        let isPadded = padded ?? (alphabet == .standard)
        return String(unsafeUninitializedCapacity: encodedLength(bytes.count, padded: isPadded)) {
            encode(bytes, into: UnsafeMutableRawBufferPointer($0), alphabet: alphabet, padded: isPadded) ?? 0
        }
    }

    /// Encodes `bytes` as text; see ``encode(_:alphabet:padded:)-(UnsafeRawBufferPointer,_,_)``.
    public static func encode(_ bytes: [UInt8], alphabet: Alphabet = .standard, padded: Bool? = nil) -> String {
        bytes.withUnsafeBytes { encode($0, alphabet: alphabet, padded: padded) }
    }

    /// Encodes `bytes` into memory of the caller's.
    ///
    /// - Returns: Characters written, or nil where the memory is too small; nothing is written then.
    public static func encode(
        _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, alphabet: Alphabet = .standard,
        padded: Bool
    ) -> Int? {
        let length = encodedLength(bytes.count, padded: padded)
        guard output.count >= length else { return nil }
        var read = 0
        var written = 0
        while read < bytes.count {
            let left = bytes.count &- read
            var bits = UInt32(bytes[read]) << 16
            if left > 1 { bits |= UInt32(bytes[read &+ 1]) << 8 }
            if left > 2 { bits |= UInt32(bytes[read &+ 2]) }
            let characters = left > 2 ? 4 : left &+ 1
            for position in 0..<characters {
                output[written] = character(bits >> UInt32(18 &- 6 &* position) & 63, alphabet)
                written &+= 1
            }
            read &+= 3
        }
        while written < length {
            output[written] = 0x3d
            written &+= 1
        }
        return length
    }

    // MARK: Decoding

    /// Bytes that a text of `length` characters can stand for, at most.
    public static func decodedLimit(_ length: Int) -> Int { length / 4 &* 3 &+ length % 4 }

    /// Decodes `text`, or gives nil where it is not base 64.
    public static func decode(
        _ text: UnsafeRawBufferPointer, alphabet: Alphabet = .standard, padding: Padding = .required
    ) -> [UInt8]? {
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: decodedLimit(text.count)) { buffer, count in
            let decoded = decode(text, into: UnsafeMutableRawBufferPointer(buffer), alphabet: alphabet, padding: padding)
            isValid = decoded != nil
            count = decoded ?? 0
        }
        return isValid ? bytes : nil
    }

    /// Decodes `text`, or gives nil where it is not base 64.
    public static func decode(
        _ text: String, alphabet: Alphabet = .standard, padding: Padding = .required
    ) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode(UnsafeRawBufferPointer($0), alphabet: alphabet, padding: padding) }
    }

    /// Decodes `text` into memory of the caller's, which has room for ``decodedLimit(_:)``.
    ///
    /// - Returns: Bytes written, or nil where the memory is too small or the text is not base 64; what is in the memory then
    /// has   no meaning.
    public static func decode(
        _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, alphabet: Alphabet = .standard,
        padding: Padding = .required
    ) -> Int? {
        guard let length = lengthWithoutPadding(text, padding), length % 4 != 1 else { return nil }
        let count = length / 4 &* 3 &+ (length % 4 == 0 ? 0 : length % 4 &- 1)
        guard output.count >= count else { return nil }
        var read = 0
        var written = 0
        var faults: UInt32 = 0
        while read < length {
            let characters = min(length &- read, 4)
            var bits: UInt32 = 0
            for position in 0..<characters {
                let value = value(text[read &+ position], alphabet)
                faults |= value
                bits |= (value & 63) << UInt32(18 &- 6 &* position)
            }
            read &+= characters
            for position in 0..<(characters &- 1) {
                output[written] = UInt8(truncatingIfNeeded: bits >> UInt32(16 &- 8 &* position))
                written &+= 1
            }
            // The bits that a short last group does not use.
            if characters < 4 { faults |= bits & (characters == 2 ? 0xffff : 0xff) == 0 ? 0 : notACharacter }
        }
        return faults & notACharacter == 0 ? count : nil
    }

    private static func lengthWithoutPadding(_ text: UnsafeRawBufferPointer, _ padding: Padding) -> Int? {
        var length = text.count
        while length > 0, text.count &- length < 2, text[length &- 1] == 0x3d { length &-= 1 }
        let isPadded = length < text.count
        switch padding {
        case .required: return text.count % 4 == 0 ? length : nil
        case .forbidden: return isPadded ? nil : length
        case .optional: return isPadded && text.count % 4 != 0 ? nil : length
        }
    }

    // MARK: Characters, without branches or tables

    private static let notACharacter: UInt32 = 64

    /// All ones where `low <= code <= high`, else zero.
    @inline(__always) private static func mask(_ code: UInt32, _ low: UInt32, _ high: UInt32) -> UInt32 {
        // Both differences are below zero, as signed numbers, only inside the range.
        let isInside = (low &- 1 &- code) & (code &- high &- 1)
        return 0 &- (isInside >> 31)
    }

    @inline(__always) private static func specials(_ alphabet: Alphabet) -> (UInt32, UInt32) {
        alphabet == .standard ? (0x2b, 0x2f) : (0x2d, 0x5f)
    }

    private static func character(_ value: UInt32, _ alphabet: Alphabet) -> UInt8 {
        let (plus, slash) = specials(alphabet)
        let upper = mask(value, 0, 25) & (value &+ 0x41)
        let lower = mask(value, 26, 51) & (value &+ 0x47)
        let digit = mask(value, 52, 61) & (value &- 4)
        let special = mask(value, 62, 62) & plus | mask(value, 63, 63) & slash
        return UInt8(truncatingIfNeeded: upper | lower | digit | special)
    }

    /// What a character stands for; `notACharacter` where it is none.
    private static func value(_ byte: UInt8, _ alphabet: Alphabet) -> UInt32 {
        let code = UInt32(byte)
        let (plus, slash) = specials(alphabet)
        let upper = mask(code, 0x41, 0x5a)
        let lower = mask(code, 0x61, 0x7a)
        let digit = mask(code, 0x30, 0x39)
        let isPlus = mask(code, plus, plus)
        let isSlash = mask(code, slash, slash)
        let letters = upper & (code &- 0x41) | lower & (code &- 0x47)
        let others = digit & (code &+ 4) | isPlus & 62 | isSlash & 63
        return letters | others | ~(upper | lower | digit | isPlus | isSlash) & notACharacter
    }
}
