import Testing

@testable import Countersign

@Suite struct DeclineTableTests {
    private func decline(_ brand: String, _ code: String, _ advice: String = "") -> Decline {
        DeclineTable.decline(brand: brand, code: code, advice: advice)
    }

    @Test("Every code has its class, at each scheme", arguments: DeclineFacts.all.map(\.code))
    func classes(code: String) throws {
        let fact = try #require(DeclineFacts.all.first { $0.code == code })
        #expect(decline("visa", code).category.name.description == fact.visa)
        #expect(decline("mastercard", code).category.name.description == fact.mastercard)
        for brand in ["maestro", "MasterCard"] {
            #expect(decline(brand, code).category.name.description == fact.mastercard, "\(brand)")
        }
        for brand in ["amex", "discover", "jcb", ""] {
            #expect(decline(brand, code).category.name.description == fact.general, "\(brand)")
        }
        #expect(decline("visa", code).code == code)
    }

    @Test("Visa's category decides on retries, the class elsewhere", arguments: DeclineFacts.all.map(\.code))
    func retries(code: String) throws {
        let fact = try #require(DeclineFacts.all.first { $0.code == code })
        let byClass = [
            "approved": "never", "soft_sca": "now_with_sca", "soft_later": "later", "soft_data": "after_fix", "hard": "never",
            "generic": "later", "referral": "after_fix", "setup": "after_fix",
        ]
        let byCategory = [1: "never", 2: "later", 3: "after_fix", 4: "later"]
        let visa = fact.visa == "soft_sca" ? "now_with_sca" : byCategory[fact.visaCategory] ?? byClass[fact.visa]
        #expect(decline("visa", code).retry.name.description == visa)
        #expect(decline("mastercard", code).retry.name.description == byClass[fact.mastercard])
        #expect(decline("amex", code).retry.name.description == byClass[fact.general])
    }

    @Test("The table has no code that no document has")
    func noOtherCodes() {
        #expect(Set(NetworkCodes.rows.map(\.code.description)) == Set(DeclineFacts.all.map(\.code)))
        #expect(NetworkCodes.rows.count == DeclineFacts.all.count)
        #expect(Set(PXPStateCodes.rows.map(\.code.description)) == Set(DeclineFacts.allStateCodes))
    }

    @Test("Strong customer authentication is wanted by 1A, by 65 at Mastercard and by Adyen's 38, and by no other")
    func softDeclines() {
        #expect(DeclineTable.isSoftDecline(brand: "visa", code: "1A"))
        #expect(DeclineTable.isSoftDecline(brand: "visa", code: "1a"))
        #expect(DeclineTable.isSoftDecline(brand: "mastercard", code: "65"))
        #expect(DeclineTable.isSoftDecline(brand: "mastercard", code: "CRD123"))
        #expect(!DeclineTable.isSoftDecline(brand: "visa", code: "65"))
        #expect(!DeclineTable.isSoftDecline(brand: "", code: "65"))
        #expect(!DeclineTable.isSoftDecline(brand: "visa", code: "05"))
        #expect(!DeclineTable.isSoftDecline(brand: "visa", code: "38"))
        #expect(DeclineTable.isSoftDecline(brand: "visa", code: "38", source: .adyen))
        #expect(!DeclineTable.isSoftDecline(brand: "visa", code: "2", source: .adyen))
        #expect(decline("visa", "1A").limit == .init(attempts: 1, days: 30))
        #expect(decline("visa", "1A").shopperMessage == .authenticationRequired)
        #expect(decline("mastercard", "65").shopperMessage == .authenticationRequired)
    }

