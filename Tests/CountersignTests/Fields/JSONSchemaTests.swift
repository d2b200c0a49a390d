import Testing

@testable import Countersign

@Suite struct JSONSchemaTests {
    private func canonical(_ json: String, at path: String = "riskScreeningData") throws -> String {
        let data = try applied("{\"\(path)\":\(json)}", to: TransactionData(), TransactionFields.table).get()
        return shown(TransactionFields.get(path, from: data)) ?? ""
    }

    private func fault(_ json: String, at path: String = "riskScreeningData") -> PaymentError? {
        applied("{\"\(path)\":\(json)}", to: TransactionData(), TransactionFields.table).error
    }

    @Test("The documents' own example becomes the interface's words")
    func documentsExample() throws {
        let sdk = """
            {"performRiskScreening": true, "excludeDeviceData": false, "deviceSessionId": "0a1b2c3d4e5f",
             "userIp": "192.168.1.100", "account": {"id": "user_12345678", "creationDateTime": "2024-01-15T10:30:00.000Z"},
             "items": [{"price": 89.99, "quantity": 1, "category": "Electronics"}],
             "fulfillments": [{"type": "shipped", "shipping": {"shippingMethod": "express"},
               "recipientPerson": {"phoneNumber": "+1234567890", "email": "customer@example.com"}}]}
            """
        #expect(
            try canonical(sdk)
                == "{\"performRiskScreening\":true,\"excludeDeviceData\":false,\"deviceSessionId\":\"0a1b2c3d4e5f\","
                + "\"userIp\":\"192.168.1.100\",\"account\":{\"id\":\"user_12345678\","
                + "\"creationDateTime\":\"2024-01-15T10:30:00.000Z\"},\"items\":[{\"price\":89.99,\"quantity\":1,"
                + "\"category\":\"Electronics\"}],\"fulfillments\":[{\"type\":\"Shipped\",\"shipping\":{"
                + "\"shippingMethod\":\"Express\"},\"recipientPerson\":{\"emailAddress\":\"customer@example.com\","
                + "\"phoneNumber\":\"+1234567890\"}}]}")
    }

    @Test("The same data give the same text, whatever their order and spacing")
    func isCanonical() throws {
        let one = try canonical("{ \"userIp\" : \"192.0.2.1\", \"channel\":\"web\", \"site\":null, \"merchant\":\"\" }")
        #expect(one == "{\"channel\":\"web\",\"userIp\":\"192.0.2.1\"}")
        #expect(try canonical(one) == one)
    }

    /// Every member of the structure (PXP, risk screening), with a value that is taken and one that is not.
    private static let structure: [(path: String, accepted: String, refused: String)] = [
        ("performRiskScreening", "true", "\"true\""), ("excludeDeviceData", "false", "0"),
        ("channel", "\"ACME_IOS_APP\"", text(257)),
        ("deviceSessionId", "\"0A1b\"", "\"c5f0799b-0839\""), ("creationDateTime", "\"2026-11-30T16:17:08.123Z\"", "\"today\""),
        ("userIp", "\"192.0.2.1\"", "\"2001:db8::1\""), ("merchantGroup", "\"G\"", "1"), ("merchant", "\"M\"", text(21)),
        ("site", "\"S\"", text(21)), ("account.id", "\"u\"", "1"), ("account.type", "\"registered\"", "true"),
        ("account.creationDateTime", "\"2024-01-15T10:30:00.000Z\"", "\"2024\""), ("account.username", "\"u\"", "1"),
        ("account.accountIsActive", "true", "1"), ("items.0.id", "\"i\"", "1"), ("items.0.price", "89.99", "-1"),
        ("items.0.description", "\"d\"", "1"), ("items.0.name", "\"n\"", "1"), ("items.0.quantity", "2", "0"),
        ("items.0.category", "\"c\"", "1"), ("items.0.subCategory", "\"s\"", "1"), ("items.0.isDigital", "true", "1"),
        ("items.0.sku", "\"s\"", "1"), ("items.0.upc", "\"u\"", "1"), ("items.0.brand", "\"b\"", "1"),
        ("items.0.url", "\"https://shop.example/1\"", "\"shop\""),
        ("items.0.imageUrl", "\"https://shop.example/1.png\"", "\"png\""),
        ("items.0.physicalAttributes.color", "\"red\"", "1"), ("items.0.physicalAttributes.size", "\"L\"", "1"),
        ("items.0.physicalAttributes.weight", "\"1kg\"", "1"), ("items.0.physicalAttributes.height", "\"1\"", "1"),
        ("items.0.physicalAttributes.width", "\"1\"", "1"), ("items.0.physicalAttributes.depth", "\"1\"", "1"),
        ("items.0.descriptors.0", "\"d\"", "1"), ("items.0.isService", "false", "\"no\""),
        ("fulfillments.0.type", "\"Shipped\"", "\"Sent\""), ("fulfillments.0.status", "\"Pending\"", "\"Lost\""),
        ("fulfillments.0.shipping.shippingAmount", "4.5", "\"free\""),
        ("fulfillments.0.shipping.shippingProvider", "\"p\"", "1"),
        ("fulfillments.0.shipping.trackingNumber", "\"t\"", "1"),
        ("fulfillments.0.shipping.shippingMethod", "\"Standard\"", "\"Slow\""),
        ("fulfillments.0.items.0.id", "\"i\"", "1"), ("fulfillments.0.items.0.quantity", "1", "1.5"),
        ("fulfillments.0.accessUrl", "\"https://shop.example/a\"", "\"a\""), ("fulfillments.0.store.id", "\"s\"", "1"),
        ("fulfillments.0.store.name", "\"s\"", "1"), ("fulfillments.0.store.address.city", "\"London\"", "1"),
        ("fulfillments.0.merchantFulfillmentId", "\"f\"", "1"), ("fulfillments.0.recipientPerson.name.first", "\"A\"", "1"),
        ("fulfillments.0.recipientPerson.name.middle", "\"B\"", "1"),
        ("fulfillments.0.recipientPerson.name.family", "\"C\"", "1"),
        ("fulfillments.0.recipientPerson.name.prefix", "\"Dr\"", "1"),
        ("fulfillments.0.recipientPerson.name.suffix", "\"Jr\"", "1"),
        ("fulfillments.0.recipientPerson.name.preferred", "\"A\"", "1"),
        ("fulfillments.0.recipientPerson.emailAddress", "\"a@example.com\"", "\"a\""),
        ("fulfillments.0.recipientPerson.phoneNumber", "\"+1234567890\"", "\"none\""),
        ("fulfillments.0.recipientPerson.dateOfBirth", "\"1980-01-31\"", "\"31.1.1980\""),
        ("fulfillments.0.recipientPerson.address.line1", "\"1 High Street\"", "1"),
        ("fulfillments.0.recipientPerson.address.line2", "\"Flat 2\"", "1"),
        ("fulfillments.0.recipientPerson.address.city", "\"London\"", "1"),
        ("fulfillments.0.recipientPerson.address.region", "\"London\"", "1"),
        ("fulfillments.0.recipientPerson.address.countryCode", "\"GB\"", "\"UK\""),
        ("fulfillments.0.recipientPerson.address.postalCode", "\"SW1A 2AA\"", text(17)),
        ("transactions.0.merchantTransactionId", "\"t\"", text(51)), ("transactions.0.processor", "\"p\"", "1"),
        ("transactions.0.processorMerchantId", "\"m\"", "1"), ("promotions.0.id", "\"p\"", ""),
    ]

    /// `{"a":[{"b":value}]}` for `a.0.b`.
    private func nested(_ path: String, _ value: String) -> String {
        path.split(separator: ".").reversed().reduce(value) { $1 == "0" ? "[\($0)]" : "{\"\($1)\":\($0)}" }
    }

    @Test("Each member of the structure is taken, and refused with its own path", arguments: structure.map(\.path))
    func member(path: String) throws {
        let member = try #require(Self.structure.first { $0.path == path })
        let json = nested(path, member.accepted)
        #expect(try canonical(json) == json)
        guard !member.refused.isEmpty else { return }
        #expect(fault(nested(path, member.refused))?.field == "riskScreeningData.\(path)")
    }

    @Test(
        "Enumerations are taken as the SDK's cases or as wire forms",
        arguments: [
            ("fulfillments.0.type", ["Shipped", "Digital", "StorePickUp", "LocalDelivery", "StoreDriveUp", "InPerson"]),
            ("fulfillments.0.shipping.shippingMethod", ["Standard", "Express", "SameDay", "NextDay", "SecondDay"]),
            (
                "fulfillments.0.status",
                ["Pending", "Unfulfilled", "OnHold", "Fulfilled", "Scheduled", "PartiallyFulfilled", "Delayed", "Canceled"]
            ),
        ])
    func enumerations(path: String, names: [String]) throws {
        for name in names {
            let wire = nested(path, "\"\(name)\"")
            #expect(try canonical(wire) == wire)
            #expect(try canonical(nested(path, "\"\(name.prefix(1).lowercased())\(name.dropFirst())\"")) == wire)
        }
    }

    @Test("Unknown members are refused with the near name; transactions and promotions may have more")
    func unknownMembers() throws {
        let error = fault("{\"items\":[{\"quantty\":1}]}")
        #expect(error?.code == .fieldUnknown && error?.field == "riskScreeningData.items.0.quantty")
        #expect(error?.message.hasSuffix("did you mean quantity?") == true)
        #expect(
            try canonical("{\"transactions\":[{\"other\":{\"a\":[1, 2]}}]}") == "{\"transactions\":[{\"other\":{\"a\":[1,2]}}]}"
        )
        #expect(
            fault("{\"userIp\":\"192.0.2.1\",\"userIp\":\"192.0.2.2\"}")?.message == "riskScreeningData.userIp is given twice.")
        #expect(fault("{\"email\":\"x\"}")?.code == .fieldUnknown)
        // The SDK's name and the interface's are the same member.
        let twice =
            "{\"fulfillments\":[{\"recipientPerson\":{\"email\":\"a@example.com\",\"emailAddress\":\"a@example.com\"}}]}"
        #expect(fault(twice)?.message.hasSuffix("is given twice.") == true)
    }

    @Test("Lists hold no null, and keep what is empty")
    func lists() throws {
        #expect(try canonical("{\"items\":[{\"descriptors\":[\"a\",\"\"]}]}") == "{\"items\":[{\"descriptors\":[\"a\",\"\"]}]}")
        #expect(fault("{\"items\":[{\"descriptors\":[null]}]}")?.field == "riskScreeningData.items.0.descriptors.0")
        #expect(fault("{\"items\":[null]}")?.field == "riskScreeningData.items.0")
        #expect(fault("{\"items\":{}}")?.field == "riskScreeningData.items")
    }

    @Test("Prices are exact, in the currency's own unit, and from zero up")
    func prices() throws {
        for price in ["0", "29.99", "2999", "0.0001"] {
            #expect(try canonical("{\"items\":[{\"price\":\(price)}]}") == "{\"items\":[{\"price\":\(price)}]}")
        }
        #expect(try canonical("{\"items\":[{\"price\":\"29.99\"}]}") == "{\"items\":[{\"price\":29.99}]}")
        for price in ["-1", "1e3", "0.00001", "\"01\"", "\"\"", "true"] {
            #expect(fault("{\"items\":[{\"price\":\(price)}]}")?.field == "riskScreeningData.items.0.price", "\(price)")
        }
    }

    @Test("Metadata is one flat object of texts, of the host's own names and of bounded size")
    func metadata() throws {
        #expect(try canonical("{ \"Größe\" : \"L\", \"a.b\":\"\" }", at: "metadata") == "{\"Größe\":\"L\",\"a.b\":\"\"}")
        let full = "{" + (0..<50).map { "\"k\($0)\":\"v\"" }.joined(separator: ",") + "}"
        #expect(fault(full, at: "metadata") == nil)
        let more = "{" + (0..<51).map { "\"k\($0)\":\"v\"" }.joined(separator: ",") + "}"
        #expect(fault(more, at: "metadata")?.field == "metadata")
        #expect(fault("{\(text(64)):\(text(512))}", at: "metadata") == nil)
        #expect(fault("{\(text(65)):\"v\"}", at: "metadata")?.field == "metadata")
        #expect(fault("{\"k\":\(text(513))}", at: "metadata")?.field == "metadata.k")
        #expect(fault("{\"k\":\"a\",\"k\":\"a\"}", at: "metadata") != nil)
    }

    @Test("A setter brings JSON as text or as JSON")
    func setters() throws {
        var data = TransactionData()
        try TransactionFields.set("metadata", .text("{ \"a\":\"b\" }"), to: &data)
        #expect(data.metadata?.text() == "{\"a\":\"b\"}")
        try TransactionFields.set("metadata", .json(ByteBuffer("{\"c\":\"d\"}")), to: &data)
        #expect(data.metadata?.text() == "{\"c\":\"d\"}")
        #expect(throws: PaymentError.self) { try TransactionFields.set("metadata", .text("{"), to: &data) }
        #expect(throws: PaymentError.self) { try TransactionFields.set("metadata", .int(1), to: &data) }
        #expect(data.metadata?.text() == "{\"c\":\"d\"}")
        try TransactionFields.set("metadata", .none, to: &data)
        #expect(data.metadata == nil)
    }
}
