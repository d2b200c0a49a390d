/// The fields of an initiation, as the API and EMV 3-D Secure behind it want them. PXP, integrated authentication, initiate.
enum SandboxInitiation {
    static func check(
        _ root: JSONView, authentication: SandboxIdentifiers.Identifier
    ) throws(SandboxRefusal) {
        try checkFingerprint(root["fingerprintNotification"], authentication)
        try SandboxField.optionalDigits(root["merchantCategoryCode"], "merchantCategoryCode", 4...4)
        try SandboxField.optionalDigits(root["merchantCountryNumericCode"], "merchantCountryNumericCode", 3...3)
        try SandboxField.optionalText(root["merchantLegalName"], "merchantLegalName", 1...40)
        try SandboxField.integer(root["challengeWindowSize"], "challengeWindowSize", 1...5)
        try SandboxField.digits(root["requestorChallengeIndicator"], "requestorChallengeIndicator", 2...2)
        try SandboxField.url(root["challengeCallbackUrl"], "challengeCallbackUrl")
        if let recurring = try SandboxField.optionalObject(root["recurring"], "recurring") {
            if recurring["expirationDate"] != nil {
                _ = try SandboxField.moment(recurring["expirationDate"], "recurring.expirationDate")
            }
            if recurring["frequencyInDays"] != nil {
                try SandboxField.integer(recurring["frequencyInDays"], "recurring.frequencyInDays", 1...9999)
            }
        }
        try checkAddress(root["billingAddress"], "billingAddress")
        try checkAddress(root["shippingAddress"], "shippingAddress")
        if let browser = try SandboxField.optionalObject(root["browserData"], "browserData") { try checkBrowser(browser) }
        if let shopper = try SandboxField.optionalObject(root["shopper"], "shopper") {
            try SandboxField.optionalText(shopper["email"], "shopper.email", 1...254)
            try SandboxField.optionalText(shopper["mobilePhone"], "shopper.mobilePhone", 1...18)
            try SandboxField.optionalText(shopper["homePhone"], "shopper.homePhone", 1...18)
            try SandboxField.optionalText(shopper["workPhone"], "shopper.workPhone", 1...18)
        }
    }

    /// Base64 of what the issuer's page posted: JSON that names this authentication. Either alphabet is taken.
    private static func checkFingerprint(
        _ value: JSONView?, _ authentication: SandboxIdentifiers.Identifier
    ) throws(SandboxRefusal) {
        guard let value = try SandboxField.optionalText(value, "fingerprintNotification", 1...4096) else { return }
        let named =
            value.withStringBytes { text in
                PublicBase64.withDecoded(text) { SandboxServer.identifier("threeDSServerTransID", in: $0) } ?? nil
            } ?? nil
        guard named == authentication else {
            throw .field("fingerprintNotification", "is not what the 3DS Method of this authentication posts.")
        }
    }

    private static func checkAddress(_ value: JSONView?, _ path: StaticString) throws(SandboxRefusal) {
        guard let address = try SandboxField.optionalObject(value, path) else { return }
        try SandboxField.optionalText(address["city"], path, 1...50)
        try SandboxField.optionalDigits(address["countryNumericCode"], path, 3...3)
        try SandboxField.optionalText(address["line1"], path, 1...50)
        try SandboxField.optionalText(address["line2"], path, 1...50)
        try SandboxField.optionalText(address["line3"], path, 1...50)
        try SandboxField.optionalText(address["postalCode"], path, 1...16)
        try SandboxField.optionalText(address["stateCode"], path, 1...3)
    }

    private static func checkBrowser(_ browser: JSONView) throws(SandboxRefusal) {
        try SandboxField.optionalText(browser["acceptHeader"], "browserData.acceptHeader", 1...2048)
        try SandboxField.integer(browser["colorDepth"], "browserData.colorDepth", 1...48)
        try SandboxField.optionalText(browser["ipAddress"], "browserData.ipAddress", 1...45)
        try SandboxField.bool(browser["javaEnabled"], "browserData.javaEnabled")
        try SandboxField.bool(browser["javaScriptEnabled"], "browserData.javaScriptEnabled")
        try SandboxField.optionalText(browser["language"], "browserData.language", 1...35)
        try SandboxField.integer(browser["screenHeight"], "browserData.screenHeight", 0...999_999)
        try SandboxField.integer(browser["screenWidth"], "browserData.screenWidth", 0...999_999)
        try SandboxField.integer(browser["timeZoneOffsetInMinutes"], "browserData.timeZoneOffsetInMinutes", -1440...1440)
        try SandboxField.optionalText(browser["userAgent"], "browserData.userAgent", 1...2048)
    }
}
