/// The sandbox's model of a payment service: token vault, 3-D Secure with an issuer behind it, and transactions, with its own
/// books.
///
/// It speaks PXP's API over requests as data. It has no clock and no randomness: time is passed in, and ids and codes follow
/// from the seed, so that the same requests at the same times always get the same replies. Of a card it keeps the first six and
/// last four digits and which case it chooses, never its number or security code.
public struct SandboxServer: Sendable {
    let options: SandboxOptions
    let identifiers: SandboxIdentifiers
    var cards: SandboxTable<Card>
    var authentications: SandboxTable<Authentication>
    var transactions: SandboxTable<Transaction>
    /// The latest transaction of each merchant reference, and the first of each idempotency key's digest.
    var byReference: [String: Int] = [:]
    var byKey: [UInt64: Int] = [:]
    /// Merchants and sites that have paid, since nearly all payments share one.
    var places: [Place] = []
    /// Transactions that change by themselves, and when.
    var due: [(at: Int64, transaction: Int)] = []
    var totals: [SandboxBook] = []
    /// Refusals so far, which number their correlation ids.
    var requests = 0

    /// A server that nothing has happened to yet.
    public init(options: SandboxOptions = SandboxOptions()) {
        self.options = options
        identifiers = SandboxIdentifiers(seed: options.seed)
        cards = SandboxTable(capacity: options.capacity)
        authentications = SandboxTable(capacity: options.capacity)
        transactions = SandboxTable(capacity: options.capacity)
    }

    /// A merchant's site.
    struct Place: Equatable, Sendable {
        var merchant: String
        var site: String
    }

    /// Serves one request.
    ///
    /// - Parameters:
    ///   - request: as a gateway makes it.
    ///   - now: when it is sent, in milliseconds since 1970 UTC; not before an earlier one.
    public mutating func handle(_ request: GatewayRequest, now: Int64) -> SandboxDelivery {
        advance(to: now)
        requests &+= 1
        var path = request.path
        return path.withUTF8 { path in
            do throws(SandboxRefusal) {
                return try serve(SandboxRoute(request.method, path), request, now)
            } catch {
                return SandboxDelivery(delay: options.latency, reply: refusal(error))
            }
        }
    }

    private mutating func serve(
        _ route: SandboxRoute, _ request: GatewayRequest, _ now: Int64
    ) throws(SandboxRefusal) -> SandboxDelivery {
        let reply: GatewayReply
        switch route {
        case .createToken(let ownerType, let ownerId): reply = try createToken(ownerType, ownerId, request.body)
        case .preInitiate: reply = try preInitiate(request.body, now)
        case .initiate(let id): reply = try initiate(id, request.body, now)
        case .readBack(let id): reply = try readBack(id, now)
        case .transaction: return try transact(request, now)
        case .technicalCancel: reply = try technicalCancel(request.body, now)
        case .lookUp(let merchant, let site, let query): reply = try lookUp(merchant, site, query, now)
        case .read(let id): reply = try read(id, now)
        }
        return SandboxDelivery(delay: options.latency, reply: reply)
    }

    /// Lets time pass: what is due by then happens.
    public mutating func advance(to now: Int64) {
        guard !due.isEmpty else { return }
        while let next = due.indices.filter({ due[$0].at <= now }).min(by: { due[$0].at < due[$1].at }) {
            let transaction = due.remove(at: next).transaction
            decide(transaction)
        }
    }

    /// The error reply to a request that is not taken.
    func refusal(_ refusal: SandboxRefusal) -> GatewayReply {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.member("errorCode", refusal.code)
        writer.member("errorReason", refusal.reason)
        if refusal.field.utf8CodeUnitCount > 0 { writer.member("field", refusal.field) }
        identifiers.identifier(.correlation, requests).write("correlationId", to: &writer)
        writer.endObject()
        return .answered(status: refusal.status, body: writer.finish())
    }

    /// A body as a JSON object.
    func object(_ body: ByteBuffer, isSecret: Bool = false) throws(SandboxRefusal) -> JSONDocument {
        guard let document = try? JSONDocument(parsing: body.bytes, isSecret: isSecret || body.isSecret),
            document.view.kind == .object
        else { throw .notJSON }
        guard document.duplicateMemberCount == 0 else { throw SandboxRefusal(reason: "The body names a member twice.") }
        return document
    }
}
