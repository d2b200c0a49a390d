/// The token vault. PXP, token vault, create gateway token.
extension SandboxServer {
    /// What is kept of a card: nothing that it can be paid with elsewhere.
    struct Card: Sendable {
        /// The case that its number chooses.
        var caseIndex: UInt16
        var brand: SandboxBrand
        var hasSecurityCode: Bool
        /// Six digits and four, as numbers.
        var iin: UInt32
        var lastFour: UInt16
    }

    static let ownerTypes: [StaticString] = ["Referrer", "MerchantGroup", "Merchant", "Site"]

    mutating func createToken(
        _ ownerType: SandboxRoute.Part, _ ownerId: SandboxRoute.Part, _ body: ByteBuffer
    ) throws(SandboxRefusal) -> GatewayReply {
        guard Self.ownerTypes.contains(where: { SandboxRoute.equals(ownerType, $0) }) else {
            throw .field("ownerType", "must be Referrer, MerchantGroup, Merchant or Site.")
        }
        guard let owner = SandboxRoute.decode(ownerId), owner.utf8.count <= 20 else {
            throw .field("ownerId", "must have at most 20 characters.")
        }
        let document = try object(body, isSecret: true)
        defer { withExtendedLifetime(document) {} }
        let root = document.view
        // Older versions of the API take the members without the wrapper.
        let fields = try SandboxField.optionalObject(root["card"], "card") ?? root
        let number = try SandboxField.digits(fields["primaryAccountNumber"], "card.primaryAccountNumber", 12...19)
        let month = try SandboxField.digits(fields["expiryMonth"], "card.expiryMonth", 1...2)
        let isMonth = month.withStringBytes { digits in
            let value = digits.reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }
            return (1...12).contains(value)
        }
        guard isMonth == true else { throw .field("card.expiryMonth", "must be from 1 to 12.") }
        try SandboxField.digits(fields["expiryYear"], "card.expiryYear", 4...4)
        _ = try SandboxField.text(fields["holderName"], "card.holderName", 1...45)
        let code = try SandboxField.optionalDigits(fields["cardVerificationCode"], "card.cardVerificationCode", 3...4)

        let card = number.withStringBytes { digits in
            Card(
                caseIndex: UInt16(truncatingIfNeeded: SandboxCases.index(ofNumber: digits)), brand: SandboxBrand(digits),
                hasSecurityCode: code != nil, iin: UInt32(truncatingIfNeeded: Self.decimal(digits.prefix(6))),
                lastFour: UInt16(truncatingIfNeeded: Self.decimal(digits.suffix(4))))
        }
        guard let card else { throw .field("card.primaryAccountNumber", "is required.") }
        let passes = number.withStringBytes { card.brand == .unionpay || Luhn.isValid($0) } ?? false
        guard passes else { throw .field("card.primaryAccountNumber", "has a wrong check digit.") }

        let fault = fault(of: card, at: .tokenise)
        if let reply = fault?.before(self) { return reply }
        let index = cards.append(card).number
        let issuer = SandboxCases.all[Int(card.caseIndex)].issuer
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        identifiers.identifier(.card, index).write("gatewayTokenId", to: &writer)
        write(card, as: "maskedPrimaryAccountNumber", to: &writer)
        writer.member("fundingSource", issuer.fundingSource)
        // Promised by the documents for the masked read, not visible here: ASSUMED.
        writer.member("cardScheme", card.brand.scheme)
        writer.member("issuerCountryCode", issuer.country)
        writer.endObject()
        let reply = writer.finish()
        return fault?.after(reply) ?? .answered(status: 200, body: reply)
    }

    /// The fault that a card's case has at that operation.
    func fault(of card: Card, at operation: Operation) -> SandboxFault? {
        guard let fault = SandboxCases.all[Int(card.caseIndex)].fault, fault.operation == operation else { return nil }
        return fault
    }

    /// The number of the card that a token stands for.
    func cardNumber(_ value: JSONView?, _ path: StaticString) throws(SandboxRefusal) -> Int {
        let token = try SandboxField.text(value, path, 1...36)
        let number =
            token.withStringBytes { text in
                SandboxIdentifiers.Identifier(text).flatMap { identifiers.number(.card, of: $0) }
            } ?? nil
        guard let number, cards.holds(number) else { throw .noToken }
        return number
    }

    /// First six, six asterisks, last four.
    func write(_ card: Card, as name: StaticString, to writer: inout JSONWriter) {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { text in
            var iin = card.iin
            for place in (0..<6).reversed() {
                text[place] = 0x30 &+ UInt8(truncatingIfNeeded: iin % 10)
                iin /= 10
            }
            for place in 6..<12 { text[place] = 0x2a }
            var lastFour = card.lastFour
            for place in (12..<16).reversed() {
                text[place] = 0x30 &+ UInt8(truncatingIfNeeded: lastFour % 10)
                lastFour /= 10
            }
            writer.member(name, bytes: UnsafeRawBufferPointer(text))
        }
    }

    private static func decimal(_ digits: Slice<UnsafeRawBufferPointer>) -> Int {
        digits.reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }
    }
}

/// The brands that the sandbox's issuer tells apart, by the numbers of its table.
enum SandboxBrand: UInt8, Sendable {
    case visa, mastercard, amex, discover, diners, jcb, unionpay, other

    init(_ digits: UnsafeRawBufferPointer) {
        let first = digits.prefix(4).reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }
        switch first {
        case 4000...4999: self = .visa
        case 5100...5599, 2221...2720: self = .mastercard
        case 3400...3499, 3700...3799: self = .amex
        case 6011, 6440...6599: self = .discover
        case 3000...3059, 3095, 3600...3699, 3800...3999: self = .diners
        case 3528...3589: self = .jcb
        case 6200...6299, 8100...8199: self = .unionpay
        default: self = .other
        }
    }

    /// As PXP writes it, with its capital C.
    var scheme: StaticString {
        switch self {
        case .visa: "Visa"
        case .mastercard: "MasterCard"
        case .amex: "AmericanExpress"
        case .discover: "Discover"
        case .diners: "Diners"
        case .jcb: "JCB"
        case .unionpay: "UnionPay"
        case .other: ""
        }
    }

    /// The response code by which its issuers ask for strong customer authentication.
    var softDeclineCode: StaticString? {
        switch self {
        case .visa: "1A"
        case .mastercard: "65"
        default: nil
        }
    }

    /// The ECI of a full authentication, of an attempt, and of none.
    var eci: (full: StaticString, attempt: StaticString, none: StaticString) {
        self == .mastercard ? ("02", "01", "00") : ("05", "06", "07")
    }
}
