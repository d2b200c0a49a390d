/// Which two letters and which numbers are countries' (ISO 3166-1), made once, so that a field's check is one look.
enum CountryNames {
    private static let codes: [Bool] = flags(26 * 26) { country in
        var letters = country.alpha2
        return letters.withUTF8 { place(ofCode: UnsafeRawBufferPointer($0)) }
    }

    private static let numbers: [Bool] = flags(1_000) { $0.numeric }

    /// Whether the bytes are a country's two capital letters.
    static func isCode(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let place = place(ofCode: bytes) else { return false }
        return codes[place]
    }

    /// Whether the bytes are a country's three digits.
    static func isNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == 3, TextFormat.isDigits(bytes) else { return false }
        return numbers[bytes.reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }]
    }

    private static func place(ofCode bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count == 2, bytes[0] &- 0x41 < 26, bytes[1] &- 0x41 < 26 else { return nil }
        return Int(bytes[0] &- 0x41) &* 26 &+ Int(bytes[1] &- 0x41)
    }

    private static func flags(_ count: Int, _ place: (Country) -> Int?) -> [Bool] {
        var flags = [Bool](repeating: false, count: count)
        for country in Country.all {
            if let place = place(country), flags.indices.contains(place) { flags[place] = true }
        }
        return flags
    }
}
