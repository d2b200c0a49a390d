/// Reads and checks the request that moves money, and settles what its answer will be. PXP, transactions, create.
enum SandboxTransactionRequest {
    private static let entryTypes: [StaticString] = ["Ecom", "Moto", "Instore"]
    /// By the numbers of `SandboxServer.Intent`.
    private static let intents: [StaticString] = [
        "Authorisation", "Purchase", "Payout", "EstimatedAuthorisation", "Verification",
    ]
    private static let exemptions: [StaticString] = [
        "LowValue", "TrustedBeneficiary", "TransactionRiskAnalysis", "SecureCorporate", "AnonymousCard", "OneLegOut",
    ]

    /// The transaction that the request makes; what the server knows and the request does not is still to be filled in.
    static func read(_ root: JSONView, _ server: borrowing SandboxServer, _ now: Int64) throws(SandboxRefusal)
        -> SandboxServer.Transaction
    {
        _ = try SandboxField.text(root["merchant"], "merchant", 1...20)
        _ = try SandboxField.text(root["site"], "site", 1...20)
        let reference = try SandboxField.text(root["merchantTransactionId"], "merchantTransactionId", 1...50)
        let date = try SandboxField.moment(root["merchantTransactionDate"], "merchantTransactionDate")
        let method = try SandboxField.object(root["transactionMethod"], "transactionMethod")
        _ = try SandboxField.choice(method["entryType"], "transactionMethod.entryType", entryTypes)
        _ = try SandboxField.choice(method["fundingType"], "transactionMethod.fundingType", ["Card"])
        let intent = try SandboxField.choice(method["intent"], "transactionMethod.intent", intents)
        let amounts = try SandboxField.object(root["amounts"], "amounts")
        let currency = try SandboxField.currency(amounts["currencyCode"], "amounts.currencyCode")
        let amount = try SandboxField.amount(amounts["transaction"], currency, "amounts.transaction")
        if amounts["gratuity"] != nil {
            guard try SandboxField.amount(amounts["gratuity"], currency, "amounts.gratuity") <= amount else {
                throw .field("amounts.gratuity", "must not be more than the amount.")
            }
        }
        let funding = try SandboxField.object(root["fundingData"], "fundingData")
        let reference2 = try SandboxField.object(funding["card"], "fundingData.card")
        let cardNumber = try server.cardNumber(reference2["gatewayTokenId"], "fundingData.card.gatewayTokenId")
        guard let card = server.cards[cardNumber] else { throw .noToken }
        let code = try SandboxField.optionalDigits(
            reference2["cardVerificationCode"], "fundingData.card.cardVerificationCode", 3...4)
        if let exemption = try SandboxField.optionalObject(root["psd2Data"], "psd2Data") {
            _ = try SandboxField.choice(exemption["scaExemption"], "psd2Data.scaExemption", exemptions)
        }
        try checkOthers(root)
        let challenged = try checkAuthentication(root["authenticationId"], card: cardNumber, amount, currency, server)

        let caseIndex = SandboxCases.index(ofAmount: amount) ?? Int(card.caseIndex)
        let answer = SandboxCases.all[caseIndex].answer
        let kind = SandboxServer.Intent(rawValue: intent) ?? .authorisation
        let response = response(answer, card, wasChallenged: challenged)
        let state = state(answer.twist, kind, isApproval: SandboxResponseCode.at(response).isApproval)
        let isPartial = answer.twist == .partial || answer.twist == .cancelUnavailable
        return SandboxServer.Transaction(
            reference: reference.string ?? "", key: 0, bodyDigest: 0, place: 0, card: cardNumber, amount: amount,
            approved: isPartial ? amount / 2 : amount, currency: currency, date: date, createdAt: now, visibleAt: now,
            caseIndex: UInt16(truncatingIfNeeded: caseIndex), response: response, state: state, firstState: state, intent: kind,
            hasAddress: root["addressVerification"]?.kind == .object, hasSecurityCode: card.hasSecurityCode || code != nil)
    }

    /// A soft decline turns into an approval once the shopper has passed a challenge. The codes mean that at one brand each: 1A
    /// at Visa, 65 at Mastercard.
    private static func response(
        _ answer: SandboxAnswer, _ card: SandboxServer.Card, wasChallenged: Bool
    ) -> UInt8 {
        guard wasChallenged, !answer.response.isApproval else { return answer.responseIndex }
        let isSoft = answer.isSoft || card.brand.softDeclineCode.map { answer.response.isCode($0) } ?? false
        return isSoft ? SandboxResponseCode.approved : answer.responseIndex
    }

    private static func state(_ twist: SandboxAnswer.Twist, _ intent: SandboxServer.Intent, isApproval: Bool)
        -> SandboxServer.State
    {
        switch twist {
        case .pendingThenApproved, .pendingThenRefused, .pendingForever: .pending
        case .late: .late
        case .errorState: .failed
        case .rejectedState: .refused
        default: isApproval ? intent.approvedState : .refused
        }
    }

