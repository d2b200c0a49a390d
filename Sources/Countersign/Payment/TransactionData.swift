/// What is to be paid, as the host describes it. Every member is checked where it enters, by `TransactionFields`.
public struct TransactionData: Sendable {
    // What, for whom.
    /// Known once both an amount and a currency are.
    public var amount: Amount?
    /// The amount as the host gave it.
    public internal(set) var amountEntry = AmountEntry.none
    /// The currency as the host gave it.
    public internal(set) var currency: Currency?
    /// What the money request asks for; needed.
    public var intent: Intent?
    /// How the order came in.
    public var entryType = EntryType.ecom
    /// Whether the shopper is there (CIT) or the merchant acts on a stored credential (MIT). MITs never run 3-D Secure.
    public var initiator = Initiator.shopper
    /// The host's reference, unique for each payment: 1 to 48 characters, since a second attempt appends `-2`.
    public var merchantTransactionId = ""
    /// In milliseconds since 1970 UTC; nil: asked by `merchantTransactionDate` when a request is built, or now.
    public var merchantTransactionDate: Int64?
    /// The merchant at the gateway, at most 20 characters.
    public var merchant = ""
    /// The site at the gateway, at most 20 characters and at most 10 where 3-D Secure can run.
    public var site = ""
    /// Who owns tokens: `Referrer`, `MerchantGroup`, `Merchant` or `Site`.
    public var ownerType = "MerchantGroup"
    /// The owner's id, at most 20 characters.
    public var ownerId = ""
    /// The host's id of the shopper; saved cards belong to it.
    public var merchantShopperId = ""
    /// Whether an approval for less is taken; otherwise it is reversed.
    public var acceptsPartialApproval = false
    /// Components fire the component hooks alone; drop-in also asks for consent and tells onSuccess and onError.
    public var flow = Flow.components

    /// The shopper, where `onGetShopper` is not asked.
    public var shopper: Shopper?
    /// The series that this payment starts or belongs to.
    public var recurring: Recurring?
    /// An exemption in place of 3-D Secure.
    public var psd2Exemption: ScaExemption?
    /// A saved card in place of one that is entered.
    public var savedCard: SavedCard?
    /// The configuration's answers to the 3DS hooks; nil: without hooks there is no 3-D Secure.
    public var authentication: AuthenticationData? {
        get { authenticationBox?.value }
        set { authenticationBox = newValue.map { Shared($0) } }
    }
    // As large as the rest together, and absent from most payments.
    private var authenticationBox: Shared<AuthenticationData>?
    /// The shopper's browser, where no hook answers with it.
    public var browserData: BrowserData?
    /// For the address verification service.
    public var addressVerification: AddressVerification?
    /// What the issuer is asked to compare of the cardholder's identity.
    public var identityVerification: IdentityVerification?
    /// How much of the amount is a gratuity, as decimal text; empty: none.
    public var gratuity = ""
    /// The scheme's name of the first payment of a series, for merchant-initiated ones.
    public var networkTransactionId = ""
    /// Checked JSON text, or nil. Kept as text: only the gateway and the host read it.
    public var riskScreeningData: ByteBuffer?
    /// Checked JSON text: one flat object of strings, or nil.
    public var metadata: ByteBuffer?

    /// Nothing given yet.
    public init() {}

    /// Card intents, with their names on the wire. PXP, sessions.
    public enum Intent: UInt8, CaseIterable, Sendable {
        case authorisation, purchase, verification, estimatedAuthorisation, payout

        /// The word on the wire.
        public var name: StaticString {
            switch self {
            case .authorisation: "Authorisation"
            case .purchase: "Purchase"
            case .verification: "Verification"
            case .estimatedAuthorisation: "EstimatedAuthorisation"
            case .payout: "Payout"
            }
        }
    }

    /// How the order came in: a web shop, or mail and telephone.
    public enum EntryType: UInt8, CaseIterable, Sendable {
        case ecom, moto

        /// The word on the wire.
        public var name: StaticString { self == .ecom ? "Ecom" : "Moto" }
    }

    /// Who acts.
    public enum Initiator: UInt8, CaseIterable, Sendable {
        case shopper, merchant

        /// The word on the wire.
        public var name: StaticString { self == .shopper ? "Shopper" : "Merchant" }
    }

    /// Which hooks the host has.
    public enum Flow: UInt8, CaseIterable, Sendable {
        case components, dropIn

        /// The word on the wire.
        public var name: StaticString { self == .components ? "components" : "dropIn" }
    }

    /// A token that the shopper's card has from an earlier payment.
    public struct SavedCard: Equatable, Sendable {
        /// The gateway's token.
        public var gatewayTokenId = ""
        /// The scheme's token, or empty.
        public var schemeTokenId = ""
        /// Brand id such as `visa`, where the host knows it.
        public var brand = ""
        /// First six or eight digits, where the host knows them.
        public var iin = ""
        /// Last four digits, where the host knows them.
        public var lastFour = ""
        /// Whether the site asks for the security code again.
        public var needsCVC = false
        /// Whether the site asks for the expiry again.
        public var needsExpiry = false
        /// Nothing given yet.
        public init() {}
    }

    /// Billing address for the address verification service.
    public struct AddressVerification: Equatable, Sendable {
        /// ISO 3166-1 alpha-2.
        public var countryCode = ""
        /// House number or name.
        public var houseNumberOrName = ""
        /// Postal code, at most 16 characters.
        public var postalCode = ""
        /// Nothing given yet.
        public init() {}
    }

