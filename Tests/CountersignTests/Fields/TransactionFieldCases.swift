/// The fields of the transaction data by the documents: PXP sessions, transactions, integrated authentication and risk
/// screening; EMV 3-D Secure 2.2 for browser, address and telephone. Limits that only we chose are marked.
enum TransactionFieldCases {
    static let all: [FieldCase] = main + shopper + recurring("recurring") + card + authentication + browser + verification

    private static let main: [FieldCase] = [
        FieldCase(
            "amount", accepts: [("\"99.99\"", "99.99"), ("99.99", "99.99"), ("0", "0"), ("\"1234567.8\"", "1234567.8")],
            refuses: ["-1", "\"1,50\"", "\".5\"", "\"5.\"", "1e3", "true", "\"1.2.3\"", "\"ten\""]),
        FieldCase("currency", texts: ["EUR", "JPY"], refuses: ["\"eur\"", "\"EURO\"", "\"XQQ\"", "978", "\"HRK\""]),
        FieldCase(
            "gratuity", accepts: [("\"1.50\"", "1.50"), ("0", "0")], refuses: ["-1", "\"1,50\"", "1e3", "true"]),
        FieldCase("amountMinor", accepts: [("9999", "9999"), ("0", "0")], refuses: ["-1", "99.99", "\"9999\"", "1e3"]),
        FieldCase(
            "intent",
            accepts: [
                ("\"Authorisation\"", nil), ("\"Purchase\"", nil), ("\"Verification\"", nil),
                ("\"EstimatedAuthorisation\"", nil), ("\"Payout\"", nil), ("\"purchase\"", "Purchase"),
                ("\"estimatedAuthorisation\"", "EstimatedAuthorisation"),
            ], refuses: ["\"Refund\"", "\"Authorization\"", "\"PURCHASE\"", "1"]),
        FieldCase(
            "entryType", accepts: [("\"Ecom\"", nil), ("\"Moto\"", nil), ("\"ecom\"", "Ecom")],
            refuses: ["\"Instore\"", "true"]),
        FieldCase(
            "initiator", accepts: [("\"Shopper\"", nil), ("\"Merchant\"", nil), ("\"merchant\"", "Merchant")],
            refuses: ["\"Issuer\"", "0"]),
        FieldCase(
            "merchantTransactionId", accepts: [("\"o\"", nil), (text(48), nil)], refuses: ["\"\"", text(49), "7", "\"a\\nb\""]),
        FieldCase(
            "merchantTransactionDate",
            accepts: [
                ("\"2026-11-30T16:17:08.123Z\"", nil), ("\"2026-11-30 17:17:08.123456+01:00\"", "2026-11-30T16:17:08.123Z"),
                ("1796055428123", "2026-11-30T16:17:08.123Z"),
            ], refuses: ["\"30.11.2026\"", "\"yesterday\"", "1.5", "true", "\"2026-02-30T00:00:00Z\""]),
        FieldCase("merchant", accepts: [("\"M\"", nil), (text(20), nil)], refuses: [text(21), "1"]),
        FieldCase("site", accepts: [("\"S\"", nil), (text(20), nil)], refuses: [text(21), "1"]),
        FieldCase(
            "ownerType", texts: ["Referrer", "MerchantGroup", "Merchant", "Site"], refuses: ["\"Group\"", "2"]),
        FieldCase("ownerId", accepts: [("\"1\"", nil), (text(20), nil)], refuses: [text(21), "1"]),
        // ASSUMED length.
        FieldCase("merchantShopperId", texts: ["shopper-123"], refuses: [text(257), "12"]),
        FieldCase("acceptPartialApproval", accepts: [("true", nil), ("false", nil)], refuses: ["\"true\"", "1"]),
        FieldCase("flow", accepts: [("\"components\"", nil), ("\"dropIn\"", nil)], refuses: ["\"dropin\"", "1"]),
        FieldCase(
            "psd2Data.scaExemption",
            accepts: [
                ("\"LowValue\"", nil), ("\"TrustedBeneficiary\"", nil), ("\"TransactionRiskAnalysis\"", nil),
                ("\"SecureCorporate\"", nil), ("\"AnonymousCard\"", nil), ("\"OneLegOut\"", nil), ("\"lowValue\"", "LowValue"),
                ("\"trustedBeneficiary\"", "TrustedBeneficiary"), ("\"none\"", ""),
            ], refuses: ["\"LVP\"", "5"]),
        // ASSUMED length.
        FieldCase("networkTransactionId", texts: ["123456789012345", "MCC1234561130"], refuses: [text(65), "15"]),
        FieldCase(
            "riskScreeningData", accepts: [("{\"performRiskScreening\":true}", nil), ("{}", nil)],
            refuses: ["true", "[]", "{\"performRiskScreening\":\"yes\"}"]),
        FieldCase(
            "metadata", accepts: [("{\"order\":\"7\"}", nil), ("{}", nil)],
            refuses: ["\"x\"", "{\"order\":7}", "{\"a\":{\"b\":\"c\"}}", "{\"\":\"x\"}"]),
    ]

