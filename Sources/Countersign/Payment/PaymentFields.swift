/// What hooks and hosts can read of a payment, by dotted path: one table for typed getters, JSON, and documentation.
///
/// A field that has no value at the moment reads as none. No field holds a secret.
public enum PaymentFields {
    /// All fields, in the order in which they are written as JSON.
    public static let table = FieldTable<PaymentRecord>(
        (payment.fields + card.fields + authentication.fields + waiting.fields)
            + (result.fields + declines.fields + errors.fields))

    private static let payment = ReadableFields { list in
        list.text("payment.id") { $0.id }
        list.text("payment.step") { $0.step.name.description }
        list.number("payment.attempt") { Int64($0.attempt.number) }
        list.text("payment.ending") { $0.ending?.name.description ?? "" }
        list.text("merchantTransactionId") {
            $0.attempt.merchantTransactionId.isEmpty
                ? $0.transaction.value.merchantTransactionId : $0.attempt.merchantTransactionId
        }
        list.text("amount") { $0.transaction.value.amount?.decimalText ?? "" }
        list.number("amountMinor") { $0.transaction.value.amount?.minorUnits }
        list.text("currency") { $0.transaction.value.amount?.currency.code ?? "" }
        list.text("intent") { $0.transaction.value.intent?.name.description ?? "" }
        list.text("entryType") { $0.transaction.value.entryType.name.description }
        list.text("merchantShopperId") { $0.transaction.value.merchantShopperId }
        list.text("paymentMethod") { _ in "Card" }
        list.text("systemTransactionId") { $0.reply?.value.systemTransactionId ?? "" }
        list.text("sessionId") { $0.sessionId }
    }

    private static let card = ReadableFields { list in
        list.text("card.brand") { $0.card.brand }
        list.text("card.iin") { $0.card.iin }
        list.text("card.lastFour") { $0.card.lastFour }
        list.text("token.gatewayTokenId") { $0.token?.value.gatewayTokenId ?? "" }
        list.text("token.schemeTokenId") { $0.token?.value.schemeTokenId ?? "" }
        list.text("token.maskedPrimaryAccountNumber") { $0.token?.value.maskedNumber ?? "" }
        list.text("token.fundingSource") { $0.token?.value.fundingSource ?? "" }
        list.text("token.issuerCountry") { $0.token?.value.issuerCountry ?? "" }
        list.flag("consent") { $0.transaction.value.flow == .dropIn ? $0.consent : nil }
    }

    private static let authentication = ReadableFields { list in
        list.text("authentication.id") {
            $0.authentication?.value.authenticationId ?? $0.preInitiation?.value.authenticationId ?? ""
        }
        list.text("authentication.state") {
            $0.authentication?.value.state.name.description ?? $0.preInitiation?.value.state.name.description ?? ""
        }
        list.flag("authentication.scaMandated") { $0.preInitiation?.value.scaMandated }
        list.text("authentication.applicableExemptions") { $0.preInitiation?.value.applicableExemptions ?? "" }
        list.flag("authentication.threeDSecureSupported") { $0.preInitiation?.value.isSupported }
        list.text("authentication.threeDSecureVersion") {
            $0.authentication?.value.version ?? $0.preInitiation?.value.version ?? ""
        }
        list.text("authentication.recommendedChallengeIndicator") {
            $0.preInitiation?.value.recommendedChallengeIndicator ?? ""
        }
        list.text("authentication.transStatus") { $0.authentication?.value.transStatus ?? "" }
        list.text("authentication.transStatusReason") { $0.authentication?.value.transStatusReason ?? "" }
        list.text("authentication.eci") { $0.authentication?.value.eci ?? "" }
        list.text("authentication.authenticationValue") { $0.authentication?.value.authenticationValue ?? "" }
        list.text("authentication.directoryServerTransactionId") { $0.authentication?.value.directoryServerTransactionId ?? "" }
        list.text("authentication.challengeCancelIndicator") { $0.authentication?.value.challengeCancelIndicator ?? "" }
        list.text("authentication.liability") { $0.liability?.name.description ?? "" }
        list.text("fingerprint.url") { $0.preInitiation?.value.fingerprintURL ?? "" }
        list.text("fingerprint.data") { $0.preInitiation?.value.fingerprintData ?? "" }
        list.flag("fingerprint.completed") { $0.fingerprint?.value.isCompleted }
        list.text("challenge.kind") { $0.challenge == nil ? "" : "browser" }
        list.text("challenge.url") { $0.challenge?.value.url ?? "" }
        list.text("challenge.creq") { $0.challenge?.value.request ?? "" }
        list.number("challenge.windowSize") { $0.challenge.map { Int64($0.value.windowSize) } }
        list.number("challenge.deadline") { $0.challenge?.value.deadline }
    }

    private static let waiting = ReadableFields { list in
        list.text("pending.state") {
            switch $0.step {
            case .awaitingDecoupled, .pending: "pending"
            case .unknown, .reversing: "unknown"
            default: ""
            }
        }
        list.text("pending.reason") { $0.waitingReason.name.description }
        list.number("pending.lookUps") { $0.waitingReason == .none ? nil : Int64($0.attempt.lookUps) }
        list.text("cancelled.by") { $0.ending == .cancelled ? $0.cancelledBy?.name.description ?? "" : "" }
        list.text("cancelled.step") { $0.ending == .cancelled ? $0.cancelledAt.name.description : "" }
    }

