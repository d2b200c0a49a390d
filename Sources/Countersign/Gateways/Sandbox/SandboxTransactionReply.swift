/// Writes transactions. PXP, transactions, response.
extension SandboxServer {
    /// What a reply answers.
    enum Occasion {
        case created, found, cancelled
    }

    /// The reply about a transaction. One that was made is told as it stood then, since a repetition must get the same answer.
    func reply(_ number: Int, _ occasion: Occasion) -> ByteBuffer {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        guard let row = transactions[number], let card = cards[row.card] else {
            writer.endObject()
            return writer.finish()
        }
        let answer = SandboxCases.all[Int(row.caseIndex)].answer
        let isFirst = occasion == .created
        // What the reply's twist touches, and the look-up's only where it is wrong too.
        let twist = isFirst || answer.twist == .wrongAmountEverywhere ? answer.twist : .none
        let state =
            switch occasion {
            case .created: row.firstState
            case .found: row.state
            case .cancelled: row.state == .late ? .cancelled : row.state
            }
        let response = SandboxResponseCode.at(row.response)

        writer.member("state", twist == .unknownState ? "Settling" : state.name(answer.twist))
        writeStateData(state, response, to: &writer)
        identifiers.identifier(.transaction, number).write("systemTransactionId", to: &writer)
        switch twist {
        case .missingReference: break
        case .foreignReference: writer.member("merchantTransactionId", "SOMEBODY-ELSE-1" as StaticString)
        default: writer.member("merchantTransactionId", row.reference)
        }
        PXPDate.write(row.date, as: "merchantTransactionDate", to: &writer)
        let isApproved = state != .pending && state != .refused && state != .failed
        if isApproved { writeApprovalCode(number, to: &writer) }
        let isWrong = twist == .wrongAmount || twist == .wrongAmountEverywhere
        if twist != .missingAmount {
            writer.key("amounts")
            writer.beginObject()
            PXPAmount.write(isWrong ? row.amount &+ 1 : row.amount, row.currency, as: "transactionValue", to: &writer)
            PXPAmount.write(twist == .wrongCurrency ? Self.otherCurrency(row.currency) : row.currency, to: &writer)
            writer.endObject()
        }
        writer.key("fundingData")
        writer.beginObject()
        writer.member("cardScheme", card.brand.scheme)
        write(card, as: "maskedPrimaryAccountNumber", to: &writer)
        identifiers.identifier(.card, row.card).write("gatewayTokenId", to: &writer)
        let results = SandboxCheckResults(row, answer)
        if let text = results.cvcText { writer.member("cardVerificationCodeResult", text) }
        if let text = results.avsText { writer.member("addressVerificationServiceResult", text) }
        if state != .pending {
            writer.key("providerResponse")
            writer.beginObject()
            writer.member("provider", "pxpfinancial" as StaticString)
            writer.member("code", response.code)
            writer.member("message", response.message)
            withUnsafeBytes(of: results.cvc) { writer.member("cardVerificationCodeResult", bytes: $0) }
            withUnsafeBytes(of: results.avs) { writer.member("addressVerificationServiceResult", bytes: $0) }
            writer.key("merchantAdvice")
            writer.beginObject()
            if answer.advice.utf8CodeUnitCount > 0 {
                writer.member("code", answer.advice)
                writer.member("message", SandboxResponseCode.advice(answer.advice))
            }
            writer.endObject()
            if answer.eciAdjustment.utf8CodeUnitCount > 0 {
                writer.member("electronicCommerceIndicatorAdjustment", answer.eciAdjustment)
            }
            if isApproved, twist != .missingAmount {
                PXPAmount.write(isWrong ? row.approved &+ 1 : row.approved, row.currency, as: "authorisedAmount", to: &writer)
            }
            identifiers.identifier(.network, number).write("processorTransactionId", to: &writer)
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    /// `stateData` is an empty object while nothing is decided.
    private func writeStateData(_ state: State, _ response: SandboxResponseCode, to writer: inout JSONWriter) {
        writer.key("stateData")
        writer.beginObject()
        if state != .pending {
            writer.member("code", response.stateCode)
            writer.member("message", response.message)
        }
        writer.endObject()
    }

    private func writeApprovalCode(_ number: Int, to writer: inout JSONWriter) {
        withUnsafeTemporaryAllocation(byteCount: 6, alignment: 1) { digits in
            var bits = identifiers.bits(.transaction, number)
            for place in 0..<6 {
                digits[place] = 0x30 &+ UInt8(truncatingIfNeeded: bits % 10)
                bits /= 10
            }
            writer.member("approvalCode", bytes: UnsafeRawBufferPointer(digits))
        }
    }

    /// Another currency with the same count of decimals, so that only the code is wrong.
    private static func otherCurrency(_ currency: Currency) -> Currency {
        let others = currency.exponent == 0 ? ["JPY", "KRW"] : currency.exponent == 3 ? ["BHD", "KWD"] : ["EUR", "USD"]
        for code in others where code != currency.code {
            if let other = try? Currency(code: code) { return other }
        }
        return currency
    }
}

extension SandboxServer.State {
    /// The state's name on the wire.
    func name(_ twist: SandboxAnswer.Twist) -> StaticString {
        switch self {
        case .authorised, .verified: "Authorised"
        case .captured: "Captured"
        case .paidOut: "Executed"
        case .refused: twist == .rejectedState ? "Rejected" : "Refused"
        case .failed: "Error"
        case .pending, .late: "Pending"
        case .cancelled: "Cancelled"
        }
    }
}

/// Results of the security code and address checks, raw and as the gateway puts them. PXP, result objects.
struct SandboxCheckResults {
    let cvc: UInt8
    let avs: UInt8

    init(_ row: SandboxServer.Transaction, _ answer: SandboxAnswer) {
        let usualCVC = row.hasSecurityCode ? UInt8(ascii: "M") : UInt8(ascii: "P")
        let usualAVS = row.hasAddress ? UInt8(ascii: "Y") : UInt8(ascii: "U")
        cvc = answer.cvcResult == 0 ? usualCVC : answer.cvcResult
        avs = answer.avsResult == 0 ? usualAVS : answer.avsResult
    }

    /// Nil where the gateway leaves the readable form out.
    var cvcText: StaticString? {
        switch cvc {
        case UInt8(ascii: "M"): "Matched"
        case UInt8(ascii: "N"): "NotMatched"
        case UInt8(ascii: "P"): "NotProcessed"
        default: nil
        }
    }

    /// The readable form of Y is the letter itself, as the documents show it.
    var avsText: StaticString? {
        switch avs {
        case UInt8(ascii: "Y"): "Y"
        case UInt8(ascii: "N"): "NotMatched"
        case UInt8(ascii: "U"): "Unavailable"
        default: nil
        }
    }
}
