import CSystem

/// The fields of a card form, without a form: number, expiry date, security code and cardholder's name. Each is set whole or
/// changed as a shopper types, and tells how it stands.
///
/// Number, code and name live in secret memory and never become a `String` (a name does once it is known to hold no
/// number). Not safe to use from two threads at once.
public final class CardEntry {
    /// What the merchant takes and needs.
    public let options: CardOptions
    /// The brand of a saved card, which rules the security code while no number is entered.
    public var savedBrand: CardBrand?

    let arena: SecretArena
    private let issuers: IssuerTable?

    /// The digits kept of the number, as ASCII.
    private(set) var number: SecretBytes?
    private var numberScan = CardNumber.Scan()
    private var numberCheck = CardCheck(0, .empty, isPotentiallyValid: true)
    /// What the number's digits say of its brand.
    public private(set) var match = BrandMatch.none
    private var chosenBrand: CardBrand?

    private(set) var code: SecretBytes?
    private var codeScan = CardNumber.Scan()
    /// The lengths of the code that the last certain brand had.
    private var settledCodeLengths: ClosedRange<Int>?

    private var expiryInput = ExpiryInput.text([])
    /// The expiry date as it is shown, once somebody has asked for it.
    private var formattedExpiry: ExpiryFormat?

    private(set) var name: SecretBytes?

    private enum ExpiryInput {
        case text([UInt8])
        case parts(month: [UInt8], year: [UInt8])
    }

    /// The longest expiry text that is looked at; longer ones are none of the accepted forms.
    private static let longestExpiry = 64

    /// Empty fields.
    /// - Parameters:
    ///   - issuers: what the host knows of issuers, for funding sources and countries.
    ///   - arena: where the secrets live.
    public init(options: CardOptions = CardOptions(), issuers: IssuerTable? = nil, arena: SecretArena) {
        self.options = options
        self.issuers = issuers
        self.arena = arena
    }

    // MARK: Setting whole

    /// Sets a field from UTF-8 text. Any text is taken; `state(of:at:)` says what is wrong with it.
    public func set(_ field: CardField, to text: UnsafeRawBufferPointer) {
        switch field {
        case .number:
            withScratch(CardNumber.longest) { digits in
                let scan = CardNumber.scan(text, into: digits)
                storeNumber(UnsafeRawBufferPointer(rebasing: digits[..<scan.kept]), scan)
            }
        case .securityCode:
            withScratch(SecurityCodeCheck.longest) { digits in
                let scan = SecurityCodeCheck.scan(text, into: digits)
                storeCode(UnsafeRawBufferPointer(rebasing: digits[..<min(scan.count, digits.count)]), scan)
            }
        case .expiry:
            // One byte more than is looked at keeps an over-long text over-long.
            expiryInput = .text(Array(text.prefix(Self.longestExpiry &+ 1)))
            formattedExpiry = nil
        case .holderName:
            storeName(text)
        }
    }

    /// Sets the expiry date from a month and a year in texts of their own; the year in two or four digits.
    public func setExpiry(month: UnsafeRawBufferPointer, year: UnsafeRawBufferPointer) {
        let (month, year) = (Array(month.prefix(Self.longestExpiry)), Array(year.prefix(Self.longestExpiry)))
        expiryInput = .parts(month: month, year: year)
        formattedExpiry = nil
    }

    /// Shows the expiry date that was set whole as the date that it is valid as, so that what is seen is what is paid with:
    /// `127` is January 2027, but the beginning of a December where it is typed.
    public func settleExpiry(at now: Int64) {
        guard let date = checkExpiry(at: now).date else { return }
        let limits = expiryLimits(at: now)
        let shown = expiryShown.text.withUnsafeBytes { ExpiryCheck(text: $0, limits: limits) }
        if shown.date != date { formattedExpiry = ExpiryFormat(date) }
    }

    func storeNumber(_ digits: UnsafeRawBufferPointer, _ scan: CardNumber.Scan) {
        number = digits.isEmpty ? nil : SecretBytes(copying: digits, in: arena)
        numberScan = scan
        match = BrandTable.match(digits)
        numberCheck = CardNumber.check(digits, scan, options.unionPayNeedsLuhn)
        // The shopper's choice stays while the card may still turn out to bear that brand.
        if let chosenBrand, digits.isEmpty || !BrandTable.possibleCobadges(digits).contains(chosenBrand) {
            self.chosenBrand = nil
        }
        brandChanged()
    }

    func storeCode(_ digits: UnsafeRawBufferPointer, _ scan: CardNumber.Scan) {
        code = digits.isEmpty ? nil : SecretBytes(copying: digits, in: arena)
        codeScan = scan
    }

    func storeExpiry(_ shown: ExpiryFormat) {
        formattedExpiry = shown
        expiryInput = .text(shown.text)
    }