    private static let shopper: [FieldCase] = [
        // ASSUMED lengths, but for the address's 254.
        FieldCase("shopper.id", texts: ["shopper-123"], refuses: [text(257), "123"]),
        FieldCase(
            "shopper.email", texts: ["customer@example.com", "a.b+c@sub.example.co.uk"],
            refuses: ["\"customer\"", "\"a@b\"", "\"a b@example.com\"", "\"a@@example.com\"", "\"a@example..com\"", "1"]),
        FieldCase("shopper.firstName", texts: ["John", "Žofie"], refuses: [text(101), "1"]),
        FieldCase("shopper.lastName", texts: ["Doe", "O'Neill"], refuses: [text(101), "1"]),
        FieldCase(
            "shopper.dateOfBirth", texts: ["1980-02-29"],
            refuses: ["\"1981-02-29\"", "\"29.02.1980\"", "\"1980-2-29\"", "\"1980-13-01\"", "19800229"]),
    ]

    private static func recurring(_ path: String) -> [FieldCase] {
        [
            FieldCase(
                "\(path).frequencyInDays", accepts: [("1", nil), ("30", nil), ("9999", nil)],
                refuses: ["0", "10000", "-1", "\"30\"", "1.5"]),
            FieldCase(
                "\(path).frequencyExpiration", texts: ["2026-12-31"], refuses: ["\"2026-02-30\"", "\"12/26\"", "20261231"]),
            // ASSUMED length.
            FieldCase(
                "\(path).processingModel", texts: ["MerchantInitiatedInitialRecurring", "Any"], refuses: [text(65), "1"]),
        ]
    }

    private static let card: [FieldCase] = [
        // ASSUMED lengths.
        FieldCase("card.gatewayTokenId", texts: ["ce244054-b372-42c2-9102-f0d976db69f6"], refuses: [text(129), "1"]),
        FieldCase("card.schemeTokenId", texts: ["ce244054-b372-42c2-9102-f0d976db69f7"], refuses: [text(129), "1"]),
        FieldCase(
            "card.brand", accepts: [("\"visa\"", nil), ("\"Mastercard\"", "mastercard")], refuses: ["\"vissa\"", "1"]),
        FieldCase("card.iin", texts: ["411111", "41111111"], refuses: ["\"4111\"", "\"411111111\"", "\"41111x\"", "411111"]),
        FieldCase("card.lastFour", texts: ["1111"], refuses: ["\"111\"", "\"11111\"", "\"11x1\"", "1111"]),
        FieldCase("card.cvcRequired", accepts: [("true", nil)], refuses: ["1"]),
        FieldCase("card.expiryRequired", accepts: [("true", nil)], refuses: ["\"no\""]),
    ]

    private static let verification: [FieldCase] = [
        // ASSUMED name.
        FieldCase(
            "identityVerification.nameVerification", accepts: [("true", nil), ("false", nil)], refuses: ["\"yes\"", "1"]),
        FieldCase("addressVerification.countryCode", texts: ["GB", "US"], refuses: ["\"gb\"", "\"UK\"", "\"GBR\"", "826"]),
        // ASSUMED lengths.
        FieldCase("addressVerification.houseNumberOrName", texts: ["10"], refuses: [text(51), "10"]),
        FieldCase("addressVerification.postalCode", texts: ["SW1A 2AA"], refuses: [text(17), "10115"]),
    ]

    private static let browser: [FieldCase] = [
        FieldCase(
            "browserData.acceptHeader", accepts: [("\"text/html,*/*;q=0.8\"", nil), (text(2_048), nil)],
            refuses: [text(2_049), "1"]),
        FieldCase(
            "browserData.colorDepth", accepts: [("24", nil), ("48", nil), ("30", "24"), ("1", nil)],
            refuses: ["0", "65", "\"24\""]),
        FieldCase(
            "browserData.ipAddress", texts: ["192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", "::"],
            refuses: ["\"192.0.2\"", "\"192.0.2.256\"", "\"2001:db8\"", "\"1::2::3\"", "\"localhost\"", "\"192.0.02.1\"", "1"]),
        FieldCase("browserData.javaEnabled", accepts: [("true", nil), ("false", nil)], refuses: ["\"true\""]),
        FieldCase("browserData.javaScriptEnabled", accepts: [("true", nil), ("false", nil)], refuses: ["0"]),
        FieldCase(
            "browserData.language", texts: ["en", "en-GB", "zh-Hant-TW"],
            refuses: ["\"en_GB\"", "\"e\"", "\"en-GB,en;q=0.9\"", "1"]),
        FieldCase("browserData.screenHeight", accepts: [("1080", nil)], refuses: ["-1", "1000000", "\"1080\""]),
        FieldCase("browserData.screenWidth", accepts: [("1920", nil)], refuses: ["-1", "1000000", "\"1920\""]),
        FieldCase(
            "browserData.timeZoneOffsetInMinutes", accepts: [("-420", nil), ("840", nil)],
            refuses: ["841", "-841", "\"0\"", "1.5"]),
        FieldCase(
            "browserData.userAgent", accepts: [("\"Mozilla/5.0\"", nil), (text(2_048), nil)], refuses: [text(2_049), "5"]),
    ]