    /// The issuer's comparison of the cardholder's identity. PXP, sessions, which tell of the object; its members are ASSUMED.
    public struct IdentityVerification: Equatable, Sendable {
        /// Whether the name is compared.
        public var nameVerification = false
        /// Nothing given yet.
        public init() {}
    }
}

/// The shopper, as `onGetShopper` or the transaction data gives them.
public struct Shopper: Equatable, Sendable {
    /// The host's id of the shopper; needed to store a card.
    public var id = ""
    /// E-mail address.
    public var email = ""
    /// Given name.
    public var firstName = ""
    /// Family name.
    public var lastName = ""
    /// `YYYY-MM-DD`.
    public var dateOfBirth = ""
    /// Nothing given yet.
    public init() {}
}

/// A series of payments.
public struct Recurring: Equatable, Sendable {
    /// 1 to 9999.
    public var frequencyInDays = 0
    /// `YYYY-MM-DD`, not in the past.
    public var frequencyExpiration = ""
    /// The gateway's word for the place in the series; values are not public. ASSUMED default.
    public var processingModel = "MerchantInitiatedInitialRecurring"
    /// Nothing given yet.
    public init() {}
}

/// An exemption from strong customer authentication, with the gateway's word for it (`LowValue`, …: wire forms ASSUMED).
public enum ScaExemption: UInt8, CaseIterable, Sendable {
    case lowValue, trustedBeneficiary, transactionRiskAnalysis, secureCorporate, anonymousCard, oneLegOut

    /// The word on the wire.
    public var name: StaticString {
        switch self {
        case .lowValue: "LowValue"
        case .trustedBeneficiary: "TrustedBeneficiary"
        case .transactionRiskAnalysis: "TransactionRiskAnalysis"
        case .secureCorporate: "SecureCorporate"
        case .anonymousCard: "AnonymousCard"
        case .oneLegOut: "OneLegOut"
        }
    }
}

/// What the two 3DS hooks, or the configuration in their place, say about an authentication.
public struct AuthenticationData: Equatable, Sendable {
    // Pre-initiation.
    /// At most 36 characters; empty: the gateway picks the provider.
    public var providerId = ""
    /// `01` payment, `02` first recurring, … PXP's own list.
    public var requestorAuthenticationIndicator = ""
    /// Limit for pre-initiation and fingerprint together, in milliseconds.
    public var preInitiateTimeout: Int64 = 120_000
    /// Where the 3DS Method posts back.
    public var fingerprintCallbackURL = ""

    // Initiation.
    /// Four digits, ISO 18245.
    public var merchantCategoryCode = ""
    /// ISO 3166-1 numeric, three digits.
    public var merchantCountryNumericCode = ""
    /// At most 40 characters.
    public var merchantLegalName = ""
    /// 1 to 5: 250×400, 390×400, 500×600, 600×400, full screen.
    public var challengeWindowSize = 5
    /// `01` no preference … `10` low value; empty: `01`, or what the issuer recommends.
    public var requestorChallengeIndicator = ""
    /// Limit of the whole challenge, in milliseconds.
    public var challengeTimeout: Int64 = 300_000
    /// Where the issuer's page posts its result.
    public var challengeCallbackURL = ""
    /// The shopper, where `onGetShopper` is not asked.
    public var shopper: ThreeDSShopper?
    /// Where the bill goes.
    public var billingAddress: Address?
    /// Where the goods go.
    public var shippingAddress: Address?
    /// The series that this payment starts or belongs to.
    public var recurring: Recurring?

    /// Whether a failed or unavailable authentication goes on to the authorisation. A rejected one never does.
    public var continueOnFailure = false

    /// Nothing given yet.
    public init() {}
}

/// How to reach the shopper, for the issuer's risk analysis.
public struct ThreeDSShopper: Equatable, Sendable {
    /// E-mail address.
    public var email = ""
    /// In E.164 form.
    public var mobilePhone = ""
    /// In E.164 form.
    public var homePhone = ""
    /// In E.164 form.
    public var workPhone = ""
    /// Nothing given yet.
    public init() {}
}

/// A postal address as EMV 3-D Secure takes it.
public struct Address: Equatable, Sendable {
    /// At most 50 characters.
    public var line1 = ""
    /// At most 50 characters.
    public var line2 = ""
    /// At most 50 characters.
    public var line3 = ""
    /// At most 50 characters.
    public var city = ""
    /// Postal code, at most 16 characters.
    public var postalCode = ""
    /// ISO 3166-2 without the country, at most 3 characters.
    public var stateCode = ""
    /// ISO 3166-1 numeric, three digits.
    public var countryNumericCode = ""
    /// Nothing given yet.
    public init() {}
}

/// The shopper's browser. PXP, integrated authentication, initiate.
public struct BrowserData: Equatable, Sendable {
    /// The Accept header, at most 2,048 characters.
    public var acceptHeader = ""
    /// Bits of a colour: 1, 4, 8, 15, 16, 24, 32 or 48.
    public var colorDepth = 24
    /// IPv4 or IPv6.
    public var ipAddress = ""
    /// Whether it runs Java.
    public var javaEnabled = false
    /// Whether it runs JavaScript.
    public var javaScriptEnabled = true
    /// BCP 47.
    public var language = ""
    /// In pixels.
    public var screenHeight = 0
    /// In pixels.
    public var screenWidth = 0
    /// Local time minus UTC, in minutes; EMV's own field has the other sign.
    public var timeZoneOffsetInMinutes = 0
    /// The User-Agent header, at most 2,048 characters.
    public var userAgent = ""
    /// Nothing given yet.
    public init() {}
}
