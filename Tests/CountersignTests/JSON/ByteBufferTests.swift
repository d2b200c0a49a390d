import Countersign
import Testing

@Suite("Byte buffer")
struct ByteBufferTests {
    @Test("Holds a copy of what it was made from")
    func copies() {
        var source: [UInt8] = [1, 2, 3]
        let buffer = source.withUnsafeBytes { ByteBuffer(copying: $0, isSecret: true) }
        source[0] = 9
        #expect(buffer.count == 3)
        #expect(buffer.withBytes { Array($0) } == [1, 2, 3])
        #expect(Array(buffer.bytes) == [1, 2, 3])
    }

    @Test("Gives text where it is no secret", arguments: ["", "a", "é€😀", String(repeating: "long ", count: 100)])
    func text(_ text: String) {
        #expect(ByteBuffer(text).text() == text)
        #expect(ByteBuffer(text).count == text.utf8.count)
        let secret = ByteBuffer(text).withBytes { ByteBuffer(copying: $0, isSecret: true) }
        #expect(secret.text() == "")
    }

    @Test("The empty one is empty")
    func empty() {
        #expect(ByteBuffer.empty.count == 0)
        #expect(ByteBuffer.empty.withBytes { $0.isEmpty })
        #expect(!ByteBuffer.empty.isSecret)
    }

    @Test("A document is as secret as its buffer")
    func secrecy() throws {
        let buffer = ByteBuffer("{}").withBytes { ByteBuffer(copying: $0, isSecret: true) }
        #expect(try JSONDocument(parsing: buffer).isSecret)
        #expect(try !JSONDocument(parsing: ByteBuffer("{}")).isSecret)
    }
}
