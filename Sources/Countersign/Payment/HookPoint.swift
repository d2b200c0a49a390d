/// A place in the flow where the host is told something or asked for a decision.
///
/// The raw value is the hook's place in `csn_hooks` and never changes. A hook point is added here, in `table`, in `EventField`
/// and in the header.
public enum HookPoint: UInt8, CaseIterable, Sendable {
    case onStartSubmit, onGetCredentials, onGetShopper, merchantTransactionDate, onGetConsent, onPreTokenisation,
        onPostTokenisation
    case onPreInitiateAuthentication, onPostInitiateAuthentication, onPresentFingerprint, onPreAuthentication,
        onPresentChallenge
    case onPostAuthentication, onPreAuthorisation, onPending, onCancelled, onResultChanged, onPostAuthorisation, onSubmitError
    case onSuccess, onError

    /// Whether the host only hears of it or has a say.
    public enum Kind: Sendable {
        case told, asked
    }

    /// The name in the header, in configuration and in JSON.
    public var name: StaticString {
        switch self {
        case .onStartSubmit: "onStartSubmit"
        case .onGetCredentials: "onGetCredentials"
        case .onGetShopper: "onGetShopper"
        case .merchantTransactionDate: "merchantTransactionDate"
        case .onGetConsent: "onGetConsent"
        case .onPreTokenisation: "onPreTokenisation"
        case .onPostTokenisation: "onPostTokenisation"
        case .onPreInitiateAuthentication: "onPreInitiateAuthentication"
        case .onPostInitiateAuthentication: "onPostInitiateAuthentication"
        case .onPresentFingerprint: "onPresentFingerprint"
        case .onPreAuthentication: "onPreAuthentication"
        case .onPresentChallenge: "onPresentChallenge"
        case .onPostAuthentication: "onPostAuthentication"
        case .onPreAuthorisation: "onPreAuthorisation"
        case .onPending: "onPending"
        case .onCancelled: "onCancelled"
        case .onResultChanged: "onResultChanged"
        case .onPostAuthorisation: "onPostAuthorisation"
        case .onSubmitError: "onSubmitError"
        case .onSuccess: "onSuccess"
        case .onError: "onError"
        }
    }

    /// Told or asked.
    public var kind: Kind {
        switch self {
        case .onGetCredentials, .onGetShopper, .merchantTransactionDate, .onGetConsent, .onPreTokenisation,
            .onPreInitiateAuthentication, .onPresentFingerprint, .onPreAuthentication, .onPreAuthorisation:
            .asked
        default: .told
        }
    }

    /// The hook point of that name, or nil.
    public init?(name: String) {
        guard let found = HookPoint.allCases.first(where: { $0.name.description == name }) else { return nil }
        self = found
    }
}

/// A set of hook points, such as those that the host has registered.
public struct HookSet: OptionSet, Sendable {
    /// One bit for each hook point, by its number.
    public let rawValue: UInt32

    /// The set of these.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The set of these.
    public init(_ hook: HookPoint) { rawValue = 1 << UInt32(hook.rawValue) }

    /// Whether the host has registered this hook.
    public func contains(_ hook: HookPoint) -> Bool { rawValue & (1 << UInt32(hook.rawValue)) != 0 }
}
