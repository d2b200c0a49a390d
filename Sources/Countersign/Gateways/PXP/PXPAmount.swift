/// Amounts on the PXP wire: JSON numbers in major units with the decimals of their currency. PXP, money rules.
///
/// The same thing has other names in each service: `amount.transactionValue` in authentications, `amounts.transaction` in a
/// transaction that is made, `amounts.transactionValue` in one that is read.
enum PXPAmount {
    /// Writes minor units as a member, with exactly as many decimals as the currency has: 110 of GBP as `1.10`, 20 of JPY as
    /// `20`.
    static func write(_ minorUnits: Int64, _ currency: Currency, as name: StaticString, to writer: inout JSONWriter) {
        withUnsafeTemporaryAllocation(byteCount: DecimalText.greatestLength, alignment: 1) { buffer in
            let count = DecimalText.write(minorUnits, exponent: currency.exponent ?? 0, into: buffer)
            writer.member(name, raw: UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        }
    }

    /// Writes the currency's code as the member `currencyCode`.
    static func write(_ currency: Currency, to writer: inout JSONWriter) {
        let letters = currency.letters
        var code = UInt32(bigEndian: letters << 8)
        withUnsafeBytes(of: &code) { writer.member("currencyCode", bytes: UnsafeRawBufferPointer(rebasing: $0.prefix(3))) }
    }

    /// An amount that a reply names, in minor units. Superfluous decimals may stand there when they are zeros. Nil when it is
    /// no plain decimal number or does not fit.
    static func minorUnits(of value: JSONView?, _ currency: Currency) -> Int64? {
        guard let value, let exponent = currency.exponent else { return nil }
        return value.withNumberBytes { text -> Int64? in
            if case .success(let units) = DecimalText.parse(text, exponent: exponent, truncates: false) { return units }
            guard let end = text.lastIndex(where: { $0 != 0x30 }) else { return nil }
            let trimmed = UnsafeRawBufferPointer(rebasing: text[...end])
            let shorter = trimmed.last == 0x2e ? UnsafeRawBufferPointer(rebasing: trimmed.dropLast()) : trimmed
            guard text.contains(0x2e) else { return nil }
            return try? DecimalText.parse(shorter, exponent: exponent, truncates: false).get()
        } ?? nil
    }
}
