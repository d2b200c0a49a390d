/// What is to be paid, as the host describes it. Every member is checked where it enters, by `TransactionFields`.
public struct TransactionData: Sendable {
    // What, for whom.
    /// Known once both an amount and a currency are.
    public var amount: Amount?
    /// The amount as the host gave it.
    public internal(set) var amountEntry = AmountEntry.none
    /// The currency as the host gave it.
    public internal(set) var currency: Currency?
    public var intent: Intent?
    public var entryType = EntryType.ecom
    /// Whether the shopper is there (CIT) or the merchant acts on a stored credential (MIT). MITs never run 3-D Secure.
    public var initiator = Initiator.shopper
    /// The host's reference, unique for each payment: 1 to 48 characters, since a second attempt appends `-2`.
    public var merchantTransactionId = ""
    /// In milliseconds since 1970 UTC; nil: asked by `merchantTransactionDate` when a request is built, or now.
    public var merchantTransactionDate: Int64?
    public var merchant = ""
    public var site = ""
    public var ownerType = "MerchantGroup"
    public var ownerId = ""
    public var merchantShopperId = ""
    /// Whether an approval for less is taken; otherwise it is reversed.
    public var acceptsPartialApproval = false
    /// Components fire the component hooks alone; drop-in also asks for consent and tells onSuccess and onError.
    public var flow = Flow.components

    public var shopper: Shopper?
    public var recurring: Recurring?
    public var psd2Exemption: ScaExemption?
    /// A saved card in place of one that is entered.
    public var savedCard: SavedCard?
    /// The configuration's answers to the 3DS hooks; nil: without hooks there is no 3-D Secure.
    public var authentication: AuthenticationData?
    public var browserData: BrowserData?
    public var addressVerification: AddressVerification?
    /// The scheme's name of the first payment of a series, for merchant-initiated ones.
    public var networkTransactionId = ""
    /// Checked JSON text, or nil. Kept as text: only the gateway and the host read it.
    public var riskScreeningData: ByteBuffer?
    /// Checked JSON text: one flat object of strings, or nil.
    public var metadata: ByteBuffer?

    public init() {}

    /// Card intents, with their names on the wire. PXP, sessions.
    public enum Intent: UInt8, CaseIterable, Sendable {
        case authorisation, purchase, verification, estimatedAuthorisation, payout

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

    public enum EntryType: UInt8, CaseIterable, Sendable {
        case ecom, moto

        public var name: StaticString { self == .ecom ? "Ecom" : "Moto" }
    }

    public enum Initiator: UInt8, CaseIterable, Sendable {
        case shopper, merchant

        public var name: StaticString { self == .shopper ? "Shopper" : "Merchant" }
    }

    public enum Flow: UInt8, CaseIterable, Sendable {
        case components, dropIn

        public var name: StaticString { self == .components ? "components" : "dropIn" }
    }

    /// A token that the shopper's card has from an earlier payment.
    public struct SavedCard: Equatable, Sendable {
        public var gatewayTokenId = ""
        public var schemeTokenId = ""
        /// Brand id such as `visa`, where the host knows it.
        public var brand = ""
        public var iin = ""
        public var lastFour = ""
        /// Whether the site asks for the security code again.
        public var needsCVC = false
        /// Whether the site asks for the expiry again.
        public var needsExpiry = false
        public init() {}
    }

    /// Billing address for the address verification service.
    public struct AddressVerification: Equatable, Sendable {
        public var countryCode = ""
        public var houseNumberOrName = ""
        public var postalCode = ""
        public init() {}
    }
}

/// The shopper, as `onGetShopper` or the transaction data gives them.
public struct Shopper: Equatable, Sendable {
    public var id = ""
    public var email = ""
    public var firstName = ""
    public var lastName = ""
    /// `YYYY-MM-DD`.
    public var dateOfBirth = ""
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
    public init() {}
}

/// An exemption from strong customer authentication, with the gateway's word for it (`LowValue`, …: wire forms ASSUMED).
public enum ScaExemption: UInt8, CaseIterable, Sendable {
    case lowValue, trustedBeneficiary, transactionRiskAnalysis, secureCorporate, anonymousCard, oneLegOut

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
    public var fingerprintCallbackURL = ""

    // Initiation.
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
    public var challengeCallbackURL = ""
    public var shopper: ThreeDSShopper?
    public var billingAddress: Address?
    public var shippingAddress: Address?
    public var recurring: Recurring?

    /// Whether a failed or unavailable authentication goes on to the authorisation. A rejected one never does.
    public var continueOnFailure = false

    public init() {}
}

/// How to reach the shopper, for the issuer's risk analysis.
public struct ThreeDSShopper: Equatable, Sendable {
    public var email = ""
    public var mobilePhone = ""
    public var homePhone = ""
    public var workPhone = ""
    public init() {}
}

/// A postal address as EMV 3-D Secure takes it.
public struct Address: Equatable, Sendable {
    public var line1 = ""
    public var line2 = ""
    public var line3 = ""
    public var city = ""
    public var postalCode = ""
    public var stateCode = ""
    public var countryNumericCode = ""
    public init() {}
}

/// The shopper's browser. PXP, integrated authentication, initiate.
public struct BrowserData: Equatable, Sendable {
    public var acceptHeader = ""
    public var colorDepth = 24
    public var ipAddress = ""
    public var javaEnabled = false
    public var javaScriptEnabled = true
    /// BCP 47.
    public var language = ""
    public var screenHeight = 0
    public var screenWidth = 0
    /// Local time minus UTC, in minutes; EMV's own field has the other sign.
    public var timeZoneOffsetInMinutes = 0
    public var userAgent = ""
    public init() {}
}
