/// Which two letters and which numbers are countries' (ISO 3166-1), made once, so that a field's check is one look.
enum CountryNames {
    private static let letters: Set<UInt16> = Set(
        Country.all.map { country in country.alpha2.utf8.reduce(0) { $0 << 8 | UInt16($1) } })

    private static let numbers: Set<UInt16> = Set(Country.all.map { UInt16(truncatingIfNeeded: $0.numeric) })

    /// Whether the bytes are a country's two capital letters.
    static func isCode(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count == 2 && letters.contains(UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
    }

    /// Whether the bytes are a country's three digits.
    static func isNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count == 3 && TextFormat.isDigits(bytes) && numbers.contains(bytes.reduce(0) { $0 &* 10 &+ UInt16($1 &- 0x30) })
    }
}
