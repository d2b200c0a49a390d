@testable import Countersign

/// Payments to build requests from, and the pieces that a test changes in them.
enum GatewayFixture {
    /// 30 November 2026, 16:17:08.123 UTC.
    static let now: Int64 = 1_796_055_428_123

    static func amount(_ minorUnits: Int64, _ currency: String = "EUR") -> Amount? {
        guard let currency = try? Currency(code: currency) else { return nil }
        return try? Amount(minorUnits: minorUnits, currency: currency)
    }

    /// The least that a payment needs.
    static func transaction(_ minorUnits: Int64 = 1_234, _ currency: String = "EUR") -> TransactionData {
        var data = TransactionData()
        data.amount = amount(minorUnits, currency)
        data.intent = .authorisation
        data.merchantTransactionId = "ORDER-1"
        data.authentication = AuthenticationData()
        return data
    }

    /// A record that is ready for its first request.
    static func record(_ data: TransactionData = transaction(), reference: String = "ORDER-1") -> PaymentRecord {
        var record = PaymentRecord(id: "payment", transaction: data, hooks: HookSet())
        record.submittedAt = now
        record.attempt.merchantTransactionId = reference
        record.attempt.idempotencyKey = "key of \(reference)"
        record.attempt.date = now
        record.authenticationData = data.authentication.map { Shared($0) }
        return record
    }

    /// Everything that any request has a place for.
    static func fullTransaction() -> TransactionData {
        var data = transaction(110, "GBP")
        data.merchant = "MERCHANT-1"
        data.site = "SITE-9"
        data.ownerType = "Site"
        data.ownerId = "OWNER 1"
        data.shopper = Shopper()
        data.shopper?.id = "shopper-7"
        data.shopper?.firstName = "Anna"
        data.shopper?.lastName = "Muster"
        data.shopper?.email = "anna@example.com"
        data.shopper?.dateOfBirth = "1990-02-28"
        data.gratuity = "0.1"
        data.identityVerification = TransactionData.IdentityVerification()
        data.identityVerification?.nameVerification = true
        data.addressVerification = TransactionData.AddressVerification()
        data.addressVerification?.countryCode = "GB"
        data.addressVerification?.houseNumberOrName = "12a"
        data.addressVerification?.postalCode = "SW1A 1AA"
        data.networkTransactionId = "MCC123456"
        data.riskScreeningData = ByteBuffer(#"{"performRiskScreening":true,"deviceSessionId":"0123abcd"}"#)
        data.metadata = ByteBuffer(#"{"basket":"77"}"#)
        data.authentication = fullAuthentication()
        data.browserData = browser()
        return data
    }

    static func fullAuthentication() -> AuthenticationData {
        var data = AuthenticationData()
        data.providerId = "provider-1"
        data.requestorAuthenticationIndicator = "03"
        data.fingerprintCallbackURL = "https://shop.example/fingerprint"
        data.merchantCategoryCode = "5411"
        data.merchantCountryNumericCode = "826"
        data.merchantLegalName = "Example Ltd"
        data.challengeWindowSize = 2
        data.requestorChallengeIndicator = "03"
        data.challengeCallbackURL = "https://shop.example/challenge"
        data.shopper = ThreeDSShopper()
        data.shopper?.email = "anna@example.org"
        data.shopper?.mobilePhone = "447700900001"
        data.shopper?.homePhone = "442079460001"
        data.shopper?.workPhone = "442079460002"
        data.billingAddress = address("billing")
        data.shippingAddress = address("shipping")
        return data
    }

    static func recurring() -> Recurring {
        var recurring = Recurring()
        recurring.frequencyInDays = 30
        recurring.frequencyExpiration = "2027-12-31"
        recurring.processingModel = "MerchantInitiatedInitialRecurring"
        return recurring
    }

    private static func address(_ kind: String) -> Address {
        var address = Address()
        address.line1 = "\(kind) line 1"
        address.line2 = "\(kind) line 2"
        address.line3 = "\(kind) line 3"
        address.city = "\(kind) city"
        address.postalCode = "SW1A 1AA"
        address.stateCode = "ENG"
        address.countryNumericCode = "826"
        return address
    }

    static func browser() -> BrowserData {
        var browser = BrowserData()
        browser.acceptHeader = "text/html"
        browser.colorDepth = 24
        browser.ipAddress = "192.0.2.7"
        browser.javaEnabled = true
        browser.javaScriptEnabled = true
        browser.language = "en-GB"
        browser.screenHeight = 1080
        browser.screenWidth = 1920
        browser.timeZoneOffsetInMinutes = -420
        browser.userAgent = "Browser/1"
        return browser
    }

    static func secrets(
        number: String = "4111111111111111", expiry: String = "03/30", code: String = "737", name: String = "Anna Muster"
    ) -> PaymentSecrets {
        let secrets = PaymentSecrets()
        let card = CardEntry(arena: SecretArena())
        withUTF8Bytes(number) { card.set(.number, to: $0) }
        withUTF8Bytes(expiry) { card.set(.expiry, to: $0) }
        withUTF8Bytes(code) { card.set(.securityCode, to: $0) }
        withUTF8Bytes(name) { card.set(.holderName, to: $0) }
        secrets.card = card
        return secrets
    }

    /// A request's body as text, secret or not.
    static func text(_ body: ByteBuffer) -> String { body.withBytes { String(decoding: $0, as: UTF8.self) } }
}
