/// What hooks and hosts can read of a payment, by dotted path: one table for typed getters, JSON, and documentation.
///
/// A field that has no value at the moment reads as none. No field holds a secret.
public enum PaymentFields {
    /// All fields, in the order in which they are written as JSON.
    public static let table = FieldTable<PaymentRecord>(payment + card + authentication + waiting + result + declines + errors)

    private static let payment: [Field<PaymentRecord>] = [
        .shown("payment.id") { $0.id },
        .shown("payment.step") { $0.step.name.description },
        .shown("payment.attempt") { Int64($0.attempt.number) },
        .shown("payment.ending") { $0.ending?.name.description ?? "" },
        .shown("merchantTransactionId") {
            $0.attempt.merchantTransactionId.isEmpty ? $0.transaction.value.merchantTransactionId : $0.attempt.merchantTransactionId
        },
        .shown("amount") { $0.transaction.value.amount?.decimalText ?? "" },
        .shown("amountMinor") { $0.transaction.value.amount?.minorUnits },
        .shown("currency") { $0.transaction.value.amount?.currency.code ?? "" },
        .shown("intent") { $0.transaction.value.intent?.name.description ?? "" },
        .shown("entryType") { $0.transaction.value.entryType.name.description },
        .shown("merchantShopperId") { $0.transaction.value.merchantShopperId },
        .shown("paymentMethod") { _ in "Card" },
        .shown("systemTransactionId") { $0.reply?.value.systemTransactionId ?? "" },
        .shown("sessionId") { $0.sessionId },
    ]

    private static let card: [Field<PaymentRecord>] = [
        .shown("card.brand") { $0.card.brand },
        .shown("card.iin") { $0.card.iin },
        .shown("card.lastFour") { $0.card.lastFour },
        .shown("token.gatewayTokenId") { $0.token?.value.gatewayTokenId ?? "" },
        .shown("token.schemeTokenId") { $0.token?.value.schemeTokenId ?? "" },
        .shown("token.maskedPrimaryAccountNumber") { $0.token?.value.maskedNumber ?? "" },
        .shown("token.fundingSource") { $0.token?.value.fundingSource ?? "" },
        .shown("token.issuerCountry") { $0.token?.value.issuerCountry ?? "" },
        .shown("consent") { $0.transaction.value.flow == .dropIn ? $0.consent : nil },
    ]

    private static let authentication: [Field<PaymentRecord>] = [
        .shown("authentication.id") {
            $0.authentication?.value.authenticationId ?? $0.preInitiation?.value.authenticationId ?? ""
        },
        .shown("authentication.state") {
            $0.authentication?.value.state.name.description ?? $0.preInitiation?.value.state.name.description ?? ""
        },
        .shown("authentication.scaMandated") { $0.preInitiation?.value.scaMandated },
        .shown("authentication.applicableExemptions") { $0.preInitiation?.value.applicableExemptions ?? "" },
        .shown("authentication.threeDSecureSupported") { $0.preInitiation?.value.isSupported },
        .shown("authentication.threeDSecureVersion") {
            $0.authentication?.value.version ?? $0.preInitiation?.value.version ?? ""
        },
        .shown("authentication.recommendedChallengeIndicator") { $0.preInitiation?.value.recommendedChallengeIndicator ?? "" },
        .shown("authentication.transStatus") { $0.authentication?.value.transStatus ?? "" },
        .shown("authentication.transStatusReason") { $0.authentication?.value.transStatusReason ?? "" },
        .shown("authentication.eci") { $0.authentication?.value.eci ?? "" },
        .shown("authentication.authenticationValue") { $0.authentication?.value.authenticationValue ?? "" },
        .shown("authentication.directoryServerTransactionId") { $0.authentication?.value.directoryServerTransactionId ?? "" },
        .shown("authentication.challengeCancelIndicator") { $0.authentication?.value.challengeCancelIndicator ?? "" },
        .shown("authentication.liability") { $0.liability?.name.description ?? "" },
        .shown("fingerprint.url") { $0.preInitiation?.value.fingerprintURL ?? "" },
        .shown("fingerprint.data") { $0.preInitiation?.value.fingerprintData ?? "" },
        .shown("fingerprint.completed") { $0.fingerprint?.value.isCompleted },
        .shown("challenge.kind") { $0.challenge == nil ? "" : "browser" },
        .shown("challenge.url") { $0.challenge?.value.url ?? "" },
        .shown("challenge.creq") { $0.challenge?.value.request ?? "" },
        .shown("challenge.windowSize") { $0.challenge.map { Int64($0.value.windowSize) } },
        .shown("challenge.deadline") { $0.challenge?.value.deadline },
    ]

