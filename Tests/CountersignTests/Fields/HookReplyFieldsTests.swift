import Testing

@testable import Countersign

@Suite struct HookReplyFieldsTests {
    private func reply(
        _ hook: HookPoint, _ json: String?, currency: String? = "EUR", configured: AuthenticationData? = nil
    ) throws -> HookReply {
        let document = try json.map { try JSONDocument(parsing: $0) }
        return try HookReplyFields.reply(
            for: hook, json: document?.root, currency: currency.map { try Currency(code: $0) }, configured: configured)
    }

    private func error(_ hook: HookPoint, _ json: String, currency: String? = "EUR") -> PaymentError? {
        do {
            _ = try reply(hook, json, currency: currency)
            return nil
        } catch {
            return error as? PaymentError
        }
    }

    @Test("Every field of every answer has a value that is taken and one that is refused")
    func everyFieldHasACase() {
        let cases: [(HookPoint, [String], [(field: String, accepted: String, refused: String)])] = [
            (.onGetCredentials, HookReplyFields.credentials.paths, [("sessionId", "\"c5f0799b\"", "5")]),
            (
                .merchantTransactionDate, HookReplyFields.date.paths,
                [("merchantTransactionDate", "\"2026-11-30T16:17:08Z\"", "\"now\"")]
            ),
            (
                .onGetShopper, HookReplyFields.shopper.paths,
                [
                    ("id", "\"shopper-123\"", "1"), ("email", "\"buyer@example.com\"", "\"customer\""),
                    ("firstName", "\"John\"", text(101)), ("lastName", "\"Doe\"", "1"),
                    ("dateOfBirth", "\"1980-01-31\"", "\"1980-01-32\""),
                ]
            ),
            (
                .onPreInitiateAuthentication, HookReplyFields.preInitiation.paths,
                [
                    ("providerId", "\"p\"", text(37)),
                    ("requestorAuthenticationIndicator", "\"paymentTransaction\"", "\"00\""), ("timeout", "120", "0"),
                ]
            ),
            (
                .onPresentFingerprint, Array(HookReplyFields.fingerprint.paths.prefix(2)),
                [("completed", "true", "\"yes\""), ("notification", "\"eyJhIjoxfQ\"", "\"no spaces\"")]
            ),
            (
                .onPreAuthorisation, HookReplyFields.preAuthorisation.paths,
                [
                    ("psd2Data.scaExemption", "\"lowValue\"", "\"LVP\""),
                    ("riskScreeningData", "{\"userIp\":\"192.168.1.100\"}", "{\"userIp\":1}"),
                    ("metadata", "{\"a\":\"b\"}", "{\"a\":1}"), ("amount", "\"89.99\"", "\"89.999\""),
                    ("amountMinor", "8999", "-1"), ("threeDSecureData", "{\"electronicCommerceIndicator\":\"05\"}", "\"05\""),
                ]
            ),
        ]
        for (hook, paths, fields) in cases {
            #expect(Set(paths) == Set(fields.map(\.field)), "\(hook)")
            for field in fields {
                #expect(error(hook, object(field.field, field.accepted)) == nil, "\(hook) \(field.field)")
                #expect(
                    error(hook, object(field.field, field.refused))?.field.hasPrefix(field.field) == true,
                    "\(hook) \(field.field)")
            }
        }
    }

    @Test("The answer to onPreAuthentication takes the documents' names, its time-out being the challenge's")
    func preAuthentication() throws {
        let json = """
            {"merchantCountryNumericCode":"840","merchantLegalName":"Your Company Ltd","challengeWindowSize":"size3",
             "requestorChallengeIndicator":"noPreference","shopper":{"email":"buyer@example.com","mobilePhone":"+1234567890"},
             "timeout":240}
            """
        guard case .preAuthentication(let data) = try reply(.onPreAuthentication, json) else {
            Issue.record("not an answer to onPreAuthentication")
            return
        }
        #expect(data.merchantCountryNumericCode == "840" && data.merchantLegalName == "Your Company Ltd")
        #expect(data.challengeWindowSize == 3 && data.requestorChallengeIndicator == "01")
        #expect(data.challengeTimeout == 240_000 && data.preInitiateTimeout == AuthenticationData().preInitiateTimeout)
        #expect(data.shopper?.mobilePhone == "+1234567890")
        // What the other hook answers has no place here.
        for field in ["providerId", "requestorAuthenticationIndicator", "continueOnAuthenticationFailure"] {
            #expect(error(.onPreAuthentication, "{\"\(field)\":\"01\"}")?.code == .fieldUnknown, "\(field)")
        }
    }

    @Test("What onPreAuthentication leaves out is the configuration's")
    func preAuthenticationOverConfiguration() throws {
        var configured = AuthenticationData()
        configured.merchantLegalName = "Configured"
        configured.continueOnFailure = true
        guard
            case .preAuthentication(let data) = try reply(
                .onPreAuthentication, "{\"challengeWindowSize\":2}", configured: configured)
        else {
            Issue.record("not an answer to onPreAuthentication")
            return
        }
        #expect(data.merchantLegalName == "Configured" && data.continueOnFailure && data.challengeWindowSize == 2)
    }

    @Test("An amount is read in the payment's currency, and means nothing without one")
    func amounts() throws {
        for json in ["{\"amount\":\"89.9\"}", "{\"amount\":89.90}", "{\"amountMinor\":8990}"] {
            guard case .preAuthorisation(let data) = try reply(.onPreAuthorisation, json) else {
                Issue.record("not an answer to onPreAuthorisation")
                continue
            }
            #expect(data.amount == 8_990)
        }
        #expect(error(.onPreAuthorisation, "{\"amount\":\"89.9\"}", currency: "JPY")?.code == .amountInvalid)
        #expect(error(.onPreAuthorisation, "{\"amount\":\"89.9\"}", currency: nil)?.field == "amount")
        #expect(error(.onPreAuthorisation, "{\"amount\":\"1\",\"amountMinor\":100}")?.code == .fieldInvalid)
    }

    @Test("Values of an authentication made elsewhere are taken, warned of and kept nowhere")
    func ignoresThreeDSecureData() throws {
        guard
            case .preAuthorisation(let data) = try reply(
                .onPreAuthorisation, "{\"threeDSecureData\":{\"electronicCommerceIndicator\":\"05\"}}")
        else {
            Issue.record("not an answer to onPreAuthorisation")
            return
        }
        #expect(data.ignoresThreeDSecureData)
        var writer = JSONWriter()
        HookReplyFields.preAuthorisation.write(data, to: &writer)
        #expect(writer.finish().text() == "{}")
        guard case .preAuthorisation(let empty) = try reply(.onPreAuthorisation, "{}") else { return }
        #expect(!empty.ignoresThreeDSecureData)
    }

    @Test("A notification says that the fingerprint is completed; nothing says that it is not")
    func fingerprint() throws {
        let cases: [(json: String?, isCompleted: Bool)] = [
            (nil, false), ("{}", false), ("{\"completed\":true}", true), ("{\"notification\":\"eyJhIjoxfQ\"}", true),
            ("{\"notification\":\"\"}", false), ("{\"browserData\":{\"language\":\"en\"}}", false),
        ]
        for (json, isCompleted) in cases {
            guard case .fingerprint(let data) = try reply(.onPresentFingerprint, json) else {
                Issue.record("not an answer to onPresentFingerprint")
                continue
            }
            #expect(data.isCompleted == isCompleted, "\(json ?? "nothing")")
        }
    }

    @Test("A date may come by itself, as text or as a number, or not at all")
    func dates() throws {
        for json in ["\"2026-11-30T16:17:08.123Z\"", "1796055428123", "{\"merchantTransactionDate\":1796055428123}"] {
            guard case .date(let date) = try reply(.merchantTransactionDate, json) else {
                Issue.record("no date in \(json)")
                continue
            }
            #expect(date == 1_796_055_428_123)
        }
        for json in [nil, "null", "{}"] {
            guard case .none = try reply(.merchantTransactionDate, json) else {
                Issue.record("a date in \(json ?? "nothing")")
                continue
            }
        }
        for json in ["\"\\u0020\"", "1.5", "[]", "true"] {
            #expect(error(.merchantTransactionDate, json) != nil, "\(json)")
        }
    }

    @Test("Keys are refused in JSON, and yes-or-no hooks take no data")
    func refusesKeysAndData() {
        for key in ["hmacKey", "encryptionKey", "apiKey"] {
            #expect(error(.onGetCredentials, "{\"\(key)\":\"x\"}")?.message.contains("never travel in JSON") == true)
        }
        for hook in [HookPoint.onGetConsent, .onPreTokenisation] {
            #expect(error(hook, "{}") == nil)
            #expect(error(hook, "{\"consent\":true}")?.code == .fieldUnknown)
        }
    }
}
