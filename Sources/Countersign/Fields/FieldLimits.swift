/// Lengths and ranges that no document states. ASSUMED, each in this one place.
enum FieldLimits {
    /// Milliseconds since 1970 UTC, to the end of the year 9999.
    static let moments: ClosedRange<Int64> = 0...253_402_300_799_999

    /// Characters of a shopper's id and of `merchantShopperId`.
    static let shopperId = 256
    /// Characters of a first or last name.
    static let personName = 100
    /// Characters of a token's id; PXP's are UUIDs, other gateways have longer ones.
    static let tokenId = 128
    /// Characters of `recurring.processingModel`, whose values are not public.
    static let processingModel = 64
    /// Characters of a scheme's transaction id: Visa has 15 digits, Mastercard 13 to 15 characters and a date.
    static let networkTransactionId = 64
    /// Characters of a house number or name, and of a postal code, in address verification.
    static let houseNumberOrName = 50
    static let postalCode = 16
    /// Characters of a session's id; PXP's are UUIDs.
    static let sessionId = 128
    /// Bytes of a notification of a fingerprint, which holds one UUID and perhaps a URL.
    static let fingerprintNotification = 4_096
    /// Seconds that pre-initiation and fingerprint, or a challenge, may take.
    static let timeout: ClosedRange<Int64> = 1...3_600
    /// Minor units of an amount: fifteen digits, as far as a number in JSON is exact everywhere.
    static let minorUnits: ClosedRange<Int64> = 0...999_999_999_999_999
    /// Metadata: entries, and characters of a name and of a value.
    static let metadata = (entries: 50, name: 64, value: 512)
}
