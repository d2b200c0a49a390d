/// A payment gateway: it turns the machine's operations into requests and their replies into outcomes. Pure: no I/O, no clock,
/// no randomness, so that the same one runs over any transport, in a property test, or from a journal.
public protocol Gateway: Sendable {
    /// What this gateway promises.
    var traits: GatewayTraits { get }

    /// The request of an operation: a pure function of the record and, before tokenisation, of the card, so that a money
    /// request can be built again byte for byte.
    func request(for operation: Operation, of payment: PaymentRecord, secrets: PaymentSecrets) throws(PaymentError)
        -> GatewayRequest

    /// What a reply to that request means.
    func outcome(of operation: Operation, reply: GatewayReply, payment: PaymentRecord) -> Outcome
}

/// What a gateway promises about repetition and look-up. That nothing is paid twice rests on it.
public struct GatewayTraits: Sendable {
    /// The name in configuration: `sandbox`, `pxp`, …
    public var name: StaticString
    /// The order of steps.
    public var shape: GatewayShape
    /// How long an idempotency key protects, in milliseconds; 0: the gateway has none.
    public var idempotencyLifetime: Int64
    /// How long after sending "not found" proves that a request had no effect, in milliseconds.
    public var notFoundProvesAfter: Int64
    /// The longest merchant reference that the gateway takes, in characters.
    public var referenceLength: Int
    /// Whether payments through it move real money.
    public var isLive: Bool
    /// Whether a transaction's reply names amount and currency. Where it should and does not, the reply is not believed.
    public var echoesAmount: Bool
    /// What must be asked of the host before each request is built.
    public var needs: OperationNeeds

    /// All members, in their order.
    public init(
        name: StaticString, shape: GatewayShape, idempotencyLifetime: Int64, notFoundProvesAfter: Int64, referenceLength: Int,
        isLive: Bool, echoesAmount: Bool, needs: OperationNeeds
    ) {
        self.name = name
        self.shape = shape
        self.idempotencyLifetime = idempotencyLifetime
        self.notFoundProvesAfter = notFoundProvesAfter
        self.referenceLength = referenceLength
        self.isLive = isLive
        self.echoesAmount = echoesAmount
        self.needs = needs
    }
}

/// The order of steps that a gateway asks for.
public enum GatewayShape: UInt8, Sendable {
    /// Tokenise, authenticate, authorise, each a request of its own.
    case staged
    /// Pay, then answer actions with details until there is a result.
    case action
    /// One session at an orchestrator, asked for its status until it is final.
    case orchestrated
}

/// An HTTP request as data.
public struct GatewayRequest: Sendable {
    /// HTTP methods in use.
    public enum Method: UInt8, Sendable {
        case get, post, put, delete

        /// As it is written in a request.
        public var name: StaticString {
            switch self {
            case .get: "GET"
            case .post: "POST"
            case .put: "PUT"
            case .delete: "DELETE"
            }
        }
    }

    /// What it is for.
    public var operation: Operation
    /// The HTTP method.
    public var method: Method
    /// Path and query, beginning with a slash and percent-encoded.
    public var path: String
    /// JSON, or empty.
    public var body: ByteBuffer
    /// The attempt's key, where the gateway takes one.
    public var idempotencyKey: String

    /// All members, in their order.
    public init(
        operation: Operation, method: Method, path: String, body: ByteBuffer = .empty, idempotencyKey: String = ""
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.body = body
        self.idempotencyKey = idempotencyKey
    }
}

/// What became of a request.
public enum GatewayReply: Sendable {
    /// A whole reply.
    case answered(status: Int, body: ByteBuffer)
    /// No byte of the request left.
    case notSent(TransportFault)
    /// The request may have arrived, and no whole reply came.
    case unknown(TransportFault)
}

/// Why a request has no reply.
public enum TransportFault: UInt8, Sendable {
    case resolve, connect, tls, timeout, reset, truncated
}