    @Test("Advice decides over class, and waits as long as it says")
    func advice() {
        let waits = [
            "02": 259_200, "24": 3_600, "25": 86_400, "26": 172_800, "27": 345_600, "28": 518_400, "29": 691_200, "30": 864_000,
        ]
        for (code, seconds) in waits {
            let decline = decline("mastercard", "51", code)
            #expect(decline.retry == .later && decline.earliestSeconds == seconds, "\(code)")
        }
        for code in ["03", "21", "42"] {
            let decline = decline("mastercard", "51", code)
            #expect(
                decline.category == .hard && decline.retry == .never && !decline.keepsCard && decline.limit == nil, "\(code)")
        }
        #expect(decline("mastercard", "05", "22").retry == .never)
        #expect(decline("mastercard", "14", "01").retry == .afterFix)
        #expect(decline("mastercard", "39", "04").category == .setup)
        for code in ["05", "40", "43", "", "99"] {
            #expect(decline("mastercard", "51", code).retry == .later, "\(code)")
            #expect(decline("mastercard", "51", code).advice == code)
        }
    }

    @Test("No advice makes a revoked mandate softer, and none turns an approval")
    func adviceHasLimits() {
        for code in ["R0", "R1", "R3"] {
            #expect(decline("mastercard", code, "24").retry == .never, "\(code)")
        }
        for advice in ["01", "03", "40", "41", "43"] {
            #expect(decline("mastercard", "00", advice).category == .approved, "\(advice)")
        }
        #expect(decline("mastercard", "00", "41").keepsCard == false)
        #expect(decline("mastercard", "00", "40").keepsCard)
        #expect(decline("mastercard", "51", "41").keepsCard == false)
    }

    @Test("Advice codes are Mastercard's: other brands' numbers mean something else")
    func adviceIsMastercards() {
        for brand in ["visa", "amex"] {
            #expect(decline(brand, "05", "03").retry == .later, "\(brand)")
        }
        #expect(decline("", "05", "03").retry == .never)
    }

    @Test("A card is kept unless it is refused for ever")
    func keepsCard() {
        for fact in DeclineFacts.all {
            #expect(decline("amex", fact.code).keepsCard == (fact.general != "hard"), "\(fact.code)")
        }
    }

    @Test("Fifteen attempts in thirty days, once for an unknown code, none for never")
    func limits() {
        #expect(decline("visa", "51").limit == .init(attempts: 15, days: 30))
        #expect(decline("visa", "54").limit == .init(attempts: 15, days: 30))
        #expect(decline("visa", "41").limit == nil)
        for code in ["", "ZZ", "CRD999", "1234"] {
            let decline = decline("visa", code)
            #expect(decline.category == .generic && decline.retry == .later && decline.limit?.attempts == 1, "\(code)")
            #expect(decline.code == code)
        }
    }

    @Test("Lost, stolen and fraud read like any other refusal")
    func tellsNoTales() {
        for code in ["04", "07", "34", "36", "41", "43", "59", "63", "83", "CRD102", "CRD104", "CRD129"] {
            for brand in ["visa", "mastercard", "amex", ""] {
                #expect(decline(brand, code).shopperMessage == decline("visa", "05").shopperMessage, "\(brand) \(code)")
            }
        }
        for code in ["14", "20", "22", "31"] {
            #expect(DeclineTable.decline(brand: "visa", code: code, source: .adyen).shopperMessage == .declined, "\(code)")
        }
        for message in ShopperMessage.allCases {
            let text = message.text.description.lowercased()
            for word in ["lost", "stolen", "fraud", "suspect", "sanction", "pick up"] {
                #expect(!text.contains(word), "\(message)")
            }
        }
    }

    @Test("The words that hosts look for are in the texts")
    func words() {
        let cases = [
            ("51", "insufficient"), ("54", "expired"), ("14", "invalid"), ("05", "declined"), ("41", "declined"),
            ("1A", "authentication"),
        ]
        for (code, word) in cases {
            #expect(decline("visa", code).shopperMessage.text.description.lowercased().contains(word), "\(code)")
        }
        #expect(Set(ShopperMessage.allCases.map(\.key.description)).count == ShopperMessage.allCases.count)
    }

    @Test("PXP's codes stand for those of field 39 and back")
    func stateCodes() {
        for (code, networkCodes) in DeclineFacts.stateCodes {
            #expect(DeclineTable.networkCode(forStateCode: code) == networkCodes.first, "\(code)")
            for networkCode in networkCodes {
                #expect(DeclineTable.stateCode(forNetworkCode: networkCode) == code, "\(networkCode)")
            }
        }
        #expect(DeclineTable.stateCode(forNetworkCode: "91") == nil)
        #expect(DeclineTable.stateCode(forNetworkCode: "") == nil)
        #expect(DeclineTable.networkCode(forStateCode: "CRD129") == nil)
        #expect(DeclineTable.networkCode(forStateCode: "CRD999") == nil)
        for code in DeclineFacts.allStateCodes {
            #expect(DeclineTable.meaning(ofStateCode: code) != nil, "\(code)")
        }
        #expect(DeclineTable.meaning(ofStateCode: "CRD116") == "Not sufficient funds")
    }

    @Test("PXP's codes have a class each: approvals, refusals, and the strictest of several")
    func stateCodeClasses() {
        for code in DeclineFacts.allStateCodes {
            #expect((decline("visa", code).category == .approved) == code.hasPrefix("CRD00"), "\(code)")
        }
        for code in ["CRD102", "CRD104", "CRD122", "CRD118", "CRD129"] {
            #expect(decline("visa", code).category == .hard && decline("visa", code).retry == .never, "\(code)")
        }
        #expect(decline("visa", "CRD116").shopperMessage == .insufficientFunds)
        #expect(decline("visa", "CRD180").category == .generic)
        #expect(decline("visa", "crd116").category == .softLater)
    }

    @Test(
        "Adyen's refusals have a class each",
        arguments: [
            ("2", "generic"), ("3", "referral"), ("4", "soft_later"), ("5", "hard"), ("6", "soft_data"), ("7", "setup"),
            ("8", "soft_data"),
            ("9", "soft_later"), ("11", "soft_sca"), ("12", "soft_later"), ("14", "hard"), ("17", "soft_data"), ("18", "hard"),
            ("20", "hard"), ("21", "setup"), ("22", "hard"), ("24", "soft_data"), ("25", "hard"), ("26", "hard"),
            ("28", "soft_later"),
            ("29", "soft_later"), ("31", "hard"), ("32", "soft_data"), ("38", "soft_sca"), ("39", "soft_later"),
            ("42", "soft_sca"),
            ("46", "hard"), ("50", "hard"), ("0", "generic"), ("99", "generic"),
        ])
    func adyen(code: String, category: String) {
        let decline = DeclineTable.decline(brand: "visa", code: code, source: .adyen)
        #expect(decline.category.name.description == category)
        #expect(decline.code == code)
    }

    @Test("The documents' meanings of advice are told apart from the scheme's")
    func adviceMeanings() {
        #expect(MerchantAdvice.documentMeaning("01") == "try another payment method")
        #expect(MerchantAdvice.documentMeaning("03") == "contact the issuer")
        #expect(MerchantAdvice.documentMeaning("21") == nil)
        #expect(MerchantAdvice.schemeMeaning("03") == "do not try again")
        for code in [
            "01", "02", "03", "04", "05", "21", "22", "24", "25", "26", "27", "28", "29", "30", "40", "41", "42", "43",
        ] {
            #expect(MerchantAdvice.schemeMeaning(code) != nil, "\(code)")
        }
        #expect(MerchantAdvice.rows.count == 18)
        #expect(MerchantAdvice.schemeMeaning("00") == nil)
    }
}
