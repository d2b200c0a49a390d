/// The cases that a card number chooses.
enum SandboxCardCases {
    static let all: [SandboxCase] = plain + authentications + exemptions + declines + vaults + faults

    // MARK: Approved without authentication

    private static let plain = [
        card(
            "approved", "4111111111111111", "Approved, not enrolled in 3-D Secure. Any other number does the same."),
        card("approved_mastercard", "5555555555554444", "Approved; not enrolled.", brand: "mastercard"),
        card("approved_amex", "378282246310005", "Approved; not enrolled.", brand: "amex"),
        card("approved_discover", "6011111111111117", "Approved; not enrolled.", brand: "discover"),
        card("approved_jcb", "3530111333300000", "Approved; not enrolled.", brand: "jcb"),
        card("approved_diners", "36227206271667", "Approved; not enrolled.", brand: "diners"),
        card("approved_unionpay", "6200000000000005", "Approved; not enrolled.", brand: "unionpay"),
        card(
            "not_enrolled", "4111110000000203",
            "The answer to the pre-initiation says that 3-D Secure is not supported; approved."),
    ]

    // MARK: 3-D Secure

    private static let authentications = [
        card("frictionless", "4111110000000104", "Authenticated without a challenge (Y, ECI 05); approved.", .frictionless),
        card(
            "frictionless_mastercard", "5555550000000101", "The same with Mastercard's ECI 02.", .frictionless,
            brand: "mastercard"),
        card(
            "no_method", "4111110000000336", "Frictionless at an issuer without a 3DS Method: the fingerprint is skipped.",
            .frictionless
        ) { $0.issuer.hasMethod = false },
        card("challenge", "4111110000000112", "A challenge; the code is 1234. Approved.", .challenge, .entersRightCode),
        card(
            "challenge_second_try", "4111110000000112", "A wrong code first, then 1234. Approved.", .challenge,
            .entersWrongThenRightCode),
        card("challenge_wrong_code", "4111110000000112", "Three wrong codes: N.", .challenge, .entersWrongCodes) {
            fail(&$0, .authenticationFailed)
        },
        card(
            "challenge_cancelled", "4111110000000112", "The shopper cancels at the issuer's page: N, indicator 01.", .challenge,
            .cancels
        ) { $0.ending = .cancelled },
        card(
            "challenge_mastercard", "5555550000000119", "A challenge with Mastercard's ECI 02.", .challenge, .entersRightCode,
            brand: "mastercard"),
        card("challenge_failed", "4111110000000120", "A challenge that no code passes: N.", .challengeFailing, .entersRightCode)
        { fail(&$0, .authenticationFailed) },
        card("rejected", "4111110000000138", "The issuer rejects the authentication (R): a hard stop.", .rejected) {
            fail(&$0, .authenticationRejected)
        },
        card("failed", "4111110000000344", "Not authenticated, without a challenge (N).", .failed) {
            fail(&$0, .authenticationFailed)
        },
        card("unavailable", "4111110000000302", "The authentication could not be performed (U).", .unavailable) {
            fail(&$0, .authenticationFailed)
        },
        card("attempted", "4111110000000310", "An attempt was made (A, ECI 06); approved.", .attempted),
        card("attempted_mastercard", "5555550000000317", "The same with Mastercard's ECI 01.", .attempted, brand: "mastercard"),
        card(
            "informational", "4111110000000351", "For information only (I, ECI 07): no liability shift; approved.",
            .informational),
        card(
            "decoupled", "4111110000000369", "Authenticated elsewhere after 30 seconds (D, then Y); approved.", .decoupled,
            .approvesElsewhere),
        card(
            "decoupled_failed", "4111110000000377", "Refused elsewhere after 30 seconds (D, then N).", .decoupledFailing,
            .approvesElsewhere
        ) { fail(&$0, .authenticationFailed) },
        card(
            "method_silent", "4111110000000211", "The 3DS Method's page never calls back: on after 10 seconds, frictionless.",
            .frictionless, .methodStaysSilent),
        card(
            "challenge_unanswered", "4111110000000229", "A challenge that nobody answers and no page ends: the deadline does.",
            .challengeHanging, .staysSilent
        ) { fail(&$0, .challengeTimeout) },
        card(
            "acs_timeout", "4111110000000385", "The ACS gives the challenge up after 120 seconds: N, indicator 04.",
            .challengeExpiring, .staysSilent
        ) { fail(&$0, .authenticationFailed) },
    ]

    private static let exemptions = [
        card("sca_mandated", "4111110000000328", "SCA is mandated, and LVP and TRA are offered; frictionless.", .frictionless) {
            $0.issuer.scaMandated = true
            $0.issuer.applicableExemptions = "LVP,TRA"
        },
        card(
            "challenge_recommended", "4111110000000393",
            "The gateway recommends indicator 04: a challenge when it is followed, a soft decline 1A otherwise.",
            .challengeOnRequest, .entersRightCode
        ) {
            $0.issuer.scaMandated = true
            $0.issuer.recommendedChallengeIndicator = 4
            $0.answer.code = "1A"
            $0.answer.isSoft = true
        },
        card(
            "soft_decline", "4111110000001003",
            "Declined 1A until the shopper passes a challenge: the second attempt mandates one and is approved.",
            .challengeOnRequest, .entersRightCode
        ) {
            $0.answer.code = "1A"
            $0.answer.isSoft = true
        },
        card(
            "soft_decline_mastercard", "5555550000000655", "The same with Mastercard's 65.", .challengeOnRequest,
            .entersRightCode,
            brand: "mastercard"
        ) {
            $0.answer.code = "65"
            $0.answer.isSoft = true
        },
    ]

