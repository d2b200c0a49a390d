/// What a payment holds of card and keys while it needs them. It stands beside the record and never in it, so that no journal,
/// log or event can reach it.
public final class PaymentSecrets {
    /// The card as entered; nil for a saved card that asks for nothing again, and once the card is a token.
    public var card: CardEntry?
    /// Signs requests; from `onGetCredentials`.
    public var hmacKey: SecretBytes?
    /// Encrypts card data; from `onGetCredentials`.
    public var encryptionKey: SecretBytes?
    /// From `onGetCredentials`.
    public var apiKey: SecretBytes?

    /// No secrets yet.
    public init() {}

    /// Wipes card data and keys.
    public func forgetAll() {
        card = nil
        forgetCredentials()
    }

    /// Wipes the keys, once the request they were asked for is built.
    public func forgetCredentials() {
        hmacKey = nil
        encryptionKey = nil
        apiKey = nil
    }
}
