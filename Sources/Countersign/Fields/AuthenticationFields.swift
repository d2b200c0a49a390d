/// Fields that say how to authenticate. PXP, integrated authentication.
public enum AuthenticationFields {
    /// PXP's list, which is its own after 02; the names are those of the SDK's cases, from 03 on ASSUMED.
    static let authenticationIndicators: [Choice] = [
        Choice("01", "paymentTransaction"), Choice("02", "recurringTransaction"), Choice("03", "initialCardOnFileMit"),
        Choice("04", "initialCardOnFileCit"), Choice("05", "addCard"), Choice("06", "instalment"),
        Choice("07", "billingAgreement"), Choice("08", "splitShipment"), Choice("09", "delayedShipment"),
        Choice("10", "splitPayment"),
    ]

    /// EMV 3-D Secure 2.2, threeDSRequestorChallengeInd, and PXP's 10; the names are those of the SDK's cases, from 02 on
    /// ASSUMED.
    static let challengeIndicators: [Choice] = [
        Choice("01", "noPreference"), Choice("02", "noChallengeRequested"), Choice("03", "challengeRequestedPreference"),
        Choice("04", "challengeRequestedMandate"), Choice("05", "noChallengeTransactionRiskAnalysis"),
        Choice("06", "noChallengeDataShareOnly"), Choice("07", "noChallengeScaPerformed"),
        Choice("08", "noChallengeTrustedBeneficiary"), Choice("09", "challengeTrustedBeneficiaryPrompt"),
        Choice("10", "noChallengeLowValue"),
    ]

    static let windowSizes: [Choice] = [
        Choice("1", "size1"), Choice("2", "size2"), Choice("3", "size3"), Choice("4", "size4"), Choice("5", "size5"),
    ]

    /// What both 3DS hooks may answer, in one object: `authentication` of the transaction data and of the configuration.
    public static let table = FieldTable<AuthenticationData>(
        [
            .text("providerId", \.providerId, .text(0...36)),
            .text(
                "requestorAuthenticationIndicator", \.requestorAuthenticationIndicator, .choice(authenticationIndicators)),
            .seconds("timeout", \.preInitiateTimeout, FieldLimits.timeout, absent: blank.preInitiateTimeout),
            .text("fingerprintCallbackUrl", \.fingerprintCallbackURL, .url(max: 256)),
        ] + initiation + [
            .seconds("challengeTimeout", \.challengeTimeout, FieldLimits.timeout, absent: blank.challengeTimeout),
            .flag("continueOnAuthenticationFailure", \.continueOnFailure),
        ], groups: groups)

    /// What `onPreAuthentication` may answer, where `timeout` is that of the challenge.
    public static let initiationTable = FieldTable<AuthenticationData>(
        initiation + [.seconds("timeout", \.challengeTimeout, FieldLimits.timeout, absent: blank.challengeTimeout)],
        groups: groups)

    private static let blank = AuthenticationData()

    private static let initiation: [Field<AuthenticationData>] = [
        .text("merchantCategoryCode", \.merchantCategoryCode, .digits(4...4)),
        .text("merchantCountryNumericCode", \.merchantCountryNumericCode, .countryNumber),
        .text("merchantLegalName", \.merchantLegalName, .text(0...40)),
        Field("challengeWindowSize", .choice(windowSizes)) {
            $0.challengeWindowSize = Int($1.text) ?? blank.challengeWindowSize
        } read: {
            .int(Int64($0.challengeWindowSize))
        },
        .text("requestorChallengeIndicator", \.requestorChallengeIndicator, .choice(challengeIndicators)),
        .text("challengeCallbackUrl", \.challengeCallbackURL, .url(max: 256)),
    ]

    private static let groups: [FieldGroup<AuthenticationData>] = [
        FieldGroup("shopper", \.shopper, PersonFields.threeDSShopper, blank: ThreeDSShopper()),
        FieldGroup("billingAddress", \.billingAddress, PersonFields.address, blank: Address()),
        FieldGroup("shippingAddress", \.shippingAddress, PersonFields.address, blank: Address()),
        FieldGroup("recurring", \.recurring, PersonFields.recurring, blank: Recurring()),
    ]
}
