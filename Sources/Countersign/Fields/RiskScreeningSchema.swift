/// Data for the screening of fraud. PXP, risk screening: every member is optional.
///
/// Enumerations are taken as the SDK's cases or as wire forms. Those beyond `Shipped`, `Standard`, `Express` and `Pending` are
/// ASSUMED.
enum RiskScreeningSchema {
    static let schema = JSONSchema("a risk-screening object", shape)

    /// Entries of each list. ASSUMED.
    private static let listed = 200
    /// Characters of names, ids and the like that have no stated length. ASSUMED; `channel` and `deviceSessionId` are stated.
    private static let word: FieldRule = .text(0...256)
    private static let sentence: FieldRule = .text(0...2_048)

    private static let shape: JSONShape = .object([
        JSONMember("performRiskScreening", .bool),
        JSONMember("excludeDeviceData", .bool),
        JSONMember("channel", .text(0...256)),
        // The documents take the hyphens out of a UUID.
        JSONMember("deviceSessionId", .alphanumeric(max: 256)),
        JSONMember("creationDateTime", .timestamp),
        JSONMember("userIp", .ipv4),
        JSONMember("account", account),
        JSONMember("items", .array(item, max: listed)),
        JSONMember("fulfillments", .array(fulfillment, max: listed)),
        JSONMember("transactions", .array(transaction, max: listed)),
        // No member of a promotion is public.
        JSONMember("promotions", .array(.anyObject, max: listed)),
        JSONMember("merchantGroup", word),
        JSONMember("merchant", .text(0...20)),
        JSONMember("site", .text(0...20)),
    ])

    /// `consumer` and `registered` both appear as types, so that it is any word.
    private static let account: JSONShape = .object([
        JSONMember("id", word),
        JSONMember("type", word),
        JSONMember("creationDateTime", .timestamp),
        JSONMember("username", word),
        JSONMember("accountIsActive", .bool),
    ])

    /// Prices are in the currency's own unit, as the documents have them.
    private static let item: JSONShape = .object([
        JSONMember("id", word),
        JSONMember("price", .number(decimals: 4)),
        JSONMember("description", sentence),
        JSONMember("name", word),
        JSONMember("quantity", quantity),
        JSONMember("category", word),
        JSONMember("subCategory", word),
        JSONMember("isDigital", .bool),
        JSONMember("sku", word),
        JSONMember("upc", word),
        JSONMember("brand", word),
        JSONMember("url", .url(max: 2_048)),
        JSONMember("imageUrl", .url(max: 2_048)),
        JSONMember("physicalAttributes", physicalAttributes),
        JSONMember("descriptors", .array(.leaf(word), max: listed)),
        JSONMember("isService", .bool),
    ])

    private static let quantity: JSONShape = .leaf(.int(1...999_999))

    private static let physicalAttributes: JSONShape = .object([
        JSONMember("color", word), JSONMember("size", word), JSONMember("weight", word), JSONMember("height", word),
        JSONMember("width", word), JSONMember("depth", word),
    ])

    private static let fulfillment: JSONShape = .object([
        JSONMember(
            "type", .choice(["Shipped", "Digital", "StorePickUp", "LocalDelivery", "StoreDriveUp", "InPerson"])),
        JSONMember("shipping", shipping),
        JSONMember("items", .array(.object([JSONMember("id", word), JSONMember("quantity", quantity)]), max: listed)),
        JSONMember(
            "status",
            .choice([
                "Pending", "Unfulfilled", "OnHold", "Fulfilled", "Scheduled", "PartiallyFulfilled", "Delayed", "Canceled",
            ])),
        JSONMember("accessUrl", .url(max: 2_048)),
        JSONMember("store", store),
        JSONMember("recipientPerson", recipientPerson),
        JSONMember("merchantFulfillmentId", word),
    ])

    private static let shipping: JSONShape = .object([
        JSONMember("shippingAmount", .number(decimals: 4)),
        JSONMember("shippingProvider", word),
        JSONMember("trackingNumber", word),
        JSONMember("shippingMethod", .choice(["Standard", "Express", "SameDay", "NextDay", "SecondDay"])),
    ])

    /// The members of a store are not public. ASSUMED.
    private static let store: JSONShape = .object([
        JSONMember("id", word), JSONMember("name", word), JSONMember("address", address),
    ])

    /// The SDK says `email` where the interface says `emailAddress`.
    private static let recipientPerson: JSONShape = .object([
        JSONMember("name", name),
        JSONMember("emailAddress", .email, alias: "email"),
        JSONMember("phoneNumber", .phone),
        JSONMember("address", address),
        JSONMember("dateOfBirth", .date),
    ])

    private static let name: JSONShape = .object([
        JSONMember("first", word), JSONMember("middle", word), JSONMember("family", word), JSONMember("prefix", word),
        JSONMember("suffix", word), JSONMember("preferred", word),
    ])

    private static let address: JSONShape = .object([
        JSONMember("line1", word), JSONMember("line2", word), JSONMember("city", word), JSONMember("region", word),
        JSONMember("countryCode", .countryCode), JSONMember("postalCode", .text(0...FieldLimits.postalCode)),
    ])

    /// The list of members is cut in the public copies: these three are seen, and others are passed on.
    private static let transaction: JSONShape = .object(
        [
            JSONMember("merchantTransactionId", .text(0...50)),
            JSONMember("processor", word),
            JSONMember("processorMerchantId", word),
        ], isOpen: true)
}
