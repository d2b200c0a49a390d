import Countersign
import Testing

@Suite("Base 64")
struct Base64Tests {
    /// RFC 4648, 10.
    static let vectors: [(String, String)] = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test("Encodes and decodes the vectors of RFC 4648", arguments: vectors)
    func codesVectors(_ plain: String, _ text: String) {
        let bytes = Array(plain.utf8)
        let bare = String(text.prefix { $0 != "=" })
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.encode(bytes, padded: false) == bare)
        #expect(Base64.encode(bytes, alphabet: .url) == bare)
        #expect(Base64.encode(bytes, alphabet: .url, padded: true) == text)
        #expect(Base64.decode(text) == bytes)
        #expect(Base64.decode(bare, padding: .forbidden) == bytes)
        #expect(Base64.decode(bare, padding: .optional) == bytes)
        #expect(Base64.decode(text, padding: .optional) == bytes)
        if text != bare {
            #expect(Base64.decode(bare) == nil)
            #expect(Base64.decode(text, padding: .forbidden) == nil)
        }
    }

    @Test("Each alphabet has its own characters for 62 and 63")
    func alphabets() {
        let bytes: [UInt8] = [0xfb, 0xff, 0xbf]
        #expect(Base64.encode(bytes) == "+/+/")
        #expect(Base64.encode(bytes, alphabet: .url) == "-_-_")
        #expect(Base64.decode("+/+/") == bytes)
        #expect(Base64.decode("-_-_", alphabet: .url) == bytes)
        #expect(Base64.decode("-_-_") == nil)
        #expect(Base64.decode("+/+/", alphabet: .url) == nil)
    }

    @Test(
        "Exactly the 64 characters of an alphabet are taken, each for its own value",
        arguments: [Base64.Alphabet.standard, .url])
    func characters(_ alphabet: Base64.Alphabet) {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let all = Array((letters + letters.lowercased() + "0123456789" + (alphabet == .standard ? "+/" : "-_")).utf8)
        for byte in UInt8.min...UInt8.max {
            let decoded = [byte, 0x41, 0x41, 0x41].withUnsafeBytes { Base64.decode($0, alphabet: alphabet) }
            let value = all.firstIndex(of: byte)
            #expect(decoded?.first.map { Int($0 >> 2) } == value)
        }
    }

    @Test(
        "What is not canonical is refused, however the padding is read",
        arguments: [
            "=", "==", "====", "A", "A=", "A==", "A===", "AA=", "AA===", "AAA==", "=AAA", "A=AA", "AA=A", "AAAA=", "AAAA==",
            "AAAA====",
            "AB==", "AAB=", "AA==AA==", "AA AA", "AAAA\n", " AAAA", "AA-_", "AAé=", "AA\0A", "Zg=A",
        ])
    func refused(_ text: String) {
        #expect(Base64.decode(text) == nil)
        #expect(Base64.decode(text, padding: .optional) == nil)
        #expect(Base64.decode(text, padding: .forbidden) == nil)
    }

    @Test(
        "Unused bits must be zero without padding too", arguments: [("AA", true), ("AB", false), ("AAA", true), ("AAB", false)])
    func unusedBits(_ text: String, _ isTaken: Bool) {
        #expect((Base64.decode(text, padding: .forbidden) != nil) == isTaken)
    }

    @Test("What was encoded decodes to itself, in memory of exactly the length that was told")
    func roundTrip() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        for length in 0...200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            for alphabet in [Base64.Alphabet.standard, .url] {
                for padded in [true, false] {
                    let text = Base64.encode(bytes, alphabet: alphabet, padded: padded)
                    #expect(text.utf8.count == Base64.encodedLength(length, padded: padded), "seed \(seed)")
                    #expect(
                        Base64.decode(text, alphabet: alphabet, padding: padded ? .required : .forbidden) == bytes,
                        "seed \(seed)")
                }
            }
        }
    }

    @Test("Memory that is too small is left alone")
    func tooSmall() {
        var output = [UInt8](repeating: 7, count: 3)
        let encoded = output.withUnsafeMutableBytes { out in
            [1, 2, 3].withUnsafeBytes { Base64.encode($0, into: out, padded: true) }
        }
        let decoded = output.withUnsafeMutableBytes { out in
            Array("AAAAAA==".utf8).withUnsafeBytes { Base64.decode($0, into: out) }
        }
        #expect(encoded == nil)
        #expect(decoded == nil)
        #expect(output == [7, 7, 7])
    }
}
