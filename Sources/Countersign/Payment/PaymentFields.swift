/// What hooks and hosts can read of a payment, by dotted path: one table for typed getters, JSON, and documentation.
///
/// A field that has no value at the moment reads as none. No field holds a secret.
public enum PaymentFields {
    /// All fields, in the order in which they are written as JSON.
    public static let table = FieldTable<PaymentRecord>(payment + card + authentication + waiting + result + declines + errors)

    private static let payment: [Field<PaymentRecord>] = [
        .text("payment.id") { $0.id },
        .text("payment.step") { $0.step.name.description },
        .number("payment.attempt") { Int64($0.attempt.number) },
        .text("payment.ending") { $0.ending?.name.description ?? "" },
        .text("merchantTransactionId") {
            $0.attempt.merchantTransactionId.isEmpty ? $0.transaction.value.merchantTransactionId : $0.attempt.merchantTransactionId
        },
        .text("amount") { $0.transaction.value.amount?.decimalText ?? "" },
        .number("amountMinor") { $0.transaction.value.amount?.minorUnits },
        .text("currency") { $0.transaction.value.amount?.currency.code ?? "" },
        .text("intent") { $0.transaction.value.intent?.name.description ?? "" },
        .text("entryType") { $0.transaction.value.entryType.name.description },
        .text("merchantShopperId") { $0.transaction.value.merchantShopperId },
        .text("paymentMethod") { _ in "Card" },
        .text("systemTransactionId") { $0.reply?.value.systemTransactionId ?? "" },
        .text("sessionId") { $0.sessionId },
    ]

    private static let card: [Field<PaymentRecord>] = [
        .text("card.brand") { $0.card.brand },
        .text("card.iin") { $0.card.iin },
        .text("card.lastFour") { $0.card.lastFour },
        .text("token.gatewayTokenId") { $0.token?.value.gatewayTokenId ?? "" },
        .text("token.schemeTokenId") { $0.token?.value.schemeTokenId ?? "" },
        .text("token.maskedPrimaryAccountNumber") { $0.token?.value.maskedNumber ?? "" },
        .text("token.fundingSource") { $0.token?.value.fundingSource ?? "" },
        .text("token.issuerCountry") { $0.token?.value.issuerCountry ?? "" },
        .flag("consent") { $0.transaction.value.flow == .dropIn ? $0.consent : nil },
    ]

    private static let authentication: [Field<PaymentRecord>] = [
        .text("authentication.id") {
            $0.authentication?.value.authenticationId ?? $0.preInitiation?.value.authenticationId ?? ""
        },
        .text("authentication.state") {
            $0.authentication?.value.state.name.description ?? $0.preInitiation?.value.state.name.description ?? ""
        },
        .flag("authentication.scaMandated") { $0.preInitiation?.value.scaMandated },
        .text("authentication.applicableExemptions") { $0.preInitiation?.value.applicableExemptions ?? "" },
        .flag("authentication.threeDSecureSupported") { $0.preInitiation?.value.isSupported },
        .text("authentication.threeDSecureVersion") {
            $0.authentication?.value.version ?? $0.preInitiation?.value.version ?? ""
        },
        .text("authentication.recommendedChallengeIndicator") { $0.preInitiation?.value.recommendedChallengeIndicator ?? "" },
        .text("authentication.transStatus") { $0.authentication?.value.transStatus ?? "" },
        .text("authentication.transStatusReason") { $0.authentication?.value.transStatusReason ?? "" },
        .text("authentication.eci") { $0.authentication?.value.eci ?? "" },
        .text("authentication.authenticationValue") { $0.authentication?.value.authenticationValue ?? "" },
        .text("authentication.directoryServerTransactionId") { $0.authentication?.value.directoryServerTransactionId ?? "" },
        .text("authentication.challengeCancelIndicator") { $0.authentication?.value.challengeCancelIndicator ?? "" },
        .text("authentication.liability") { $0.liability?.name.description ?? "" },
        .text("fingerprint.url") { $0.preInitiation?.value.fingerprintURL ?? "" },
        .text("fingerprint.data") { $0.preInitiation?.value.fingerprintData ?? "" },
        .flag("fingerprint.completed") { $0.fingerprint?.value.isCompleted },
        .text("challenge.kind") { $0.challenge == nil ? "" : "browser" },
        .text("challenge.url") { $0.challenge?.value.url ?? "" },
        .text("challenge.creq") { $0.challenge?.value.request ?? "" },
        .number("challenge.windowSize") { $0.challenge.map { Int64($0.value.windowSize) } },
        .number("challenge.deadline") { $0.challenge?.value.deadline },
    ]

