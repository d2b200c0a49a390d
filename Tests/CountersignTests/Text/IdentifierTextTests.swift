import Countersign
import Testing

@Suite("Identifiers")
struct IdentifierTextTests {
    @Test("A UUID shows its bytes, except where version and variant stand")
    func uuid() {
        #expect(IdentifierText.uuid(random: Array(0...15)) == "00010203-0405-4607-8809-0a0b0c0d0e0f")
        #expect(IdentifierText.uuid(random: [UInt8](repeating: 0xff, count: 16)) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(IdentifierText.uuid(random: [UInt8](repeating: 0, count: 16)) == "00000000-0000-4000-8000-000000000000")
    }

    @Test("It takes 16 bytes", arguments: [0, 15, 17])
    func length(_ count: Int) {
        #expect(IdentifierText.uuid(random: [UInt8](repeating: 0, count: count)) == nil)
    }
}
