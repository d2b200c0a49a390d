/// The cases that an amount chooses. `SandboxCases` tells the rule.
enum SandboxAmountCases {
    // MARK: 200–299: out of the ordinary

    static let all: [SandboxCase] = [
        amount(
            "partial_approval", 10, "Half of the amount is approved, and marked so: reversed where the host does not take less."
        ) {
            $0.answer.code = "10"
            $0.answer.twist = .partial
            $0.ending = .failed
            $0.errorCode = ErrorCode.partialApprovalReversed.symbol
        },
        amount("pending_then_approved", 201, "Pending; approved after 5 seconds.") { $0.answer.twist = .pendingThenApproved },
        amount("pending_then_refused", 202, "Pending; declined 05 after 5 seconds.") {
            $0.answer.twist = .pendingThenRefused
            $0.ending = .refused
        },
        amount("pending", 203, "Pending, and never decided.") {
            $0.answer.twist = .pendingForever
            wait(&$0, .pendingAtGateway)
        },
        amount("not_sent", 210, "No connection is made: nothing leaves.") {
            $0.fault = SandboxFault(.authorise, .notSent, transport: .connect)
            fail(&$0, .networkException)
        },
        amount("timeout_before_sent", 211, "The time-out passes before anything leaves.") {
            $0.fault = SandboxFault(.authorise, .notSent, transport: .timeout)
            fail(&$0, .networkException)
        },
        amount("reply_lost_before", 212, "No answer in time; the request never arrived and nothing moved.") {
            $0.fault = SandboxFault(.authorise, .lostBefore)
            $0.ending = .cancelled
        },
        amount("reply_lost_after", 213, "No answer in time, though the money moved; the look-up finds it.") {
            $0.fault = SandboxFault(.authorise, .lostAfter)
        },
        amount("reply_reset_after", 214, "The connection is reset after the money moved; the look-up finds it.") {
            $0.fault = SandboxFault(.authorise, .lostAfter, transport: .reset)
        },
        amount("reply_truncated", 215, "The answer ends in the middle, the money moved; the look-up finds it.") {
            $0.fault = SandboxFault(.authorise, .lostAfter, transport: .truncated)
        },
        amount("look_up_lags", 216, "The answer is lost after the money moved, and the look-up finds it only after 8 seconds.")
        {
            $0.fault = SandboxFault(.authorise, .lostAfter)
            $0.answer.twist = .lookUpLags
        },
        amount("gateway_unavailable", 220, "503 before anything was done.") {
            $0.fault = SandboxFault(.authorise, .statusBefore, status: 503)
            $0.ending = .cancelled
        },
        amount("gateway_error_before", 221, "500 before anything was done.") {
            $0.fault = SandboxFault(.authorise, .statusBefore, status: 500)
            $0.ending = .cancelled
        },
        amount("gateway_error_after", 222, "500 after the money moved; the look-up finds it.") {
            $0.fault = SandboxFault(.authorise, .statusAfter, status: 500)
        },
        amount("gateway_timeout_after", 223, "504 after the money moved; the look-up finds it.") {
            $0.fault = SandboxFault(.authorise, .statusAfter, status: 504)
        },
        amount("request_timeout_after", 224, "408 after the money moved; the look-up finds it.") {
            $0.fault = SandboxFault(.authorise, .statusAfter, status: 408)
        },
        amount("gateway_refuses", 225, "400 with an error body: the transaction has failed, nothing moved.") {
            refuse(&$0, 400, "VALIDATION_EXCEPTION")
        },
        amount("too_many_requests", 226, "429 with an error body: the transaction has failed, nothing moved.") {
            refuse(&$0, 429, "TOO_MANY_REQUESTS")
        },
        amount("unauthorised", 227, "401: the credentials are not accepted.") {
            $0.fault = SandboxFault(.authorise, .refused, status: 401, code: "UNAUTHORISED")
            fail(&$0, .unauthorised)
        },
        amount("authentication_rejected", 228, "The transaction call says that the authentication was rejected.") {
            refuse(&$0, 422, "TRANSACTION_AUTHENTICATION_REJECTED")
        },
        amount("authentication_invalid", 229, "The transaction call does not accept the authentication.") {
            refuse(&$0, 422, "TRANSACTION_AUTHENTICATION_INVALID")
        },
        amount("wrong_amount", 230, "The answer names another amount; the look-up names the right one.") {
            $0.answer.twist = .wrongAmount
        },
        amount("wrong_amount_everywhere", 231, "Answer and look-up name another amount: nobody can tell what happened.") {
            $0.answer.twist = .wrongAmountEverywhere
            wait(&$0, .amountMismatch)
        },
        amount("wrong_currency", 232, "The answer names another currency; the look-up names the right one.") {
            $0.answer.twist = .wrongCurrency
        },
        amount("foreign_reference", 233, "The answer is about somebody else's payment; the look-up about this one.") {
            $0.answer.twist = .foreignReference
        },
        amount("missing_reference", 234, "The answer has no reference; the look-up has.") {
            $0.answer.twist = .missingReference
        },
        amount("missing_amount", 235, "The answer has no amount; the look-up has.") { $0.answer.twist = .missingAmount },
        amount("unknown_state", 236, "The answer has a state that nobody knows; the look-up says Authorised.") {
            $0.answer.twist = .unknownState
        },
        amount("malformed_body", 237, "The answer is no JSON, the money moved; the look-up finds it.") {
            $0.fault = SandboxFault(.authorise, .malformed)
        },
        amount(
            "late_authorisation", 240,
            "Not found, a technical cancel is accepted; yet the authorisation goes through a minute later: proof outranks."
        ) {
            $0.fault = SandboxFault(.authorise, .lostAfter)
            $0.answer.twist = .late
            $0.ending = .cancelled
        },
        amount(
            "cancel_unavailable", 241, "Half is approved, and the technical cancel answers 503: the reversal stays unconfirmed."
        ) {
            $0.answer.code = "10"
            $0.answer.twist = .cancelUnavailable
            wait(&$0, .reversalUnconfirmed)
        },
        amount("error_state", 242, "The transaction's state is Error: it has failed.") {
            $0.answer.code = "96"
            $0.answer.twist = .errorState
            $0.ending = .failed
        },
        amount("rejected_state", 243, "The transaction's state is Rejected, which is a refusal.") {
            $0.answer.code = "05"
            $0.answer.twist = .rejectedState
            $0.ending = .refused
        },
        amount("eci_adjusted", 244, "Approved, and the acquirer adjusts the ECI to 07: no liability shift.") {
            $0.answer.eciAdjustment = "07"
        },
        amount("slow", 245, "Approved after 7 seconds.") { $0.answer.twist = .slow },
        amount("too_slow", 246, "Approved after 90 seconds, when nobody waits any more; the look-up finds it.") {
            $0.answer.twist = .tooSlow
        },
    ]