    private static let result = ReadableFields { list in
        list.text("result.state") { $0.result == nil ? "" : $0.ending?.name.description ?? "" }
        list.text("result.stateData.code") { $0.result?.stateCode ?? "" }
        list.text("result.stateData.message") { $0.result?.stateMessage ?? "" }
        list.number("result.amountMinor") { $0.isPaid ? $0.result?.amount ?? $0.authorisationAmount : nil }
        list.flag("result.isPartialApproval") { $0.isPaid ? $0.result?.isPartialApproval : nil }
        list.text("result.approvalCode") { $0.result?.approvalCode ?? "" }
        list.text("result.provider.name") { $0.result?.providerName ?? "" }
        list.text("result.provider.code") { $0.result?.providerCode ?? "" }
        list.text("result.provider.message") { $0.result?.providerMessage ?? "" }
        list.text("result.provider.merchantAdvice.code") { $0.result?.merchantAdviceCode ?? "" }
        list.text("result.provider.merchantAdvice.message") { $0.result?.merchantAdviceMessage ?? "" }
        list.text("result.provider.cardVerificationCodeResult") { $0.result?.cvcResult ?? "" }
        list.text("result.provider.addressVerificationServiceResult") { $0.result?.avsResult ?? "" }
        list.text("result.provider.electronicCommerceIndicatorAdjustment") { $0.result?.eciAdjustment ?? "" }
        list.text("result.fundingData.cardVerificationCodeResult") { $0.readableCVCResult }
        list.text("result.fundingData.addressVerificationServiceResult") { $0.readableAVSResult }
        list.text("result.fundingData.transactionId") { $0.result?.networkTransactionId ?? "" }
        list.text("result.fundingData.cardScheme") { $0.result?.cardScheme ?? "" }
        list.text("result.fundingData.maskedPrimaryAccountNumber") { $0.result?.maskedNumber ?? "" }
        list.text("result.errorCode") { $0.result?.errorCode ?? "" }
        list.text("result.errorReason") { $0.result?.errorReason ?? "" }
        list.text("result.correlationId") { $0.result?.correlationId ?? "" }
        list.number("ledger.authorised") { $0.isPaid ? $0.ledger.authorised : nil }
        list.number("ledger.captured") { $0.isPaid ? $0.ledger.captured : nil }
    }

    private static let declines = ReadableFields { list in
        list.text("decline.category") { $0.decline?.category.name.description ?? "" }
        list.text("decline.retry") { $0.decline?.retry.name.description ?? "" }
        list.number("decline.earliest") { $0.decline.flatMap { $0.earliestSeconds.map { Int64($0) } } }
        list.number("decline.limit") { $0.decline.flatMap { $0.limit.map { Int64($0.attempts) } } }
        list.flag("decline.keepCard") { $0.decline?.keepsCard }
        list.text("decline.shopperMessageKey") { $0.decline?.shopperMessage.key.description ?? "" }
        list.text("decline.shopperMessage") { $0.decline?.shopperMessage.text.description ?? "" }
    }

    private static let errors = ReadableFields { list in
        list.text("error.code") { $0.error?.value.code.symbol.description ?? "" }
        list.text("error.number") { $0.error?.value.code.number.description ?? "" }
        list.text("error.when") { $0.error?.value.when.name.description ?? "" }
        list.text("error.message") { $0.error?.value.message ?? "" }
        list.text("error.field") { $0.error?.value.field ?? "" }
        list.text("error.providerCode") { $0.error?.value.providerCode ?? "" }
        list.text("error.correlationId") { $0.error?.value.correlationId ?? "" }
    }
}

/// A list that is written down field by field: as one literal, its closures would keep the compiler's type checker busy for
/// minutes.
private struct ReadableFields {
    private(set) var fields: [Field<PaymentRecord>] = []

    init(_ fill: (inout ReadableFields) -> Void) { fill(&self) }

    /// A text that is only read; empty: none.
    mutating func text(_ path: StaticString, _ read: @escaping @Sendable (PaymentRecord) -> String) {
        add(path, .text(0...0)) {
            let text = read($0)
            return text.isEmpty ? .none : .text(text)
        }
    }

    /// A number that is only read.
    mutating func number(_ path: StaticString, _ read: @escaping @Sendable (PaymentRecord) -> Int64?) {
        add(path, .int(0...0)) { read($0).map { FieldValue.int($0) } ?? FieldValue.none }
    }

    /// A truth value that is only read.
    mutating func flag(_ path: StaticString, _ read: @escaping @Sendable (PaymentRecord) -> Bool?) {
        add(path, .bool) { read($0).map { FieldValue.bool($0) } ?? FieldValue.none }
    }

    private mutating func add(
        _ path: StaticString, _ rule: FieldRule, _ read: @escaping @Sendable (PaymentRecord) -> FieldValue
    ) {
        fields.append(Field(path, rule, write: { (_, _) throws(PaymentError) in }, read: read))
    }
}