    // MARK: Declines

    private static let declines = [
        decline("4111110000000518", "51"), decline("4111110000000542", "54"), decline("4111110000000146", "14"),
        decline("4111110000000617", "61"), decline("4111110000000419", "41"), decline("4111110000000435", "43"),
        decline("4111110000000575", "57"), decline("4111110000000914", "91"), decline("4111110000000963", "96"),
        decline("4111110000000625", "62"), decline("4111110000000823", "82"),
        card("card_declined_05_advice_01", "4000000000000002", "Declined 05, with merchant advice 01.") {
            $0.answer.code = "05"
            $0.answer.advice = "01"
            $0.ending = .refused
        },
    ]

    private static func decline(_ number: StaticString, _ code: StaticString) -> SandboxCase {
        card("card_declined_\(code)", number, "Declined \(code).") {
            $0.answer.code = code
            $0.ending = .refused
        }
    }

    // MARK: What the vault says

    private static let vaults = [
        card("debit", "4111110000000708", "A debit card; approved.") { $0.issuer.fundingSource = "Debit" },
        card("prepaid", "4111110000000716", "A prepaid card; approved.") { $0.issuer.fundingSource = "Prepaid" },
        card("foreign_issuer", "4111110000000724", "A card issued in the United States; approved.") {
            $0.issuer.country = "US"
        },
        fault(
            "vault_unavailable", "4111110000001011", "The token vault answers 503.", .serviceUnavailable,
            SandboxFault(.tokenise, .statusBefore, status: 503)),
        fault(
            "vault_refuses", "4111110000001029", "The token vault refuses the card.", .tokenVaultException,
            SandboxFault(.tokenise, .refused, status: 400, code: "CARD_REFUSED")),
        fault(
            "vault_card_expired", "4111110000001110", "The token vault says that the card has expired.", .cardExpired,
            SandboxFault(.tokenise, .refused, status: 400, code: "CARD_EXPIRED")),
        fault(
            "vault_no_token", "4111110000001037", "The token vault answers without a token.", .tokenisationFailed,
            SandboxFault(.tokenise, .hollow)),
        fault(
            "vault_reply_lost", "4111110000001045", "The token vault's answer is lost.", .gatewayTimeout,
            SandboxFault(.tokenise, .lostAfter)),
        fault(
            "vault_not_reached", "4111110000001128", "The token vault cannot be reached.", .networkException,
            SandboxFault(.tokenise, .notSent, transport: .connect)),
        fault(
            "vault_unauthorised", "4111110000001136", "The token vault answers 401.", .unauthorised,
            SandboxFault(.tokenise, .refused, status: 401, code: "UNAUTHORISED")),
    ]

    // MARK: Faults of an authentication

    private static let faults = [
        fault(
            "pre_initiate_unavailable", "4111110000001052", "The pre-initiation is answered with 503.",
            .preInitiateAuthenticationFailed,
            SandboxFault(.preInitiate, .statusBefore, status: 503), .frictionless),
        fault(
            "pre_initiate_refused", "4111110000001060", "The pre-initiation is refused.", .preInitiateAuthenticationFailed,
            SandboxFault(.preInitiate, .refused, status: 422, code: "PROVIDER_REFUSED"), .frictionless),
        fault(
            "pre_initiate_lost", "4111110000001078", "The answer to the pre-initiation is lost.",
            .preInitiateAuthenticationFailed,
            SandboxFault(.preInitiate, .lostAfter), .frictionless),
        fault(
            "initiate_unavailable", "4111110000001086",
            "The initiation is answered with 503, and the authentication stays as it was.", .responseInvalid,
            SandboxFault(.authenticate, .statusBefore, status: 503), .frictionless),
        card(
            "initiate_lost", "4111110000001094",
            "The answer to the initiation is lost; reading back shows that it is done; approved.",
            .frictionless
        ) { $0.fault = SandboxFault(.authenticate, .lostAfter) },
        card(
            "read_back_malformed_once", "4111110000001102",
            "The first reading back after the challenge is cut off; the next is whole.",
            .challenge, .entersRightCode
        ) {
            var fault = SandboxFault(.readBack, .malformed)
            fault.isOnce = true
            $0.fault = fault
        },
    ]

    // MARK: Rows

    private static func card(
        _ id: String, _ number: StaticString, _ summary: String, _ path: SandboxIssuer.Path = .notEnrolled,
        _ shopper: SandboxCase.Shopper = .nothing, brand: StaticString = "visa", change: (inout SandboxCase) -> Void = { _ in }
    ) -> SandboxCase {
        var row = SandboxCase(id: id, summary: summary, number: number, brand: brand)
        row.issuer.path = path
        row.issuer.hasMethod = path != .notEnrolled
        row.shopper = shopper
        change(&row)
        return row
    }

    private static func fault(
        _ id: String, _ number: StaticString, _ summary: String, _ error: ErrorCode, _ fault: SandboxFault,
        _ path: SandboxIssuer.Path = .notEnrolled
    ) -> SandboxCase {
        card(id, number, summary, path) {
            $0.fault = fault
            fail(&$0, error)
        }
    }

    private static func fail(_ row: inout SandboxCase, _ error: ErrorCode) {
        row.ending = .error
        row.errorCode = error.symbol
    }
}
