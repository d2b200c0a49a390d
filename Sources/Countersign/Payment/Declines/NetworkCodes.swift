/// Response codes of the networks (ISO 8583:1987, field 39, and the schemes' own), as acquirers and gateways publish them. The
/// schemes' manuals are not public.
enum NetworkCodes {
    /// Visa's categories, which govern retries of its cards.
    enum VisaCategory: UInt8, Sendable {
        case none, never, later, checkData, generic
    }

    struct Row: Sendable {
        let code: StaticString
        let category: Decline.Category
        let visa: VisaCategory
        let message: ShopperMessage
        /// Where a scheme means something else by the code.
        let atVisa: Decline.Category?
        let atMastercard: Decline.Category?

        init(
            _ code: StaticString, _ category: Decline.Category, _ visa: VisaCategory, _ message: ShopperMessage = .declined,
            atVisa: Decline.Category? = nil, atMastercard: Decline.Category? = nil
        ) {
            self.code = code
            self.category = category
            self.visa = visa
            self.message = message
            self.atVisa = atVisa
            self.atMastercard = atMastercard
        }

        func category(at scheme: DeclineScheme) -> Decline.Category {
            switch scheme {
            case .visa: atVisa ?? category
            case .mastercard: atMastercard ?? category
            case .other, .unknown: category
            }
        }
    }

    static func row(_ code: String) -> Row? { rows.first { $0.code.description == code } }

    static let rows: [Row] = [
        Row("00", .approved, .none, .approved),
        Row("01", .referral, .generic, .contactBank),
        Row("02", .referral, .generic, .contactBank),
        Row("03", .setup, .later, .merchantProblem),
        // 04, 07, 41, 43 and 59 are shown as a plain refusal: not even the shopper may learn why.
        Row("04", .hard, .never),
        Row("05", .generic, .generic),
        Row("06", .generic, .generic),
        Row("07", .hard, .never),
        Row("08", .approved, .none, .approved),
        Row("10", .approved, .none, .approved),
        Row("11", .approved, .none, .approved),
        Row("12", .setup, .never, .merchantProblem, atVisa: .hard),
        Row("13", .setup, .generic, .merchantProblem),
        Row("14", .hard, .never, .cardNumberInvalid),
        Row("15", .hard, .never, .cardNumberInvalid),
        Row("19", .softLater, .later, .tryLater),
        Row("21", .setup, .none, .merchantProblem),
        Row("25", .setup, .none, .merchantProblem),
        Row("28", .softLater, .none, .tryLater),
        Row("30", .setup, .none, .merchantProblem),
        // Pick up an expired, a suspected or a restricted card.
        Row("33", .hard, .none, .cardExpired),
        Row("34", .hard, .none),
        Row("36", .hard, .none),
        Row("39", .softLater, .later),
        Row("41", .hard, .never),
        Row("43", .hard, .never),
        Row("46", .hard, .never),
        Row("51", .softLater, .later, .insufficientFunds),
        Row("52", .softLater, .later),
        Row("53", .softLater, .later),
        Row("54", .softData, .checkData, .cardExpired),
        Row("55", .softData, .checkData, .detailsInvalid),
        // Category 1 for issuers from 2026-10-25; gateways listed it there before.
        Row("57", .hard, .never),
        Row("58", .setup, .generic, .merchantProblem),
        Row("59", .softLater, .later),
        Row("61", .softLater, .later, .limitExceeded),
        Row("62", .softLater, .later),
        Row("63", .hard, .none),
        Row("64", .generic, .generic),
        // Mastercard in the European Economic Area: strong customer authentication is needed.
        Row("65", .softLater, .later, .limitExceeded, atMastercard: .softSCA),
        Row("70", .softData, .checkData, .contactBank, atMastercard: .referral),
        Row("71", .softData, .none, .detailsInvalid),
        Row("74", .generic, .generic),
        Row("75", .softLater, .later),
        Row("76", .setup, .none, .merchantProblem, atMastercard: .hard),
        Row("77", .hard, .none),
        Row("78", .softLater, .later, .contactBank, atMastercard: .hard),
        // At Mastercard 79, 82 and 83 mean life cycle, policy and security: the advice code says what to do.
        Row("79", .generic, .generic, atMastercard: .generic),
        Row("80", .generic, .generic, atMastercard: .softLater),
        Row("81", .generic, .generic, atMastercard: .hard),
        Row("82", .softData, .checkData, .detailsInvalid, atMastercard: .generic),
        Row("83", .softLater, .later, atMastercard: .generic),
        Row("84", .setup, .none, .merchantProblem),
        Row("85", .approved, .none, .approved),
        Row("86", .softLater, .later, .tryLater),
        Row("87", .approved, .none, .approved),
        Row("88", .setup, .none, .merchantProblem),
        Row("89", .softData, .none, .detailsInvalid),
        Row("90", .softLater, .none, .tryLater),
        Row("91", .softLater, .later, .tryLater),
        Row("92", .setup, .none, .merchantProblem),
        Row("93", .softLater, .later),
        Row("94", .setup, .none, .merchantProblem),
        Row("96", .softLater, .later, .tryLater),
        Row("1A", .softSCA, .checkData, .authenticationRequired),
        Row("1Z", .softLater, .none, .tryLater),
        Row("5C", .softLater, .later),
        Row("6P", .softData, .checkData, .detailsInvalid),
        Row("9G", .softLater, .later, .cardLocked),
        Row("B1", .setup, .none, .merchantProblem),
        Row("N0", .generic, .generic),
        Row("N3", .softLater, .later),
        Row("N4", .softLater, .later, .limitExceeded),
        Row("N7", .softData, .checkData, .detailsInvalid),
        Row("N8", .setup, .none, .merchantProblem),
        Row("P5", .softData, .none, .detailsInvalid),
        Row("P6", .softData, .none, .detailsInvalid),
        Row("Q1", .hard, .none),
        Row("R0", .hard, .never),
        Row("R1", .hard, .never),
        Row("R2", .setup, .none, .merchantProblem),
        Row("R3", .hard, .never),
        Row("Z3", .generic, .generic),
        Row("Z5", .setup, .none, .merchantProblem),
        Row("Z6", .softLater, .later),
    ]
}