    /// The expiry date as it is shown.
    var expiryShown: ExpiryFormat {
        if let formattedExpiry { return formattedExpiry }
        let shown =
            switch expiryInput {
            case .text(let text): text.withUnsafeBytes { ExpiryFormat($0, caret: $0.count) }
            case .parts(let month, let year):
                (month + Array("/".utf8) + year).withUnsafeBytes { ExpiryFormat($0, caret: $0.count) }
            }
        formattedExpiry = shown
        return shown
    }

    func storeName(_ text: UnsafeRawBufferPointer) {
        let kept = UnsafeRawBufferPointer(rebasing: text.prefix(Self.greatestNameBytes))
        name = kept.isEmpty ? nil : SecretBytes(copying: kept, in: arena)
    }

    /// Room for a name that is too long, so that what is too long can still be mended.
    static let greatestNameBytes = 2 * HolderNameCheck.greatestBytes

    /// Lends zeroed memory that is wiped afterwards.
    func withScratch<R>(_ count: Int, _ body: (UnsafeMutableRawBufferPointer) -> R) -> R {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { scratch in
            scratch.initializeMemory(as: UInt8.self, repeating: 0)
            defer { csys_wipe(scratch.baseAddress, scratch.count) }
            return body(scratch)
        }
    }

    // MARK: State

    /// How a field stands.
    /// - Parameter now: milliseconds since 1970 UTC; only the expiry date depends on it.
    public func state(of field: CardField, at now: Int64) -> FieldState {
        switch field {
        case .number: return numberState
        case .expiry:
            let check = checkExpiry(at: now)
            if check.reason == .empty, !options.needsExpiry { return FieldState(.expiry, .ok, isPotentiallyValid: true) }
            return FieldState(.expiry, check.reason, isPotentiallyValid: check.isPotentiallyValid)
        case .securityCode:
            let check = SecurityCodeCheck(codeScan, brand: brand, isRequired: options.needsSecurityCode)
            return FieldState(.securityCode, check.reason, isPotentiallyValid: check.isPotentiallyValid)
        case .holderName:
            let check = withName { HolderNameCheck($0, isRequired: options.needsHolderName) }
            return FieldState(.holderName, check.reason, isPotentiallyValid: check.isPotentiallyValid)
        }
    }

    /// The fields that are not valid, in the order of the form; empty when the card can be paid with.
    public func faults(at now: Int64) -> [FieldState] {
        var faults: [FieldState] = []
        for field in [CardField.number, .expiry, .securityCode, .holderName] {
            let state = state(of: field, at: now)
            if !state.isValid { faults.append(state) }
        }
        return faults
    }

    private var numberState: FieldState {
        let check = numberCheck
        if check.reason == .empty, !options.needsNumber { return FieldState(.number, .ok, isPotentiallyValid: true) }
        switch check.reason {
        case .empty, .badCharacters, .unknownBrand: break
        default:
            if options.acceptedBrands != nil {
                let possible = withNumber { match.candidates.union(BrandTable.possibleCobadges($0)) }
                if !options.accepts(anyOf: possible) {
                    return FieldState(.number, .brandNotAccepted, isPotentiallyValid: false)
                }
            }
            if options.acceptedFundingSources != nil || options.acceptedIssuerCountries != nil, let issuer {
                // What the table does not know is settled after tokenisation.
                let verdict = options.settle(fundingSource: issuer.fundingSource, issuerCountry: issuer.country, brand: nil)
                if case .refused(let reason) = verdict {
                    // Two digits more may belong to another issuer.
                    return FieldState(.number, reason, isPotentiallyValid: numberScan.count < BrandTable.decisiveDigits)
                }
            }
        }
        return FieldState(.number, check.reason, isPotentiallyValid: check.isPotentiallyValid)
    }

    private func expiryLimits(at now: Int64) -> ExpiryCheck.Limits {
        ExpiryCheck.Limits(
            now: ExpiryDate(lastPlaceOnEarthAt: now), greatestYears: options.greatestExpiryYears,
            graceMonths: options.graceMonths)
    }

    private func checkExpiry(at now: Int64) -> ExpiryCheck {
        let limits = expiryLimits(at: now)
        switch expiryInput {
        case .text(let text):
            return text.withUnsafeBytes { ExpiryCheck(text: $0, limits: limits) }
        case .parts(let month, let year):
            return month.withUnsafeBytes { month in
                year.withUnsafeBytes { ExpiryCheck(month: month, year: $0, limits: limits) }
            }
        }
    }

    // MARK: Brand

    /// The brand to show and to pay with: the shopper's choice on a co-badged card, else the merchant's preference, else the
    /// number's own. Nil while it is open.
    public var brand: CardBrand? {
        if number == nil { return savedBrand }
        if match.cobadge == nil { return match.primary }
        let selectable = selectableBrands
        if selectable.isEmpty { return match.primary }
        if let chosenBrand, selectable.contains(chosenBrand) { return chosenBrand }
        if let preferred = options.acceptedBrands?.first(where: { selectable.contains($0) }) { return preferred }
        return match.primary.flatMap { selectable.contains($0) ? $0 : nil } ?? selectable.first
    }

