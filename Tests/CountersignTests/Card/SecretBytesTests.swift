import CSystem
import Testing

@testable import Countersign

/// Secrets live in slots that are zero before and after, and show themselves to nobody.
@Suite("Secret memory")
struct SecretBytesTests {
    private func secret(_ bytes: [UInt8], in arena: SecretArena) -> SecretBytes {
        bytes.withUnsafeBytes { SecretBytes(copying: $0, in: arena) }
    }

    @Test(
        "A secret gives back what it was given, in every size class",
        arguments: [0, 1, 64, 65, 256, 257, 1024, 4096, 4097, 9000])
    func keepsItsBytes(count: Int) {
        let arena = SecretArena()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
        let held = secret(bytes, in: arena)
        #expect(held.count == count)
        #expect(held.withBytes { Array($0) } == bytes)
    }

    @Test("A slot is zero when it is handed out again", arguments: [16, 64, 200, 1000, 4096])
    func slotsComeBackWiped(count: Int) {
        let arena = SecretArena()
        let (first, origin) = arena.take(count)
        for offset in 0..<count { first.storeBytes(of: 0xA5, toByteOffset: offset, as: UInt8.self) }
        arena.giveBack(first, count: count, origin: origin)
        let (second, secondOrigin) = arena.take(count)
        #expect(second == first, "the slot given back last is used first")
        #expect((0..<count).allSatisfy { second.load(fromByteOffset: $0, as: UInt8.self) == 0 })
        arena.giveBack(second, count: count, origin: secondOrigin)
    }

    @Test("Releasing the last reference wipes the slot")
    func releaseWipes() {
        let arena = SecretArena()
        var held: SecretBytes? = secret(Array(repeating: 0x39, count: 48), in: arena)
        let address = held?.withBytes { UInt(bitPattern: $0.baseAddress) }
        held = nil
        let slot = address.flatMap { UnsafeRawPointer(bitPattern: $0) }
        let left = slot.map { UnsafeRawBufferPointer(start: $0 + 8, count: 40) }
        #expect(left?.allSatisfy { $0 == 0 } == true, "the first word links free slots, the rest is zero")
        withExtendedLifetime(arena) {}
    }

    @Test("Wiping ends the secret for every holder")
    func wipeEmpties() {
        let arena = SecretArena()
        let held = secret([1, 2, 3], in: arena)
        let other = held
        let address = held.withBytes { $0.baseAddress }
        held.wipe()
        #expect(other.count == 0)
        #expect(other.withBytes { $0.count } == 0)
        #expect(address.map { UnsafeRawBufferPointer(start: $0, count: 3).allSatisfy { $0 == 0 } } == true)
    }

    @Test("More secrets than a page holds do not overlap")
    func slotsAreDistinct() {
        let arena = SecretArena()
        let held = (0..<300).map { number in secret(Array(repeating: UInt8(truncatingIfNeeded: number), count: 64), in: arena) }
        for (number, one) in held.enumerated() {
            #expect(one.withBytes { $0.allSatisfy { $0 == UInt8(truncatingIfNeeded: number) } })
        }
        let addresses = Set(held.map { $0.withBytes { UInt(bitPattern: $0.baseAddress) } })
        #expect(addresses.count == held.count)
    }

    @Test("No way of printing shows the bytes")
    func neverPrinted() {
        let arena = SecretArena()
        let held = secret(Array("4111111111111111".utf8), in: arena)
        var dumped = ""
        dump(held, to: &dumped)
        let printed = [
            String(describing: held), String(reflecting: held), "\(held)", "\([held])", "\(Optional(held) as Any)", dumped,
        ]
        for text in printed {
            #expect(text.contains("<secret>"))
            #expect(!text.contains("4111"))
            #expect(!text.contains("memory"))
        }
    }

    @Test("The bytes outlive every other reference to the arena")
    func secretKeepsArena() {
        var arena: SecretArena? = SecretArena()
        weak let observed = arena
        let held = arena.map { secret([9, 8, 7], in: $0) }
        arena = nil
        #expect(observed != nil)
        #expect(held?.withBytes { Array($0) } == [9, 8, 7])
    }
}
