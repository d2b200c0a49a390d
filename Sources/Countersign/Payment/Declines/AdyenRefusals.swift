/// Adyen's `refusalReasonCode`, numbers of its own. Adyen, payments; the retry advice is derived, since Adyen publishes none.
enum AdyenRefusals {
    struct Row: Sendable {
        let code: StaticString
        let category: Decline.Category
        let message: ShopperMessage

        init(_ code: StaticString, _ category: Decline.Category, _ message: ShopperMessage = .declined) {
            self.code = code
            self.category = category
            self.message = message
        }
    }

    static func row(_ code: String) -> Row? { rows.first { $0.code.description == code } }

    static let rows: [Row] = [
        Row("2", .generic),
        Row("3", .referral, .contactBank),
        Row("4", .softLater, .tryLater),
        Row("5", .hard),
        Row("6", .softData, .cardExpired),
        Row("7", .setup, .merchantProblem),
        Row("8", .softData, .cardNumberInvalid),
        Row("9", .softLater, .tryLater),
        Row("10", .setup, .merchantProblem),
        Row("11", .softSCA, .authenticationRequired),
        Row("12", .softLater, .insufficientFunds),
        // 14, 20, 22 and 31 are about fraud, which is not shown.
        Row("14", .hard),
        Row("15", .generic),
        Row("16", .generic),
        Row("17", .softData, .detailsInvalid),
        Row("18", .hard),
        Row("19", .setup, .merchantProblem),
        Row("20", .hard),
        Row("21", .setup, .merchantProblem),
        Row("22", .hard),
        Row("23", .setup, .merchantProblem),
        Row("24", .softData, .detailsInvalid),
        Row("25", .hard),
        Row("26", .hard),
        Row("27", .generic),
        Row("28", .softLater, .limitExceeded),
        Row("29", .softLater, .limitExceeded),
        Row("31", .hard),
        Row("32", .softData, .detailsInvalid),
        Row("33", .setup, .merchantProblem),
        Row("34", .setup),
        Row("35", .setup),
        Row("36", .softData, .detailsInvalid),
        Row("37", .setup, .merchantProblem),
        Row("38", .softSCA, .authenticationRequired),
        Row("39", .softLater, .tryLater),
        Row("40", .setup, .merchantProblem),
        Row("41", .setup, .merchantProblem),
        Row("42", .softSCA, .authenticationRequired),
        Row("43", .setup, .merchantProblem),
        Row("44", .setup, .merchantProblem),
        Row("45", .setup, .merchantProblem),
        Row("46", .hard),
        Row("50", .hard),
    ]
}