    private static let authentication: [FieldCase] =
        [
            FieldCase("authentication.providerId", accepts: [("\"p\"", nil), (text(36), nil)], refuses: [text(37), "1"]),
            FieldCase(
                "authentication.requestorAuthenticationIndicator",
                accepts: [
                    ("\"01\"", nil), ("\"10\"", nil), ("\"paymentTransaction\"", "01"), ("\"recurringTransaction\"", "02"),
                    ("\"addCard\"", "05"), ("\"\"", ""),
                ], refuses: ["\"11\"", "\"payment\"", "1"]),
            FieldCase("authentication.timeout", accepts: [("120", nil)], refuses: ["0", "-1", "\"120\"", "1.5", "3601"]),
            FieldCase("authentication.challengeTimeout", accepts: [("300", nil)], refuses: ["0", "-1", "\"300\"", "3601"]),
            FieldCase(
                "authentication.continueOnAuthenticationFailure", accepts: [("true", nil), ("false", nil)], refuses: ["1"]),
        ] + url("authentication.fingerprintCallbackUrl") + url("authentication.challengeCallbackUrl") + initiation
        + address("authentication.billingAddress") + address("authentication.shippingAddress")
        + recurring("authentication.recurring") + phones

    private static let initiation: [FieldCase] = [
        FieldCase(
            "authentication.merchantCategoryCode", texts: ["5411"], refuses: ["\"541\"", "\"54111\"", "\"54a1\"", "5411"]),
        FieldCase(
            "authentication.merchantCountryNumericCode", texts: ["840", "036"],
            refuses: ["\"84\"", "\"999\"", "\"USA\"", "840"]),
        FieldCase(
            "authentication.merchantLegalName", accepts: [("\"Your Company Ltd\"", nil), (text(40), nil)],
            refuses: [text(41), "1"]),
        FieldCase(
            "authentication.challengeWindowSize",
            accepts: [("1", nil), ("5", nil), ("\"3\"", nil), ("\"size2\"", "2"), ("\"size5\"", "5")],
            refuses: ["0", "6", "\"size6\"", "true"]),
        FieldCase(
            "authentication.requestorChallengeIndicator",
            accepts: [
                ("\"01\"", nil), ("\"10\"", nil), ("\"noPreference\"", "01"), ("\"challengeRequestedMandate\"", "04"),
                ("\"noChallengeTransactionRiskAnalysis\"", "05"), ("\"noChallengeLowValue\"", "10"),
            ], refuses: ["\"1\"", "\"11\"", "\"mandate\"", "1"]),
    ]

    private static let phones: [FieldCase] =
        [
            FieldCase("authentication.shopper.email", texts: ["customer@example.com"], refuses: ["\"customer\"", "1"])
        ]
        + ["mobilePhone", "homePhone", "workPhone"].map {
            FieldCase(
                "authentication.shopper.\($0)", texts: ["+1234567890", "+44 1632 960961", "(01632) 960-961"],
                refuses: ["\"call me\"", "\"123\"", "\"+1234567890123456\"", "\"12+345\"", "1234567890"])
        }

    private static func url(_ path: String) -> [FieldCase] {
        [
            FieldCase(
                path,
                texts: [
                    "https://shop.example/3ds?id=1", "http://127.0.0.1:8080/callback", "https://[::1]:8443/",
                    "HTTPS://shop.example",
                ],
                refuses: [
                    "\"shop.example/3ds\"", "\"ftp://shop.example\"", "\"https://\"", "\"https://a b\"",
                    "\"https://user@shop.example/\"",
                    "\"https://shop.example:99999/\"", "\"https://shop.example/\(String(repeating: "x", count: 256))\"", "1",
                    "\"javascript:alert(1)\"",
                ])
        ]
    }

    private static func address(_ path: String) -> [FieldCase] {
        ["line1", "line2", "line3", "city"].map {
            FieldCase("\(path).\($0)", accepts: [("\"1 High Street\"", nil), (text(50), nil)], refuses: [text(51), "1"])
        } + [
            FieldCase("\(path).postalCode", accepts: [("\"SW1A 2AA\"", nil), (text(16), nil)], refuses: [text(17), "10115"]),
            FieldCase("\(path).stateCode", accepts: [("\"CA\"", nil), (text(3), nil)], refuses: [text(4), "1"]),
            FieldCase("\(path).countryNumericCode", texts: ["826"], refuses: ["\"GB\"", "\"26\"", "826", "\"901\""]),
        ]
    }
}
