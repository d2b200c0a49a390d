/// Reads a transaction out of the reply that made it, found it or reversed it. PXP, transactions, response.
enum PXPTransactionReply {
    static func outcome(_ document: JSONDocument, to operation: Operation, payment: PaymentRecord) -> Outcome {
        defer { withExtendedLifetime(document) {} }
        let root = document.view
        guard let stateValue = root["state"], let stateName = stateValue.string, !stateName.isEmpty else {
            return .failed(PXPFailure.incomplete("state", operation))
        }
        var reply = TransactionReply()
        reply.stateName = stateName
        reply.state = state(stateValue)
        // Either may be an empty object, which says nothing. Codes come as `CRD100` or as the bare `05`: both are carried as
        // they are.
        let stateData = root["stateData"]
        reply.stateCode = PXPText.text(stateData?["code"])
        reply.stateMessage = PXPText.text(stateData?["message"] ?? root["stateMessage"])
        reply.systemTransactionId = PXPText.code(root["systemTransactionId"])
        reply.merchantTransactionId = PXPText.text(root["merchantTransactionId"])
        reply.approvalCode = PXPText.code(root["approvalCode"])
        if let funding = root["fundingData"] { readFunding(funding, into: &reply) }
        let providerResponse = root["fundingData"]?["providerResponse"] ?? root["providerResponse"]
        if let providerResponse { readProvider(providerResponse, into: &reply) }
        reply.isPartialApproval =
            reply.stateCode == "CRD002" || reply.stateCode == "CRD006" || reply.stateCode == "10" || reply.providerCode == "10"
        readAmounts(root, providerResponse, payment, into: &reply)
        if reply.state == .failed {
            let error = PXPErrorBody(root)
            reply.errorCode = error.code.isEmpty ? reply.stateCode : error.code
            reply.errorReason = error.reason.isEmpty ? reply.stateMessage : error.reason
            reply.correlationId = error.correlationId
        }
        return .transaction(reply)
    }

    /// The twelve states of the wire in the terms of `TransactionState`. A state that is not here decides nothing.
    private static let states: [(StaticString, TransactionState)] = [
        ("Authorised", .authorised), ("Captured", .captured), ("Refused", .refused), ("Pending", .pending), ("Error", .failed),
        ("Cancelled", .cancelled), ("Approved", .authorised), ("Executed", .authorised), ("Confirmed", .authorised),
        ("Rejected", .refused), ("Refunded", .refunded), ("Updated", .unrecognised),
    ]

    private static func state(_ value: JSONView) -> TransactionState {
        for (name, state) in states where value.isString(name) { return state }
        return .unrecognised
    }

    private static func readFunding(_ funding: JSONView, into reply: inout TransactionReply) {
        reply.cardScheme = PXPText.text(funding["cardScheme"])
        reply.maskedNumber = PXPText.text(funding["maskedPrimaryAccountNumber"] ?? funding["primaryAccountNumber"])
        reply.cvcResultText = PXPText.text(funding["cardVerificationCodeResult"])
        reply.avsResultText = PXPText.text(funding["addressVerificationServiceResult"])
    }

    private static func readProvider(_ provider: JSONView, into reply: inout TransactionReply) {
        reply.providerName = PXPText.text(provider["provider"])
        reply.providerCode = PXPText.text(provider["code"])
        reply.providerMessage = PXPText.text(provider["message"])
        reply.cvcResult = PXPText.text(provider["cardVerificationCodeResult"])
        reply.avsResult = PXPText.text(provider["addressVerificationServiceResult"])
        let advice = provider["merchantAdvice"]
        reply.merchantAdviceCode = PXPText.text(advice?["code"])
        reply.merchantAdviceMessage = PXPText.text(advice?["message"])
        reply.eciAdjustment = PXPText.code(provider["electronicCommerceIndicatorAdjustment"])
        reply.networkTransactionId = PXPText.text(provider["processorTransactionId"])
    }

    /// Amount and currency. A reply may name the transaction's amount and the authorised one. Of a partial approval the
    /// authorised one counts; otherwise both must be what was asked for, and the one that is not is carried so that the
    /// difference shows.
    private static func readAmounts(
        _ root: JSONView, _ provider: JSONView?, _ payment: PaymentRecord, into reply: inout TransactionReply
    ) {
        let amounts = root["amounts"]
        let asked = payment.transaction.value.amount
        guard let code = amounts?["currencyCode"] else { return }
        // The currency of nearly every reply is the payment's own: no text is made of it twice.
        guard let currency = currency(code, asked?.currency) else {
            reply.currency = PXPText.code(code)
            return
        }
        reply.currency = currency.code
        let authorised = PXPAmount.minorUnits(of: provider?["authorisedAmount"], currency)
        let transaction = PXPAmount.minorUnits(of: amounts?["transactionValue"] ?? amounts?["transaction"], currency)
        guard let authorised, let transaction else {
            reply.amount = authorised ?? transaction
            return
        }
        let isAsked = currency == asked?.currency && transaction == payment.authorisationAmount
        reply.amount = reply.isPartialApproval || isAsked ? authorised : transaction
    }

    private static func currency(_ value: JSONView, _ asked: Currency?) -> Currency? {
        value.withStringBytes { bytes in
            if let asked, bytes.count == 3,
                UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) == asked.letters
            {
                return asked
            }
            return try? Currency(code: bytes)
        } ?? nil
    }
}