    private static let waiting: [Field<PaymentRecord>] = [
        .text("pending.state") {
            switch $0.step {
            case .awaitingDecoupled, .pending: "pending"
            case .unknown, .reversing: "unknown"
            default: ""
            }
        },
        .text("pending.reason") { $0.waitingReason.name.description },
        .number("pending.lookUps") { $0.waitingReason == .none ? nil : Int64($0.attempt.lookUps) },
        .text("cancelled.by") { $0.ending == .cancelled ? $0.cancelledBy?.name.description ?? "" : "" },
        .text("cancelled.step") { $0.ending == .cancelled ? $0.cancelledAt.name.description : "" },
    ]

    private static let result: [Field<PaymentRecord>] = [
        .text("result.state") { $0.result == nil ? "" : $0.ending?.name.description ?? "" },
        .text("result.stateData.code") { $0.result?.stateCode ?? "" },
        .text("result.stateData.message") { $0.result?.stateMessage ?? "" },
        .number("result.amountMinor") { $0.isPaid ? $0.result?.amount ?? $0.authorisationAmount : nil },
        .flag("result.isPartialApproval") { $0.isPaid ? $0.result?.isPartialApproval : nil },
        .text("result.approvalCode") { $0.result?.approvalCode ?? "" },
        .text("result.provider.name") { $0.result?.providerName ?? "" },
        .text("result.provider.code") { $0.result?.providerCode ?? "" },
        .text("result.provider.message") { $0.result?.providerMessage ?? "" },
        .text("result.provider.merchantAdvice.code") { $0.result?.merchantAdviceCode ?? "" },
        .text("result.provider.merchantAdvice.message") { $0.result?.merchantAdviceMessage ?? "" },
        .text("result.provider.cardVerificationCodeResult") { $0.result?.cvcResult ?? "" },
        .text("result.provider.addressVerificationServiceResult") { $0.result?.avsResult ?? "" },
        .text("result.provider.electronicCommerceIndicatorAdjustment") { $0.result?.eciAdjustment ?? "" },
        .text("result.fundingData.cardVerificationCodeResult") { $0.readableCVCResult },
        .text("result.fundingData.addressVerificationServiceResult") { $0.readableAVSResult },
        .text("result.fundingData.transactionId") { $0.result?.networkTransactionId ?? "" },
        .text("result.fundingData.cardScheme") { $0.result?.cardScheme ?? "" },
        .text("result.fundingData.maskedPrimaryAccountNumber") { $0.result?.maskedNumber ?? "" },
        .text("result.errorCode") { $0.result?.errorCode ?? "" },
        .text("result.errorReason") { $0.result?.errorReason ?? "" },
        .text("result.correlationId") { $0.result?.correlationId ?? "" },
        .number("ledger.authorised") { $0.isPaid ? $0.ledger.authorised : nil },
        .number("ledger.captured") { $0.isPaid ? $0.ledger.captured : nil },
    ]

    private static let declines: [Field<PaymentRecord>] = [
        .text("decline.category") { $0.decline?.category.name.description ?? "" },
        .text("decline.retry") { $0.decline?.retry.name.description ?? "" },
        .number("decline.earliest") { $0.decline.flatMap { $0.earliestSeconds.map { Int64($0) } } },
        .number("decline.limit") { $0.decline.flatMap { $0.limit.map { Int64($0.attempts) } } },
        .flag("decline.keepCard") { $0.decline?.keepsCard },
        .text("decline.shopperMessageKey") { $0.decline?.shopperMessage.key.description ?? "" },
        .text("decline.shopperMessage") { $0.decline?.shopperMessage.text.description ?? "" },
    ]

    private static let errors: [Field<PaymentRecord>] = [
        .text("error.code") { $0.error?.value.code.symbol.description ?? "" },
        .text("error.number") { $0.error?.value.code.number.description ?? "" },
        .text("error.when") { $0.error?.value.when.name.description ?? "" },
        .text("error.message") { $0.error?.value.message ?? "" },
        .text("error.field") { $0.error?.value.field ?? "" },
        .text("error.providerCode") { $0.error?.value.providerCode ?? "" },
        .text("error.correlationId") { $0.error?.value.correlationId ?? "" },
    ]
}

extension Field where Root == PaymentRecord {
    /// A text that is only read; empty: none.
    fileprivate static func text(_ path: StaticString, _ read: @escaping @Sendable (PaymentRecord) -> String) -> Self {
        Field(path, .text(0...0), write: unwritable) {
            let text = read($0)
            return text.isEmpty ? .none : .text(text)
        }
    }

    /// A number that is only read.
    fileprivate static func number(_ path: StaticString, _ read: @escaping @Sendable (PaymentRecord) -> Int64?) -> Self {
        Field(path, .int(0...0), write: unwritable) { read($0).map { .int($0) } ?? .none }
    }

    /// A truth value that is only read.
    fileprivate static func flag(_ path: StaticString, _ read: @escaping @Sendable (PaymentRecord) -> Bool?) -> Self {
        Field(path, .bool, write: unwritable) { read($0).map { .bool($0) } ?? .none }
    }

    private static var unwritable: @Sendable (inout PaymentRecord, FieldValue) throws(PaymentError) -> Void {
        { (_, _) throws(PaymentError) in }
    }
}
