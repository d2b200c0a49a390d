/// Transactions: the request that moves money, the look-up and the technical cancel. PXP, transactions.
extension SandboxServer {
    /// A transaction.
    struct Transaction: Sendable {
        var reference: String
        /// Digest of the idempotency key; 0 without one.
        var key: UInt64
        /// Tells a repeated request from a changed one.
        var bodyDigest: UInt64
        /// Index of merchant and site.
        var place: UInt32
        var card: Int
        var amount: Int64
        /// What was, or will be, approved.
        var approved: Int64
        var currency: Currency
        /// The merchant's time of it.
        var date: Int64
        var createdAt: Int64
        /// When a look-up finds it.
        var visibleAt: Int64
        /// The case that gives the answer.
        var caseIndex: UInt16
        /// Index of the response code's row.
        var response: UInt8
        var state: State
        /// The state in which it was answered first.
        var firstState: State
        var intent: Intent
        var hasAddress: Bool
        var hasSecurityCode: Bool
        /// Whether it has moved anything yet.
        var wasBooked = false
        /// The transaction before it that had the same reference; -1: none.
        var previous = -1
    }

    /// Where a transaction stands.
    enum State: UInt8, Sendable {
        case authorised, captured, paidOut, verified, refused, failed, pending, cancelled
        /// On its way, and not to be seen yet.
        case late
    }

    /// The intents that make a transaction, as on the wire. PXP, card intents.
    enum Intent: Int, Sendable {
        case authorisation, purchase, payout, estimatedAuthorisation, verification
    }

    private static let pendingDuration: Int64 = 5_000
    private static let lateBy: Int64 = 60_000
    private static let lookUpLag: Int64 = 8_000

    // MARK: Create

    mutating func transact(_ request: GatewayRequest, _ now: Int64) throws(SandboxRefusal) -> SandboxDelivery {
        let digest = SandboxDigest.of(request.body)
        let key = SandboxDigest.of(request.idempotencyKey)
        if let replay = try replay(key, digest, now) { return replay }
        let document = try object(request.body)
        defer { withExtendedLifetime(document) {} }
        let root = document.view
        var row = try SandboxTransactionRequest.read(root, self, now)
        row.place = placeIndex(merchant: root["merchant"], site: root["site"])
        row.key = key
        row.bodyDigest = digest

        let twist = SandboxCases.all[Int(row.caseIndex)].answer.twist
        let fault = SandboxCases.all[Int(row.caseIndex)].fault.flatMap { $0.operation == .authorise ? $0 : nil }
        if let reply = fault?.before(self) { return SandboxDelivery(delay: options.latency, reply: reply) }

        row.visibleAt = now &+ (twist == .lookUpLags ? Self.lookUpLag : options.lookUpLag)
        let number = keep(row)
        switch row.state {
        case .pending where twist != .pendingForever: due.append((now &+ Self.pendingDuration, number))
        case .late: due.append((now &+ Self.lateBy, number))
        case .pending: break
        default: book(number)
        }
        let body = reply(number, .created)
        let delay: Int64 =
            switch twist {
            case .slow: 7_000
            case .tooSlow: 90_000
            default: options.latency
            }
        return SandboxDelivery(delay: delay, reply: fault?.after(body) ?? .answered(status: 200, body: body))
    }

    /// The answer to a key that was used before.
    private mutating func replay(_ key: UInt64, _ digest: UInt64, _ now: Int64) throws(SandboxRefusal) -> SandboxDelivery? {
        guard options.idempotencyLifetime > 0, key != 0, let number = byKey[key], let row = transactions[number],
            now &- row.createdAt <= options.idempotencyLifetime
        else { return nil }
        guard row.bodyDigest == digest else {
            throw SandboxRefusal(
                status: 409, code: "IDEMPOTENCY_KEY_IN_USE", reason: "The idempotency key was used for another request.")
        }
        // One that is still on its way keeps every repetition waiting.
        if row.state == .late { return SandboxDelivery(delay: options.latency, reply: .unknown(.timeout)) }
        return SandboxDelivery(delay: options.latency, reply: .answered(status: 200, body: reply(number, .created)))
    }

    private mutating func keep(_ row: Transaction) -> Int {
        var row = row
        let next = transactions.count
        row.previous = byReference.updateValue(next, forKey: row.reference) ?? -1
        let (number, forgotten) = transactions.append(row)
        if let forgotten {
            let old = number &- options.capacity
            if byReference[forgotten.reference] == old { byReference[forgotten.reference] = nil }
            if byKey[forgotten.key] == old { byKey[forgotten.key] = nil }
        }
        if options.idempotencyLifetime > 0, row.key != 0 { byKey[row.key] = number }
        return number
    }

    private mutating func placeIndex(merchant: JSONView?, site: JSONView?) -> UInt32 {
        if let last = places.last, merchant.isText(last.merchant), site.isText(last.site) {
            return UInt32(truncatingIfNeeded: places.count &- 1)
        }
        let place = Place(merchant: merchant?.string ?? "", site: site?.string ?? "")
        if let index = places.firstIndex(of: place) { return UInt32(truncatingIfNeeded: index) }
        places.append(place)
        return UInt32(truncatingIfNeeded: places.count &- 1)
    }