    /// An authentication counts when it succeeded, for this card and currency and at least this amount. True when the shopper
    /// passed a challenge in it.
    private static func checkAuthentication(
        _ value: JSONView?, card: Int, _ amount: Int64, _ currency: Currency, _ server: borrowing SandboxServer
    ) throws(SandboxRefusal) -> Bool {
        guard let value = try SandboxField.optionalText(value, "authenticationId", 36...36) else { return false }
        let id = value.withStringBytes { SandboxIdentifiers.Identifier($0) } ?? nil
        guard let number = server.authenticationNumber(id), let row = server.authentications[number] else {
            throw invalid("There is no such authentication.")
        }
        guard row.state != .rejected else {
            throw SandboxRefusal(
                status: 422, code: "TRANSACTION_AUTHENTICATION_REJECTED", reason: "The issuer rejected the authentication.",
                field: "authenticationId")
        }
        guard row.state == .successful else { throw invalid("The authentication did not succeed.") }
        guard row.card == card else { throw invalid("The authentication is for another card.") }
        guard row.currency == currency, amount <= row.amount else {
            throw invalid("The authentication is for another currency or a smaller amount.")
        }
        return row.wasChallenged
    }

    private static func invalid(_ reason: String) -> SandboxRefusal {
        SandboxRefusal(status: 422, code: "TRANSACTION_AUTHENTICATION_INVALID", reason: reason, field: "authenticationId")
    }

    private static func checkOthers(_ root: JSONView) throws(SandboxRefusal) {
        if let recurring = try SandboxField.optionalObject(root["recurring"], "recurring") {
            _ = try SandboxField.text(recurring["processingModel"], "recurring.processingModel", 1...64)
            if recurring["frequencyInDays"] != nil {
                try SandboxField.integer(recurring["frequencyInDays"], "recurring.frequencyInDays", 1...9999)
            }
            try SandboxField.optionalDay(recurring["frequencyExpiration"], "recurring.frequencyExpiration")
            try SandboxField.optionalText(recurring["networkTransactionId"], "recurring.networkTransactionId", 1...64)
        }
        if let risk = try SandboxField.optionalObject(root["riskScreeningData"], "riskScreeningData") { try checkRisk(risk) }
        if let shopper = try SandboxField.optionalObject(root["shopper"], "shopper") {
            try SandboxField.optionalText(shopper["id"], "shopper.id", 1...256)
            try SandboxField.optionalText(shopper["firstName"], "shopper.firstName", 1...256)
            try SandboxField.optionalText(shopper["lastName"], "shopper.lastName", 1...256)
            try SandboxField.optionalText(shopper["email"], "shopper.email", 1...254)
            try SandboxField.optionalDay(shopper["dateOfBirth"], "shopper.dateOfBirth")
        }
        if let address = try SandboxField.optionalObject(root["addressVerification"], "addressVerification") {
            try SandboxField.optionalText(address["countryCode"], "addressVerification.countryCode", 2...2)
            try SandboxField.optionalText(address["houseNumberOrName"], "addressVerification.houseNumberOrName", 1...256)
            try SandboxField.optionalText(address["postalCode"], "addressVerification.postalCode", 1...16)
        }
        if let identity = try SandboxField.optionalObject(root["identityVerification"], "identityVerification"),
            let name = identity["nameVerification"], name.kind != .bool
        {
            throw .field("identityVerification.nameVerification", "must be true or false.")
        }
        if let metadata = try SandboxField.optionalObject(root["metadata"], "metadata") {
            for (_, value) in metadata.value.members where value.kind != .string {
                throw .field("metadata", "must hold strings only.")
            }
        }
    }

    /// PXP, risk screening. All members are optional there.
    private static func checkRisk(_ risk: JSONView) throws(SandboxRefusal) {
        try SandboxField.bool(risk["performRiskScreening"], "riskScreeningData.performRiskScreening")
        try SandboxField.bool(risk["excludeDeviceData"], "riskScreeningData.excludeDeviceData")
        try SandboxField.optionalText(risk["channel"], "riskScreeningData.channel", 0...256)
        if let session = try SandboxField.optionalText(risk["deviceSessionId"], "riskScreeningData.deviceSessionId", 0...256) {
            let isPlain = session.withStringBytes { bytes in
                bytes.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
            }
            guard isPlain == true else {
                throw .field("riskScreeningData.deviceSessionId", "must have letters and digits only, no hyphens.")
            }
        }
        for (name, path) in lists {
            if let list = risk[name], !list.isNull, list.kind != .array { throw .field(path, "must be an array.") }
        }
    }

    private static let lists: [(StaticString, StaticString)] = [
        ("items", "riskScreeningData.items"), ("fulfillments", "riskScreeningData.fulfillments"),
        ("transactions", "riskScreeningData.transactions"), ("promotions", "riskScreeningData.promotions"),
    ]
}