    /// The brands among which the shopper may choose on a co-badged card; on others those that the card may still have.
    public var brands: [CardBrand] {
        match.cobadge == nil ? match.candidates.brands : selectableBrands
    }

    /// The brands of a co-badged card that the merchant takes, the suggested one first; empty for other cards.
    private var selectableBrands: [CardBrand] { match.cobadge == nil ? [] : match.cobadges.filter(options.accepts) }

    /// Takes the shopper's choice on a co-badged card. False when the card does not bear the brand or the merchant does
    /// not take it.
    public func choose(_ brand: CardBrand) -> Bool {
        guard selectableBrands.contains(brand) else { return false }
        chosenBrand = brand
        brandChanged()
        return true
    }

    /// A code of one length is not a code of another: it goes when a certain brand changes its length.
    private func brandChanged() {
        guard match.isDecided else { return }
        let lengths = securityCodeLengths
        if let settledCodeLengths, settledCodeLengths != lengths { clearCode() }
        settledCodeLengths = lengths
    }

    private func clearCode() {
        code = nil
        codeScan = CardNumber.Scan()
    }

    /// What the security code is called on this card: `CVV`, `CID`; `CVC` while the brand is open, `none` where it has none.
    public var securityCodeName: StaticString { brand?.codeNameText ?? "CVC" }

    /// How many digits the security code has: 3 to 4 while the brand is open, 0 where it has none.
    public var securityCodeLengths: ClosedRange<Int> { SecurityCodeCheck.lengths(brand) }

    /// What the host's table knows of the issuer.
    public var issuer: IssuerTable.Issuer? { issuers.flatMap { issuers in withNumber { issuers.issuer(of: $0) } } }

    /// The first eight digits of a number of 16 or more, else the first six, as far as they may be shown (PCI DSS,
    /// truncation); empty before there are six.
    public var iin: String {
        withNumber { digits in
            digits.count < 6 ? "" : String(decoding: digits.prefix(digits.count >= 16 ? 8 : 6), as: UTF8.self)
        }
    }

    /// The last four digits of a valid number; empty otherwise.
    public var lastFour: String {
        numberCheck.isValid ? withNumber { String(decoding: $0.suffix(4), as: UTF8.self) } : ""
    }

    // MARK: Reading

    /// Lends the number's digits as ASCII; none when there are none.
    public func withNumber<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try Self.lend(number, body) }

    /// Lends the security code's digits as ASCII; none when there are none.
    public func withSecurityCode<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try Self.lend(code, body) }

    func withName<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try Self.lend(name, body) }

    private static func lend<R>(_ secret: SecretBytes?, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        guard let secret else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try secret.withBytes(body)
    }

    /// The expiry date; nil unless it is valid.
    public func expiry(at now: Int64) -> ExpiryDate? { checkExpiry(at: now).date }

    /// The cardholder's name without blanks round it; empty unless it is valid, since it may be a card number in the
    /// wrong field.
    public var holderName: String {
        withName { name in
            guard HolderNameCheck(name, isRequired: false).reason == .ok else { return "" }
            let characters = Array(String(decoding: name, as: UTF8.self)).drop { $0.isWhitespace }
            return String(characters.reversed().drop { $0.isWhitespace }.reversed())
        }
    }

    // MARK: Ending

    /// Wipes the security code, which must not outlive the request that carries it (PCI DSS 3.3.1).
    public func wipeSecurityCode() {
        code?.wipe()
        clearCode()
    }

    /// Whether all secrets in it lie in secret memory; see ``SecretBytes/isProtected``.
    public var isProtected: Bool { [number, code, name].allSatisfy { $0?.isProtected != false } }

    /// Wipes and empties every field.
    public func wipe() {
        number?.wipe()
        name?.wipe()
        wipeSecurityCode()
        self.set(.number, to: UnsafeRawBufferPointer(start: nil, count: 0))
        settledCodeLengths = nil
        name = nil
        expiryInput = .text([])
        formattedExpiry = nil
    }

    /// Moves the contents to a new entry, and leaves this one empty.
    public func take() -> CardEntry {
        let taken = CardEntry(options: options, issuers: issuers, arena: arena)
        (taken.savedBrand, taken.match, taken.chosenBrand) = (savedBrand, match, chosenBrand)
        (taken.number, taken.numberScan, taken.numberCheck) = (number, numberScan, numberCheck)
        (taken.code, taken.codeScan, taken.settledCodeLengths) = (code, codeScan, settledCodeLengths)
        (taken.expiryInput, taken.formattedExpiry, taken.name) = (expiryInput, formattedExpiry, name)
        (number, name, code) = (nil, nil, nil)
        wipe()
        return taken
    }
}

extension CardEntry: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `<card>`.
    public var description: String { "<card>" }
    /// `<card>`.
    public var debugDescription: String { "<card>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
