/// A request that the machine wants made. A gateway turns it into bytes and the reply into an `Outcome`.
public enum Operation: UInt8, CaseIterable, Sendable {
    case tokenise, preInitiate, authenticate, readBack, authorise, lookUp, technicalCancel

    /// Whether money may move once a byte of it has left.
    public var movesMoney: Bool { self == .authorise }
}

/// What must be asked of the host, late, before a request is built.
public struct RequestNeeds: OptionSet, Sendable {
    /// One bit for each need.
    public let rawValue: UInt8
    /// No needs, or those of the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Session keys or an API key: `onGetCredentials`.
    public static let credentials = RequestNeeds(rawValue: 1)
    /// Latest shopper data: `onGetShopper`.
    public static let shopper = RequestNeeds(rawValue: 2)
    /// The time of the transaction: `merchantTransactionDate`.
    public static let date = RequestNeeds(rawValue: 4)
}

/// The needs of each operation of a gateway.
public struct OperationNeeds: Sendable {
    private var packed: UInt64 = 0

    /// No needs, or those of the bits.
    public init() {}

    /// What the operation needs; nothing unless set.
    public subscript(operation: Operation) -> RequestNeeds {
        get { RequestNeeds(rawValue: UInt8(truncatingIfNeeded: packed >> (8 * UInt64(operation.rawValue)))) }
        set {
            let shift = 8 * UInt64(operation.rawValue)
            packed = packed & ~(0xff << shift) | UInt64(newValue.rawValue) << shift
        }
    }
}
