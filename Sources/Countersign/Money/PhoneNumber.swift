/// A telephone number in the international form of E.164, in the two parts that EMV 3-D Secure takes.
public struct PhoneNumber: Equatable, Sendable {
    /// One to three digits, such as `44`.
    public let countryCode: String
    /// The national number without a trunk prefix; at most 15 digits together with the country code.
    public let subscriber: String

    /// `+442079460958`.
    public var e164: String { "+" + countryCode + subscriber }

    /// Kosovo's calling code. Its country code XK is not part of ISO 3166, so no row of the table has it.
    private static let kosovo = 383

    /// Reads a number as people write it. Nil when it cannot be one: no such calling code, a length that the country
    /// does not have, or no country when it is written without `+`.
    ///
    /// - Parameter country: where a number without `+` is dialled.
    public init?(_ text: String, country: Country?) {
        guard let dialled = Dialled(text) else { return nil }
        if dialled.isInternational {
            self.init(international: dialled.digits, optionalTrunk: dialled.hasOptionalTrunk)
            return
        }
        guard let country, let code = country.callingCode else { return nil }
        for prefix in country.internationalPrefixes.split(separator: " ").sorted(by: { $0.utf8.count > $1.utf8.count }) {
            guard let rest = Self.drop(prefix.utf8, from: dialled.digits) else { continue }
            if let number = PhoneNumber(international: rest, optionalTrunk: dialled.hasOptionalTrunk) {
                self = number
                return
            }
        }
        let national = Self.withoutTrunk(dialled.digits[...], of: country)
        self.init(code: code, national: national, lengths: country.phoneLengths)
    }

    private init?(international digits: [UInt8], optionalTrunk: Bool) {
        // No calling code is the beginning of another one, so the first that fits is the one.
        for length in 1...3 where digits.count > length {
            let code = digits.prefix(length).reduce(0) { $0 &* 10 &+ Int($1) }
            let countries = Country.all.filter { $0.callingCode == code }
            if countries.isEmpty, code != Self.kosovo { continue }
            let lengths = countries.isEmpty ? 0x1f00 : countries.reduce(0) { $0 | $1.phoneLengths }
            var national = digits[length...]
            // "(0)" tells those at home what to dial; others leave it out.
            if optionalTrunk || lengths >> UInt32(national.count) & 1 == 0, let country = countries.first {
                national = Self.withoutTrunk(national, of: country)
            }
            self.init(code: code, national: national, lengths: lengths)
            return
        }
        return nil
    }

    private init?(code: Int, national: ArraySlice<UInt8>, lengths: UInt32) {
        let codeText = String(code)
        guard national.count &+ codeText.utf8.count <= 15, lengths >> UInt32(national.count) & 1 != 0 else { return nil }
        countryCode = codeText
        subscriber = String(decoding: national.map { 0x30 &+ $0 }, as: UTF8.self)
    }

    /// Leaves the trunk prefix out where what follows has a possible length, or the whole has none.
    private static func withoutTrunk(_ digits: ArraySlice<UInt8>, of country: Country) -> ArraySlice<UInt8> {
        let trunk = country.trunkPrefix
        guard !trunk.isEmpty, let rest = drop(trunk.utf8, from: Array(digits)) else { return digits }
        let isPossible = rest.count < 20 && country.phoneLengths >> UInt32(rest.count) & 1 != 0
        return isPossible ? rest[...] : digits
    }

    /// What follows a prefix, in which `?` is any digit.
    private static func drop(_ prefix: some Collection<UInt8>, from digits: [UInt8]) -> [UInt8]? {
        guard digits.count > prefix.count else { return nil }
        let fits = zip(prefix, digits).allSatisfy { $0 == UInt8(ascii: "?") || $0 &- 0x30 == $1 }
        return fits ? Array(digits.dropFirst(prefix.count)) : nil
    }
}

/// The digits of a number as written.
private struct Dialled {
    private(set) var digits: [UInt8] = []
    private(set) var isInternational = false
    /// Whether it has `(0)` in it.
    private(set) var hasOptionalTrunk = false

    /// Nil for a character that no telephone number is written with, and for more than 24 digits.
    init?(_ text: String) {
        var bracket: [UInt8]?
        for scalar in text.unicodeScalars {
            switch CardCharacter(scalar) {
            case .digit(let digit):
                bracket?.append(digit)
                if bracket == nil { digits.append(digit) }
            case .blank, .dash, .slash: continue
            case .other:
                switch scalar {
                case "+", "\u{ff0b}":
                    guard digits.isEmpty, !isInternational else { return nil }
                    isInternational = true
                case "(", "\u{ff08}":
                    guard bracket == nil else { return nil }
                    bracket = []
                case ")", "\u{ff09}":
                    guard let inner = bracket else { return nil }
                    bracket = nil
                    // A leading "(0)" is dialled: it is optional only after a calling code.
                    if inner == [0], !digits.isEmpty { hasOptionalTrunk = true } else { digits += inner }
                default: return nil
                }
            }
            if digits.count > 24 { return nil }
        }
        if bracket != nil { return nil }
    }
}