    /// What was pending or late comes to its end.
    mutating func decide(_ number: Int) {
        let isDecided =
            transactions.update(number) { row -> Bool in
                guard row.state == .pending || row.state == .late else { return false }
                if SandboxCases.all[Int(row.caseIndex)].answer.twist == .pendingThenRefused {
                    row.state = .refused
                    row.response = SandboxResponseCode.index("05")
                } else {
                    row.state = row.intent.approvedState
                }
                return true
            } ?? false
        if isDecided { book(number) }
    }

    // MARK: Look-up

    mutating func lookUp(
        _ merchant: SandboxRoute.Part, _ site: SandboxRoute.Part, _ query: SandboxRoute.Part, _ now: Int64
    ) throws(SandboxRefusal) -> GatewayReply {
        guard let merchant = SandboxRoute.decode(merchant), let site = SandboxRoute.decode(site) else { throw .unknownPath }
        let number: Int
        if let reference = SandboxRoute.parameter("merchantTransactionId", of: query) {
            guard let found = byReference[reference] else { throw .noTransaction }
            number = found
        } else if let id = SandboxRoute.parameter("systemTransactionId", of: query) {
            var id = id
            let found = id.withUTF8 { SandboxIdentifiers.Identifier(UnsafeRawBufferPointer($0)) }
            guard let found, let known = identifiers.number(.transaction, of: found) else { throw .noTransaction }
            number = known
        } else {
            throw .field("merchantTransactionId", "or systemTransactionId is required.")
        }
        guard let row = transactions[number], places[Int(row.place)] == Place(merchant: merchant, site: site) else {
            throw .noTransaction
        }
        return try found(number, now)
    }

    /// By the gateway's own id alone, as one document has it.
    mutating func read(_ id: SandboxIdentifiers.Identifier?, _ now: Int64) throws(SandboxRefusal) -> GatewayReply {
        guard let id, let number = identifiers.number(.transaction, of: id) else { throw .noTransaction }
        return try found(number, now)
    }

    private func found(_ number: Int, _ now: Int64) throws(SandboxRefusal) -> GatewayReply {
        guard let row = transactions[number], row.state != .late, now >= row.visibleAt else { throw .noTransaction }
        return .answered(status: 200, body: reply(number, .found))
    }

    // MARK: Technical cancel

    mutating func technicalCancel(_ body: ByteBuffer, _ now: Int64) throws(SandboxRefusal) -> GatewayReply {
        let document = try object(body)
        defer { withExtendedLifetime(document) {} }
        let root = document.view
        let merchant = try SandboxField.text(root["merchant"], "merchant", 1...20)
        let site = try SandboxField.text(root["site"], "site", 1...20)
        let reference = try SandboxField.text(root["merchantTransactionId"], "merchantTransactionId", 1...50)
        guard let number = byReference[reference.string ?? ""], let row = transactions[number],
            merchant.isText(places[Int(row.place)].merchant), site.isText(places[Int(row.place)].site)
        else { throw .noTransaction }
        if SandboxCases.all[Int(row.caseIndex)].answer.twist == .cancelUnavailable {
            return .answered(status: 503, body: .empty)
        }
        // In vain for one that is late: it is accepted, and the authorisation arrives all the same.
        let cancelled =
            row.state == .late
            ? nil
            : transactions.update(number) { row -> Transaction? in
                switch row.state {
                case .authorised, .captured, .verified, .pending:
                    let before = row
                    row.state = .cancelled
                    return before
                case .paidOut, .refused, .failed, .cancelled, .late: return nil
                }
            } ?? nil
        if let cancelled { unbook(cancelled) }
        return .answered(status: 200, body: reply(number, .cancelled))
    }
}

extension SandboxServer.Intent {
    /// The good state of each intent. PXP, card intents.
    var approvedState: SandboxServer.State {
        switch self {
        case .authorisation, .estimatedAuthorisation: .authorised
        case .purchase: .captured
        case .verification: .verified
        case .payout: .paidOut
        }
    }
}

extension JSONView? {
    /// Whether it is that string.
    func isText(_ text: String) -> Bool { self?.isText(text) ?? false }
}

extension JSONView {
    /// Whether it is that string.
    func isText(_ text: String) -> Bool {
        withStringBytes { bytes in
            var text = text
            return text.withUTF8 { $0.elementsEqual(bytes) }
        } ?? false
    }
}

/// A digest of a request's body, to tell a repetition from another request. Not against an adversary.
enum SandboxDigest {
    /// 0 for an empty text.
    static func of(_ text: String) -> UInt64 {
        var text = text
        return text.isEmpty ? 0 : text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
    }

    static func of(_ body: ByteBuffer) -> UInt64 { body.withBytes { of($0) } }

    private static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var digest = UInt64(truncatingIfNeeded: bytes.count)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            digest = (digest ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9fb2_1c65_1e98_df25
            digest ^= digest >> 32
            offset &+= 8
        }
        while offset < bytes.count {
            digest = (digest ^ UInt64(bytes[offset])) &* 0x9fb2_1c65_1e98_df25
            digest ^= digest >> 32
            offset &+= 1
        }
        return digest
    }
}