    // MARK: 0–199: response codes

    static let codes: [SandboxCase] = {
        var rows: [SandboxCase] = []
        var letters = 100
        // 10 is the partial approval above.
        for row in SandboxResponseCode.all where row.code.description != "10" {
            var number = letters
            if let digits = Int(row.code.description) { number = digits } else { letters &+= 1 }
            let id = (row.isApproval ? "approved_" : "declined_") + row.code.description
            rows.append(
                amount(id, number, "Response code \(row.code): \(row.message).") {
                    $0.answer.code = row.code
                    $0.ending = row.isApproval ? .authorised : .refused
                })
        }
        return rows
    }()

    // MARK: 300–399: merchant advice

    static let advice: [SandboxCase] = adviceCodes.map { advice, code in
        amount(
            "declined_\(code)_advice_\(advice)", 300 &+ (Int(advice.description) ?? 0),
            "Declined \(code), with merchant advice \(advice)."
        ) {
            $0.answer.code = code
            $0.answer.advice = advice
            $0.ending = .refused
        }
    }

    /// Each advice with a response code that it comes with.
    private static let adviceCodes: [(StaticString, StaticString)] = [
        ("01", "54"), ("02", "51"), ("03", "05"), ("04", "39"), ("05", "05"), ("21", "05"), ("22", "05"), ("24", "51"),
        ("25", "51"),
        ("26", "51"), ("27", "51"), ("28", "51"), ("29", "51"), ("30", "51"), ("40", "05"), ("41", "05"), ("42", "05"),
        ("43", "05"),
    ]

    // MARK: 400–475: results of the address and security code checks

    static let results: [SandboxCase] =
        letterCases("avs", 400) { $0.answer.avsResult = $1 }
        + letterCases("cvc", 450) { $0.answer.cvcResult = $1 }

    private static func letterCases(
        _ name: String, _ base: Int, _ set: (inout SandboxCase, UInt8) -> Void
    ) -> [SandboxCase] {
        (UInt8(0)..<26).map { index in
            let letter = UnicodeScalar(0x41 &+ index)
            return amount("\(name)_\(letter)", base &+ Int(index), "Approved, with the \(name.uppercased()) result \(letter).")
            {
                set(&$0, 0x41 &+ index)
            }
        }
    }

    // MARK: Rows

    private static func amount(
        _ id: String, _ number: Int, _ summary: String, change: (inout SandboxCase) -> Void
    ) -> SandboxCase {
        var row = SandboxCase(id: id, summary: summary, number: "4111111111111111", brand: "visa", amountNumber: number)
        change(&row)
        return row
    }

    private static func refuse(_ row: inout SandboxCase, _ status: Int, _ code: StaticString) {
        row.fault = SandboxFault(.authorise, .refused, status: status, code: code)
        row.ending = .failed
        row.errorCode = code
    }

    private static func fail(_ row: inout SandboxCase, _ error: ErrorCode) {
        row.ending = .error
        row.errorCode = error.symbol
    }

    private static func wait(_ row: inout SandboxCase, _ reason: PaymentRecord.WaitingReason) {
        row.ending = nil
        row.waiting = reason
    }
}
