import CSystem
import Glibc
import Testing

@testable import Countersign

/// The fast check of plain digits agrees with the slow one of any text, and with the rules.
@Suite("Card check")
struct CardCheckTests {
    private let naive: NaiveBrands

    init() throws { naive = try NaiveBrands() }

    private func check(_ text: String, unionPayNeedsLuhn: Bool = false) -> CardCheck {
        withUTF8Bytes(text) { checkCard($0, unionPayNeedsLuhn: unionPayNeedsLuhn) }
    }

    /// The rules for a number, over texts.
    private func expected(_ digits: String, _ unionPayNeedsLuhn: Bool) -> (reason: FieldReason, isPotential: Bool) {
        let match = naive.match(digits)
        if digits.isEmpty { return (.empty, true) }
        guard !match.candidates.isEmpty else { return (.unknownBrand, false) }
        guard match.isDecided, let brand = match.primary, let longest = match.lengths.last else { return (.incomplete, true) }
        if digits.utf8.count > longest { return (.tooLong, false) }
        guard match.lengths.contains(digits.utf8.count) else { return (.incomplete, true) }
        let withoutLuhn = ("501080"..."501082").contains(String(digits.prefix(6))) || brand == "unionpay" && !unionPayNeedsLuhn
        let naranja = brand == "naranja" && withUTF8Bytes(digits, Luhn.isValidNaranja)
        if naiveLuhn(digits) || withoutLuhn || naranja { return (.ok, true) }
        return (.luhn, digits.utf8.count < longest)
    }

    private func naiveLuhn(_ digits: String) -> Bool {
        var sum = 0
        for (place, character) in digits.reversed().enumerated() {
            let digit = character.wholeNumberValue ?? 0
            sum += place % 2 == 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]
        }
        return sum % 10 == 0
    }

    /// Digits with a right check digit in half of all cases.
    private func number(_ random: inout SeededRandom) -> String {
        let digits = naive.digits(&random)
        guard random.chance(50), !digits.isEmpty else { return digits }
        return (0...9).map { digits.dropLast() + String($0) }.first { naiveLuhn(String($0)) }.map { String($0) } ?? digits
    }

    @Test("Random numbers are judged as the rules say, as plain digits and with separators between them")
    func randomNumbers() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        let separators = ["", "", "", " ", "-", "\u{a0}", "\u{2009}", "\u{2013}", "\u{200b}", "\u{3000}"]
        var valid = 0
        for _ in 0..<3000 {
            let digits = number(&random)
            let strict = random.chance(50)
            let comment: Comment = "seed \(seed): \(digits)"
            let answer = check(digits, unionPayNeedsLuhn: strict)
            let (reason, isPotential) = expected(digits, strict)
            #expect(answer.reason == reason, comment)
            #expect(answer.isPotentiallyValid == isPotential, comment)
            #expect(answer.brand?.id == naive.match(digits).primary, comment)
            valid += answer.isValid ? 1 : 0

            let parted = digits.map { String($0) + (separators.randomElement(using: &random) ?? "") }.joined()
            #expect(check(parted, unionPayNeedsLuhn: strict) == answer, comment)
        }
        #expect(valid > 150, "seed \(seed): the test must reach valid numbers too")
    }

    @Test("Exactly one check digit is right, and any other digit in its place, or any digit changed, is wrong")
    func checkDigit() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<2000 {
            let body = (0..<(11 + random.below(8))).map { _ in UInt8(0x30 + random.below(10)) }
            let right = (0...9).map { body + [UInt8(0x30 + $0)] }.filter { $0.withUnsafeBytes(Luhn.isValid) }
            #expect(right.count == 1, "seed \(seed)")
            guard var number = right.first else { continue }
            let place = random.below(number.count)
            number[place] = 0x30 + (number[place] - 0x30 + UInt8(1 + random.below(9))) % 10
            #expect(!number.withUnsafeBytes(Luhn.isValid), "seed \(seed): place \(place)")
        }
    }

    @Test("Any other byte in any place of any length is a bad character", arguments: 12...19)
    func foreignBytes(length: Int) {
        let digits = Array("4111111111111111111".utf8.prefix(length))
        for place in 0..<length {
            for byte in UInt8.min...UInt8.max where !(0x30...0x39).contains(byte) {
                // White space and the dash are separators.
                if [0x20, 0x2d, 0x09, 0x0a, 0x0b, 0x0c, 0x0d].contains(byte) { continue }
                var changed = digits
                changed[place] = byte
                let answer = changed.withUnsafeBytes { checkCard($0) }
                #expect(answer.reason == .badCharacters && !answer.isPotentiallyValid, "byte \(byte) at \(place)")
            }
        }
    }

    @Test("Nothing outside the number is read", arguments: 0...24)
    func readsInside(length: Int) throws {
        // Between two pages that nobody may touch, at the end and at the beginning of the one that may be read.
        let page = 4096
        let mapped = mmap(nil, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        let pages = try #require(mapped != MAP_FAILED ? mapped : nil)
        defer { munmap(pages, 3 * page) }
        mprotect(pages, page, PROT_NONE)
        mprotect(pages + 2 * page, page, PROT_NONE)
        for start in [pages + page, pages + 2 * page - length] {
            let buffer = UnsafeMutableRawBufferPointer(start: start, count: length)
            buffer.copyBytes(from: "411111111111111111111111".utf8.prefix(length))
            #expect(checkCard(UnsafeRawBufferPointer(buffer)).reason != .badCharacters)
        }
    }

    @Test(
        "Digits of every script are digits, and their look-alikes are not",
        arguments: ["４１１１１１１１１１１１１１１１", "٤١١١١١١١١١١١١١١١", "۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱", "৪১১১১১১১১১১১১১১১", "४१११११११११११११११"])
    func scripts(number: String) {
        #expect(check(number).isValid)
        #expect(check(number).brand == .visa)
    }

    @Test("Look-alikes of digits are bad characters", arguments: ["〇", "一", "²", "①", "½", "Ⅳ"])
    func lookAlikes(character: String) {
        #expect(check("4111" + character).reason == .badCharacters)
    }

    @Test(
        "Malformed UTF-8 is a bad character",
        arguments: [[0xff], [0xc0, 0xb4], [0xe2, 0x80], [0xed, 0xa0, 0x80]] as [[UInt8]])
    func malformed(bytes: [UInt8]) {
        let text = Array("4111".utf8) + bytes
        #expect(text.withUnsafeBytes { checkCard($0) }.reason == .badCharacters)
    }

    @Test("Naranja's own check is taken where Luhn's fails, and neither makes a wrong number right")
    func naranja() {
        let answers = (0...9).map { check("589562000000000\($0)") }
        #expect(answers.filter { $0.isValid }.count == 2, "one by each check")
        #expect(answers.filter { $0.reason == .luhn && !$0.isPotentiallyValid }.count == 8)
    }
}
