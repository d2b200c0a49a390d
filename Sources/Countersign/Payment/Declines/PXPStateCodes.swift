/// PXP's own response codes, `CRD` and three digits, which follow the action codes of ISO 8583:1993. PXP, transactions;
/// meanings beyond CRD006 are those of the standard (ASSUMED).
enum PXPStateCodes {
    struct Row: Sendable {
        let code: StaticString
        let meaning: StaticString
        /// The code of field 39 that stands for the same, or empty.
        let networkCode: StaticString
        /// The category where field 39 has no such code, or where several come under this one and the strictest is to be taken.
        let category: Decline.Category?
        let message: ShopperMessage

        init(
            _ code: StaticString, _ meaning: StaticString, _ networkCode: StaticString, _ category: Decline.Category? = nil,
            _ message: ShopperMessage = .declined
        ) {
            self.code = code
            self.meaning = meaning
            self.networkCode = networkCode
            self.category = category
            self.message = message
        }
    }

    static func row(_ code: String) -> Row? { rows.first { $0.code.description == code } }

    static let rows: [Row] = [
        Row("CRD000", "Approved", "00"),
        Row("CRD001", "Honour with identification", "08"),
        Row("CRD002", "Approved for partial amount", "10"),
        Row("CRD003", "Approved (VIP)", "11"),
        Row("CRD004", "Approved, update track 3", "", .approved, .approved),
        Row("CRD005", "Approved, account type specified by card issuer", "", .approved, .approved),
        Row("CRD006", "Approved for partial amount, account type specified by card issuer", "", .approved, .approved),
        Row("CRD007", "Approved, update ICC", "", .approved, .approved),
        Row("CRD100", "Do not honour", "05"),
        Row("CRD101", "Expired card", "54"),
        // 34 and 59; 04, 07, 36, 41, 43 and 62; 63, 82 and N7: which of them it was, the code does not tell.
        Row("CRD102", "Suspected fraud", "59", .hard),
        Row("CRD103", "Card acceptor contact acquirer", "", .setup, .merchantProblem),
        Row("CRD104", "Restricted card", "62", .hard),
        Row("CRD105", "Card acceptor call acquirer's security", "", .setup),
        Row("CRD106", "Allowable PIN tries exceeded", "75"),
        Row("CRD107", "Refer to card issuer", "01"),
        Row("CRD108", "Refer to card issuer's special conditions", "02"),
        Row("CRD109", "Invalid merchant", "03"),
        Row("CRD110", "Invalid amount", "13"),
        Row("CRD111", "Invalid card number", "14"),
        Row("CRD112", "PIN data required", "", .softData, .detailsInvalid),
        Row("CRD113", "Unacceptable fee", "", .setup, .merchantProblem),
        Row("CRD114", "No account of type requested", "52"),
        Row("CRD115", "Requested function not supported", "12"),
        Row("CRD116", "Not sufficient funds", "51"),
        Row("CRD117", "Incorrect PIN", "55"),
        Row("CRD118", "No card record", "", .hard),
        Row("CRD119", "Transaction not permitted to cardholder", "57"),
        Row("CRD120", "Transaction not permitted to terminal", "58"),
        Row("CRD121", "Exceeds withdrawal amount limit", "61"),
        Row("CRD122", "Security violation", "63", .hard),
        Row("CRD123", "Exceeds withdrawal frequency limit", "65"),
        Row("CRD124", "Violation of law", "93"),
        Row("CRD125", "Card not effective", "78"),
        Row("CRD126", "Invalid PIN block", "", .setup, .merchantProblem),
        Row("CRD127", "PIN length error", "", .setup, .merchantProblem),
        Row("CRD128", "PIN key synchronisation error", "", .setup, .merchantProblem),
        Row("CRD129", "Suspected counterfeit card", "", .hard),
        // A private range: the gateway's own message says more.
        Row("CRD180", "Refused", "", .generic),
        Row("CRD181", "Refused", "", .generic),
        Row("CRD182", "Refused", "", .generic),
        Row("CRD183", "Refused", "", .generic),
        Row("CRD184", "Refused", "", .generic),
        Row("CRD185", "Refused", "", .generic),
    ]

    /// The code for one of field 39, where the correspondence is not that of the rows read backwards.
    static let others: [(networkCodes: [StaticString], code: StaticString)] = [
        (["85"], "CRD000"),
        (["06"], "CRD100"),
        (["33"], "CRD101"),
        (["34"], "CRD102"),
        (["04", "07", "36", "41", "43"], "CRD104"),
        (["70"], "CRD107"),
        (["15"], "CRD111"),
        (["53"], "CRD114"),
        (["R0", "R1", "R3"], "CRD119"),
        (["82", "N7"], "CRD122"),
    ]
}
