/// Goes on with an authentication after the fingerprint. PXP, integrated authentication, initiate.
enum PXPInitiate {
    /// The request.
    static func request(for payment: PaymentRecord, defaults: PXPDefaults) throws(PaymentError) -> GatewayRequest {
        let data = payment.transaction.value
        let authentication = payment.authenticationData?.value ?? data.authentication ?? AuthenticationData()
        guard let id = payment.preInitiation?.value.authenticationId, !id.isEmpty else { throw PXPRefusal.authentication }
        let callback = authentication.challengeCallbackURL
        let challengeCallback = callback.isEmpty ? defaults.challengeCallbackURL : callback
        guard !challengeCallback.isEmpty else { throw PXPRefusal.challengeCallback }

        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        if let fingerprint = payment.fingerprint?.value, fingerprint.isCompleted {
            // Already the Base64 that the issuer's page posted; left out when the fingerprint failed.
            writer.member("fingerprintNotification", unlessEmpty: fingerprint.notification)
        }
        writer.member("merchantCategoryCode", unlessEmpty: authentication.merchantCategoryCode)
        writer.member("merchantCountryNumericCode", unlessEmpty: authentication.merchantCountryNumericCode)
        writer.member("merchantLegalName", unlessEmpty: authentication.merchantLegalName)
        writer.member("challengeWindowSize", Int64(authentication.challengeWindowSize))
        writer.member("requestorChallengeIndicator", payment.challengeIndicator)
        writer.member("challengeCallbackUrl", challengeCallback)
        if let recurring = authentication.recurring ?? data.recurring { write(recurring, to: &writer) }
        if let address = authentication.billingAddress { write(address, as: "billingAddress", to: &writer) }
        if let address = authentication.shippingAddress { write(address, as: "shippingAddress", to: &writer) }
        if let browser = payment.fingerprint?.value.browserData ?? payment.browserData?.value ?? data.browserData {
            write(browser, to: &writer)
        }
        if let shopper = authentication.shopper { write(shopper, to: &writer) }
        writer.endObject()
        return GatewayRequest(
            operation: .authenticate, method: .put, path: PXPPath.browserAuthentication(id), body: writer.finish())
    }

    /// What the reply means.
    static func outcome(_ reply: GatewayReply, payment: PaymentRecord) -> Outcome {
        PXPAuthenticationReply.outcome(reply, to: .authenticate, payment: payment)
    }

    private static func write(_ recurring: Recurring, to writer: inout JSONWriter) {
        writer.key("recurring")
        writer.beginObject()
        if !recurring.frequencyExpiration.isEmpty {
            // A date-time here, where the transaction data has a day: its last second.
            writer.member("expirationDate", recurring.frequencyExpiration + "T23:59:59Z")
        }
        if recurring.frequencyInDays > 0 { writer.member("frequencyInDays", Int64(recurring.frequencyInDays)) }
        writer.endObject()
    }

    private static func write(_ address: Address, as name: StaticString, to writer: inout JSONWriter) {
        writer.key(name)
        writer.beginObject()
        writer.member("city", unlessEmpty: address.city)
        writer.member("countryNumericCode", unlessEmpty: address.countryNumericCode)
        writer.member("line1", unlessEmpty: address.line1)
        writer.member("line2", unlessEmpty: address.line2)
        writer.member("line3", unlessEmpty: address.line3)
        writer.member("postalCode", unlessEmpty: address.postalCode)
        writer.member("stateCode", unlessEmpty: address.stateCode)
        writer.endObject()
    }

    private static func write(_ browser: BrowserData, to writer: inout JSONWriter) {
        writer.key("browserData")
        writer.beginObject()
        writer.member("acceptHeader", unlessEmpty: browser.acceptHeader)
        writer.member("colorDepth", Int64(browser.colorDepth))
        writer.member("ipAddress", unlessEmpty: browser.ipAddress)
        writer.member("javaEnabled", browser.javaEnabled)
        writer.member("javaScriptEnabled", browser.javaScriptEnabled)
        writer.member("language", unlessEmpty: browser.language)
        writer.member("screenHeight", Int64(browser.screenHeight))
        writer.member("screenWidth", Int64(browser.screenWidth))
        // Local time minus UTC, as PXP has it: the other sign than EMV's browserTZ.
        writer.member("timeZoneOffsetInMinutes", Int64(browser.timeZoneOffsetInMinutes))
        writer.member("userAgent", unlessEmpty: browser.userAgent)
        writer.endObject()
    }

    private static func write(_ shopper: ThreeDSShopper, to writer: inout JSONWriter) {
        writer.key("shopper")
        writer.beginObject()
        writer.member("email", unlessEmpty: shopper.email)
        writer.member("mobilePhone", unlessEmpty: shopper.mobilePhone)
        writer.member("homePhone", unlessEmpty: shopper.homePhone)
        writer.member("workPhone", unlessEmpty: shopper.workPhone)
        writer.endObject()
    }
}
