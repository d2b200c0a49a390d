/// Fields of the transaction data: what each takes, and how it is written and read.
///
/// Checks that need more than one field or the time are made at submission, by ``checkWhole(_:now:allowsAuthentication:)``.
public enum TransactionFields {
    /// Identifiers and the like, without those of objects. PXP, sessions and transactions.
    private static let fields: [Field<TransactionData>] = [
        Field("amount", .decimal, code: .amountInvalid) { (data, value) throws(PaymentError) in
            try data.enter(value.text.isEmpty ? .none : .decimal(value.text))
        } read: {
            $0.amount.map { .text($0.decimalText) } ?? $0.amountEntry.decimal
        },
        Field("currency", .currency, code: .currencyInvalid) { (data, value) throws(PaymentError) in
            try data.enter(currency: value.text)
        } read: {
            ($0.amount?.currency ?? $0.currency).map { .text($0.code) } ?? .none
        },
        Field("amountMinor", .int(FieldLimits.minorUnits), code: .amountInvalid) { (data, value) throws(PaymentError) in
            try data.enter(value.int.map { .minorUnits($0) } ?? .none)
        } read: {
            // `amount` has it once the currency is known: one amount is not told twice.
            $0.amount == nil ? $0.amountEntry.minorUnits : .none
        },
        .choice("intent", \.intent),
        .choice("entryType", \.entryType, absent: .ecom, code: .entryTypeInvalid),
        .choice("initiator", \.initiator, absent: .shopper),
        .text(
            "merchantTransactionId", \.merchantTransactionId, .text(1...48), code: .merchantTransactionIdInvalid),
        Field("merchantTransactionDate", .timestamp) {
            $0.merchantTransactionDate = $1.int
        } read: {
            $0.merchantTransactionDate.map { .text(Timestamp.text($0)) } ?? .none
        },
        .text("merchant", \.merchant, .text(0...20)),
        .text("site", \.site, .text(0...20)),
        Field("ownerType", .choice(["Referrer", "MerchantGroup", "Merchant", "Site"]), code: .ownerInvalid) {
            $0.ownerType = $1.text.isEmpty ? TransactionData().ownerType : $1.text
        } read: {
            .shown($0.ownerType)
        },
        .text("ownerId", \.ownerId, .text(0...20), code: .ownerInvalid),
        .text("merchantShopperId", \.merchantShopperId, .text(0...FieldLimits.shopperId)),
        .flag("acceptPartialApproval", \.acceptsPartialApproval),
        .choice("flow", \.flow, absent: .components),
        exemption("psd2Data.scaExemption", \.psd2Exemption),
        .text("networkTransactionId", \.networkTransactionId, .text(0...FieldLimits.networkTransactionId)),
        .text("gratuity", \.gratuity, .decimal, code: .amountInvalid),
        .json("riskScreeningData", \.riskScreeningData, RiskScreeningSchema.schema),
        .json("metadata", \.metadata, MetadataSchema.schema),
    ]

    private static let savedCard = FieldTable<TransactionData.SavedCard>(
        [
            .text("gatewayTokenId", \.gatewayTokenId, .text(0...FieldLimits.tokenId)),
            .text("schemeTokenId", \.schemeTokenId, .text(0...FieldLimits.tokenId)),
            .text("brand", \.brand, .brand),
            .text("iin", \.iin, .digits(6...8)),
            .text("lastFour", \.lastFour, .digits(4...4)),
            .flag("cvcRequired", \.needsCVC),
            .flag("expiryRequired", \.needsExpiry),
        ], hints: [secrets])

    private static let addressVerification = FieldTable<TransactionData.AddressVerification>([
        .text("countryCode", \.countryCode, .countryCode),
        .text("houseNumberOrName", \.houseNumberOrName, .text(0...FieldLimits.houseNumberOrName)),
        .text("postalCode", \.postalCode, .text(0...FieldLimits.postalCode)),
    ])

    private static let identityVerification = FieldTable<TransactionData.IdentityVerification>([
        .flag("nameVerification", \.nameVerification)
    ])

    /// All fields of the transaction data.
    public static let table = FieldTable<TransactionData>(
        fields,
        groups: [
            FieldGroup("shopper", \.shopper, PersonFields.shopper, blank: Shopper()),
            FieldGroup("recurring", \.recurring, PersonFields.recurring, blank: Recurring()),
            FieldGroup("card", \.savedCard, savedCard, blank: TransactionData.SavedCard()),
            FieldGroup("authentication", \.authentication, AuthenticationFields.table, blank: AuthenticationData()),
            FieldGroup("browserData", \.browserData, BrowserFields.table, blank: BrowserData()),
            FieldGroup(
                "addressVerification", \.addressVerification, addressVerification,
                blank: TransactionData.AddressVerification()),
            FieldGroup(
                "identityVerification", \.identityVerification, identityVerification,
                blank: TransactionData.IdentityVerification()),
        ],
        hints: [
            secrets,
            FieldHint(["reference", "orderId"], "your reference is merchantTransactionId"),
            FieldHint(["threeDSecureData"], "values of an authentication made elsewhere do not go out this way"),
        ],
        exclusive: [("amount", "amountMinor")])

    /// Names that a host may try for what must never be in JSON.
    static let secrets = FieldHint(
        [
            "number", "pan", "cardNumber", "primaryAccountNumber", "cvc", "cvv", "securityCode", "cardVerificationCode",
            "hmacKey", "encryptionKey", "apiKey",
        ], "card numbers, security codes and keys never travel in JSON and have setters of their own")

    /// An exemption, or the word `none`.
    static func exemption<Root>(_ path: StaticString, _ member: any Field<Root>.Member<ScaExemption?>) -> Field<Root> {
        let place = FieldPlace(member)
        let cases = ScaExemption.allCases
        let list = ChoiceList(cases.map { Choice($0.name.description) } + ["None"])
        return Field(path, .choice(list)) { root, value in
            place.write(cases.first { $0.name.description == value.text }, to: &root)
        } read: {
            place.value(in: $0).map { .text($0.name.description) } ?? .none
        }
    }

    // MARK: Entries that need no generic code from outside

    /// Writes each member of a JSON object into its field; see ``FieldTable/apply(_:to:at:)``.
    public static func apply(_ json: JSONValue, to data: inout TransactionData) throws(PaymentError) {
        try table.apply(json, to: &data)
    }

    /// The same for data that nobody needs if it fails; see ``FieldTable/filled(_:from:)``.
    public static func filled(_ data: consuming TransactionData, from json: JSONValue) throws(PaymentError) -> TransactionData {
        try table.filled(data, from: json)
    }

    /// Writes one field; see ``FieldTable/set(_:_:to:)``.
    public static func set(_ path: String, _ value: FieldValue, to data: inout TransactionData) throws(PaymentError) {
        try table.set(path, value, to: &data)
    }

    /// Reads one field; see ``FieldTable/get(_:from:)``.
    public static func get(_ path: String, from data: TransactionData) -> FieldValue? { table.get(path, from: data) }
}

extension TransactionData.Intent: FieldChoice {}
extension TransactionData.EntryType: FieldChoice {}
extension TransactionData.Initiator: FieldChoice {}
extension TransactionData.Flow: FieldChoice {}
extension ScaExemption: FieldChoice {}