    private static let waiting: [Field<PaymentRecord>] = [
        .shown("pending.state") {
            switch $0.step {
            case .awaitingDecoupled, .pending: "pending"
            case .unknown, .reversing: "unknown"
            default: ""
            }
        },
        .shown("pending.reason") { $0.waitingReason.name.description },
        .shown("pending.lookUps") { $0.waitingReason == .none ? nil : Int64($0.attempt.lookUps) },
        .shown("cancelled.by") { $0.ending == .cancelled ? $0.cancelledBy?.name.description ?? "" : "" },
        .shown("cancelled.step") { $0.ending == .cancelled ? $0.cancelledAt.name.description : "" },
    ]

    private static let result: [Field<PaymentRecord>] = [
        .shown("result.state") { $0.result == nil ? "" : $0.ending?.name.description ?? "" },
        .shown("result.stateData.code") { $0.result?.stateCode ?? "" },
        .shown("result.stateData.message") { $0.result?.stateMessage ?? "" },
        .shown("result.amountMinor") { $0.isPaid ? $0.result?.amount ?? $0.authorisationAmount : nil },
        .shown("result.isPartialApproval") { $0.isPaid ? $0.result?.isPartialApproval : nil },
        .shown("result.approvalCode") { $0.result?.approvalCode ?? "" },
        .shown("result.provider.name") { $0.result?.providerName ?? "" },
        .shown("result.provider.code") { $0.result?.providerCode ?? "" },
        .shown("result.provider.message") { $0.result?.providerMessage ?? "" },
        .shown("result.provider.merchantAdvice.code") { $0.result?.merchantAdviceCode ?? "" },
        .shown("result.provider.merchantAdvice.message") { $0.result?.merchantAdviceMessage ?? "" },
        .shown("result.provider.cardVerificationCodeResult") { $0.result?.cvcResult ?? "" },
        .shown("result.provider.addressVerificationServiceResult") { $0.result?.avsResult ?? "" },
        .shown("result.provider.electronicCommerceIndicatorAdjustment") { $0.result?.eciAdjustment ?? "" },
        .shown("result.fundingData.cardVerificationCodeResult") { $0.readableCVCResult },
        .shown("result.fundingData.addressVerificationServiceResult") { $0.readableAVSResult },
        .shown("result.fundingData.transactionId") { $0.result?.networkTransactionId ?? "" },
        .shown("result.fundingData.cardScheme") { $0.result?.cardScheme ?? "" },
        .shown("result.fundingData.maskedPrimaryAccountNumber") { $0.result?.maskedNumber ?? "" },
        .shown("result.errorCode") { $0.result?.errorCode ?? "" },
        .shown("result.errorReason") { $0.result?.errorReason ?? "" },
        .shown("result.correlationId") { $0.result?.correlationId ?? "" },
        .shown("ledger.authorised") { $0.isPaid ? $0.ledger.authorised : nil },
        .shown("ledger.captured") { $0.isPaid ? $0.ledger.captured : nil },
    ]

    private static let declines: [Field<PaymentRecord>] = [
        .shown("decline.category") { $0.decline?.category.name.description ?? "" },
        .shown("decline.retry") { $0.decline?.retry.name.description ?? "" },
        .shown("decline.earliest") { $0.decline.flatMap { $0.earliestSeconds.map { Int64($0) } } },
        .shown("decline.limit") { $0.decline.flatMap { $0.limit.map { Int64($0.attempts) } } },
        .shown("decline.keepCard") { $0.decline?.keepsCard },
        .shown("decline.shopperMessageKey") { $0.decline?.shopperMessage.key.description ?? "" },
        .shown("decline.shopperMessage") { $0.decline?.shopperMessage.text.description ?? "" },
    ]

    private static let errors: [Field<PaymentRecord>] = [
        .shown("error.code") { $0.error?.value.code.symbol.description ?? "" },
        .shown("error.number") { $0.error?.value.code.number.description ?? "" },
        .shown("error.when") { $0.error?.value.when.name.description ?? "" },
        .shown("error.message") { $0.error?.value.message ?? "" },
        .shown("error.field") { $0.error?.value.field ?? "" },
        .shown("error.providerCode") { $0.error?.value.providerCode ?? "" },
        .shown("error.correlationId") { $0.error?.value.correlationId ?? "" },
    ]
}

extension Field {
    /// A text that is only read; empty: none.
    fileprivate static func shown(_ path: StaticString, _ read: @escaping @Sendable (Root) -> String) -> Field {
        Field(path, .text(0...0)) { (_, _) throws(PaymentError) in
        } read: {
            let text = read($0)
            return text.isEmpty ? .none : .text(text)
        }
    }

    /// A number that is only read.
    fileprivate static func shown(_ path: StaticString, _ read: @escaping @Sendable (Root) -> Int64?) -> Field {
        Field(path, .int(0...0)) { (_, _) throws(PaymentError) in } read: { read($0).map { .int($0) } ?? .none }
    }

    /// A truth value that is only read.
    fileprivate static func shown(_ path: StaticString, _ read: @escaping @Sendable (Root) -> Bool?) -> Field {
        Field(path, .bool) { (_, _) throws(PaymentError) in } read: { read($0).map { .bool($0) } ?? .none }
    }
}
