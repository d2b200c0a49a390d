/// What a gateway fills in where the transaction data says nothing. The real API gets none of it.
struct PXPDefaults: Sendable {
    var merchant = ""
    var site = ""
    var ownerId = ""
    /// Where the issuer's pages post their answers. In the sandbox nothing listens there: the host takes the answer by hand.
    var fingerprintCallbackURL = ""
    var challengeCallbackURL = ""

    static let none = PXPDefaults()

    /// The sandbox's, so that a first payment needs an amount and a card and nothing else. `.invalid` never resolves: RFC 2606.
    static let sandbox = PXPDefaults(
        merchant: "SANDBOX", site: "SITE-1", ownerId: "SANDBOX",
        fingerprintCallbackURL: "https://merchant.invalid/3ds/fingerprint",
        challengeCallbackURL: "https://merchant.invalid/3ds/challenge")

    func merchant(_ data: TransactionData) -> String { data.merchant.isEmpty ? merchant : data.merchant }
    func site(_ data: TransactionData) -> String { data.site.isEmpty ? site : data.site }
    func ownerId(_ data: TransactionData) -> String { data.ownerId.isEmpty ? ownerId : data.ownerId }
}
