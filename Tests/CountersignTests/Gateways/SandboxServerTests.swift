import Testing

@testable import Countersign

@Suite("The sandbox's server: determinism, idempotency, time, books, and what it keeps of a card")
struct SandboxServerTests {
    private func row(_ id: String) throws -> SandboxCase { try #require(SandboxCases.all.first { $0.id == id }) }

    private func transaction(_ outcome: Outcome) throws -> TransactionReply {
        guard case .transaction(let reply) = outcome else { throw VectorFile.Missing(path: "a transaction, not \(outcome)") }
        return reply
    }

    // MARK: Determinism

    /// All replies of a few payments, as text.
    private func course(seed: UInt64) throws -> [String] {
        var options = SandboxOptions()
        options.seed = seed
        var replies: [String] = []
        for id in ["challenge", "declined_51", "partial_approval", "reply_lost_after", "decoupled"] {
            var flow = SandboxFlow(try row(id), options: options)
            func perform(_ operation: Countersign.Operation) throws {
                let request = try flow.gateway.request(for: operation, of: flow.record, secrets: flow.secrets)
                let delivery = flow.server.handle(request, now: flow.now)
                if case .answered(let status, let body) = delivery.reply {
                    replies.append("\(status) \(GatewayFixture.text(body))")
                }
                _ = try operation == .tokenise ? flow.tokenise() : flow.perform(operation)
            }
            try perform(.tokenise)
            _ = try flow.authenticate()
            for answer in flow.answerChallenge(.entersWrongThenRightCode) { replies.append("\(answer)") }
            if flow.record.preInitiation?.value.isSupported == true { try perform(.readBack) }
            flow.record.authentication = nil
            try perform(.authorise)
            try perform(.lookUp)
            replies.append(GatewayFixture.text(flow.server.booksJSON()))
        }
        return replies
    }

    @Test("the same seed gives the same replies, another seed other ids")
    func determinism() throws {
        let first = try course(seed: 7)
        #expect(try course(seed: 7) == first)
        let other = try course(seed: 8)
        #expect(other.count == first.count && other != first)
    }

    @Test("ids are UUIDs of version 4, are found again by number, and no others are")
    func identifiers() throws {
        let identifiers = SandboxIdentifiers(seed: 42)
        let others = SandboxIdentifiers(seed: 43)
        for number in [0, 1, 2, 255, 65_536, 1 << 40] {
            let id = identifiers.identifier(.card, number)
            let text = id.withText { String(decoding: $0, as: UTF8.self) }
            let shape = text.split(separator: "-").map(\.count)
            #expect(
                shape == [8, 4, 4, 4, 12] && text.dropFirst(14).first == "4" && "89ab".contains(text.dropFirst(19).first ?? "x")
            )
            #expect(withUTF8Bytes(text) { SandboxIdentifiers.Identifier($0) } == id)
            #expect(identifiers.number(.card, of: id) == number)
            #expect(identifiers.number(.transaction, of: id) == nil && others.number(.card, of: id) == nil)
            for bad in [
                text.uppercased(), String(text.dropLast()), text + "0", text.replacing("-", with: "0"), "g" + text.dropFirst(),
            ] {
                let isRead = withUTF8Bytes(bad) { SandboxIdentifiers.Identifier($0) } != nil
                #expect(!isRead || bad == text, "\(bad)")
            }
        }
    }

    @Test("Base64 by tables says what Base64 in constant time says")
    func base64() throws {
        var random = SeededRandom(seed: 99)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            for alphabet in [Base64.Alphabet.standard, .url] {
                let text = bytes.withUnsafeBytes { PublicBase64.text($0, alphabet: alphabet) }
                #expect(text == Base64.encode(bytes, alphabet: alphabet))
                #expect(withUTF8Bytes(text) { PublicBase64.withDecoded($0) { Array($0) } } == bytes)
                for _ in 0..<4 where !text.isEmpty {
                    var damaged = Array(text.utf8)
                    damaged[random.below(damaged.count)] = UInt8(truncatingIfNeeded: random.next())
                    let mine = damaged.withUnsafeBytes { PublicBase64.withDecoded($0) { Array($0) } }
                    let theirs =
                        damaged.withUnsafeBytes { Base64.decode($0, alphabet: alphabet, padding: .optional) }
                    // Either alphabet is taken here, so only what the other refuses for another reason counts.
                    if theirs != nil { #expect(mine == theirs) }
                    if mine != nil, theirs == nil { #expect(damaged.contains { "+/-_".utf8.contains($0) }) }
                }
            }
        }
    }

    // MARK: Idempotency

    @Test("a repeated request gets the first answer, and another one under the same key a conflict")
    func idempotency() throws {
        var flow = SandboxFlow(try row("approved"))
        _ = try flow.tokenise()
        let first = try transaction(flow.perform(.authorise))
        flow.now += 60_000
        #expect(try transaction(flow.perform(.authorise)) == first)
        #expect(flow.server.book(of: "ORDER-1")?.transactions == 1)
        flow.record.attempt.merchantTransactionId = "ORDER-2"
        guard case .failed(let error) = try flow.perform(.authorise) else {
            Issue.record("a changed request is taken")
            return
        }
        #expect(error.when == .unknown && flow.server.book(of: "ORDER-2") == nil)
    }

    @Test("a key that has expired, or that nobody keeps, pays twice, and the books say so", arguments: [0, 1_000])
    func noIdempotency(lifetime: Int64) throws {
        var options = SandboxOptions()
        options.idempotencyLifetime = lifetime
        var flow = SandboxFlow(try row("approved"), options: options)
        #expect(flow.gateway.traits.idempotencyLifetime == lifetime)
        _ = try flow.tokenise()
        let first = try transaction(flow.perform(.authorise))
        flow.now += 1_001
        let second = try transaction(flow.perform(.authorise))
        #expect(first.systemTransactionId != second.systemTransactionId)
        #expect(flow.server.book(of: "ORDER-1")?.transactions == 2)
        #expect(flow.server.book(of: "ORDER-1")?.authorised == 2_468)
    }

    @Test("a repetition of a lost request gets the answer that was lost")
    func lostAnswer() throws {
        var flow = SandboxFlow(try row("reply_lost_after"))
        _ = try flow.tokenise()
        guard case .failed(let error) = try flow.perform(.authorise) else {
            Issue.record("the answer is not lost")
            return
        }
        #expect(error.when == .unknown && error.code == .gatewayTimeout)
        #expect(try transaction(flow.perform(.authorise)).state == .authorised)
        #expect(flow.server.book(of: "ORDER-1")?.transactions == 1)
    }

    // MARK: Time

    @Test("a pending transaction is decided after five seconds, and books nothing before")
    func pending() throws {
        for (id, state) in [("pending_then_approved", TransactionState.authorised), ("pending_then_refused", .refused)] {
            var flow = SandboxFlow(try row(id))
            _ = try flow.tokenise()
            #expect(try transaction(flow.perform(.authorise)).state == .pending)
            flow.now += 4_999
            #expect(try transaction(flow.perform(.lookUp)).state == .pending)
            #expect(flow.server.books.isEmpty)
            flow.now += 1
            #expect(try transaction(flow.perform(.lookUp)).state == state)
            #expect((flow.server.book(of: "ORDER-1")?.authorised == 0) == (state == .refused))
        }
    }

    @Test("one that is cancelled while pending never moves anything")
    func cancelledWhilePending() throws {
        var flow = SandboxFlow(try row("pending_then_approved"))
        _ = try flow.tokenise()
        _ = try flow.perform(.authorise)
        #expect(try transaction(flow.perform(.technicalCancel)).state == .cancelled)
        flow.now += 10_000
        #expect(try transaction(flow.perform(.lookUp)).state == .cancelled)
        #expect(flow.server.books.isEmpty && flow.server.book(of: "ORDER-1")?.authorised == 0)
    }

    @Test(
        "a look-up that lags finds nothing, then everything",
        arguments: [("look_up_lags", 0, 8_000), ("approved", 3_000, 3_000)])
    func lag(id: String, lag: Int64, until: Int64) throws {
        var options = SandboxOptions()
        options.lookUpLag = lag
        var flow = SandboxFlow(try row(id), options: options)
        _ = try flow.tokenise()
        _ = try flow.perform(.authorise)
        flow.now += until - 1
        guard case .notFound = try flow.perform(.lookUp) else {
            Issue.record("found too early")
            return
        }
        flow.now += 1
        #expect(try transaction(flow.perform(.lookUp)).state == .authorised)
        #expect(until < SandboxOptions.notFoundProvesAfter)
    }

    @Test("a technical cancel can be in vain: the authorisation comes a minute later, and its proof changes the ending")
    func late() throws {
        var run = SandboxMachineRun(try row("late_authorisation"))
        run.run()
        #expect(run.record.ending == .cancelled && run.record.cancelledBy == .technicalCancel)
        #expect(run.server.books.isEmpty)
        run.lookUp(after: 120_000)
        #expect(run.server.book(of: "ORDER-1")?.authorised == run.record.authorisationAmount)
        #expect(run.record.ending == .authorised && run.told.contains(.onResultChanged))
    }

    @Test("latency is the delay of every reply")
    func latency() throws {
        var options = SandboxOptions()
        options.latency = 250
        var flow = SandboxFlow(try row("approved"), options: options)
        let request = try flow.gateway.request(for: .tokenise, of: flow.record, secrets: flow.secrets)
        #expect(flow.server.handle(request, now: flow.now).delay == 250)
        #expect(SandboxServer().options.latency == 0)
    }

    // MARK: Books

    @Test("the books hold what moved, by payment and in total")
    func books() throws {
        var server = SandboxServer()
        var expected: [String: Int64] = [:]
        let payments: [(String, Int64, String, TransactionData.Intent)] = [
            ("A", 1_000, "EUR", .authorisation), ("B", 2_000, "EUR", .purchase), ("C", 500, "JPY", .purchase),
            ("D", 990_051, "EUR", .purchase), ("E", 0, "EUR", .verification), ("F", 700, "EUR", .payout),
            ("G", 990_010, "EUR", .estimatedAuthorisation),
        ]
        for (reference, amount, currency, intent) in payments {
            var data = GatewayFixture.transaction(amount, currency)
            data.intent = intent
            var flow = SandboxFlow(try row("approved"))
            flow.server = server
            flow.record = GatewayFixture.record(data, reference: reference)
            _ = try flow.tokenise()
            let reply = try transaction(flow.perform(.authorise))
            if reply.state != .refused {
                expected[currency, default: 0] += intent == .payout || amount == 0 ? 0 : reply.amount ?? 0
            }
            if reference == "B" { _ = try flow.perform(.technicalCancel) }
            server = flow.server
        }
        let euro = try #require(server.books.first { $0.currency.code == "EUR" })
        #expect(euro.authorised == expected["EUR"] && euro.authorised == 1_000 + 2_000 + 495_005)
        #expect(euro.captured == 2_000 && euro.reversed == 2_000 && euro.paidOut == 700 && euro.transactions == 4)
        #expect(server.books.first { $0.currency.code == "JPY" }?.captured == 500)
        #expect(server.book(of: "B")?.reversed == 2_000 && server.book(of: "D")?.transactions == 0)
        let json = try JSONDocument(parsing: server.booksJSON()).root
        #expect(json["totals"]?.count == 2 && json["payments"]?.count == payments.count)
        #expect(json.value(at: "payments.1.state")?.isString("Cancelled") == true)
        #expect(json.value(at: "totals.0.authorised")?.int64 == euro.authorised)
        #expect(json.value(at: "payments.6.authorised")?.int64 == 495_005)
    }

    @Test("a technical cancel takes back once, and leaves alone what cannot be taken back")
    func technicalCancel() throws {
        for (id, state) in [("approved", TransactionState.cancelled), ("declined_51", .refused), ("error_state", .failed)] {
            var flow = SandboxFlow(try row(id))
            guard case .notFound = try flow.perform(.technicalCancel) else {
                Issue.record("cancels what is not there")
                continue
            }
            _ = try flow.tokenise()
            _ = try flow.perform(.authorise)
            for _ in 0..<2 { #expect(try transaction(flow.perform(.technicalCancel)).state == state) }
            #expect(flow.server.book(of: "ORDER-1")?.reversed == (id == "approved" ? 1_234 : 0))
        }
    }

    @Test("a look-up is answered only to the merchant and site of the transaction")
    func otherMerchant() throws {
        var flow = SandboxFlow(try row("approved"))
        _ = try flow.tokenise()
        _ = try flow.perform(.authorise)
        var data = flow.record.transaction.value
        data.site = "SITE-2"
        flow.record.transaction = Shared(data)
        guard case .notFound = try flow.perform(.lookUp), case .notFound = try flow.perform(.technicalCancel) else {
            Issue.record("another site's transaction is found")
            return
        }
    }

    @Test("only the last payments are kept, and everything about the others is forgotten but the totals")
    func capacity() throws {
        var options = SandboxOptions()
        options.capacity = 3
        var server = SandboxServer(options: options)
        var records: [PaymentRecord] = []
        for number in 0..<10 {
            var flow = SandboxFlow(try row("approved"), options: options, reference: "ORDER-\(number)")
            flow.server = server
            _ = try flow.tokenise()
            _ = try flow.perform(.authorise)
            server = flow.server
            records.append(flow.record)
        }
        #expect(server.byReference.count == 3 && server.byKey.count == 3 && server.books.first?.transactions == 10)
        for (number, record) in records.enumerated() {
            let request = try SandboxGateway().request(for: .lookUp, of: record, secrets: PaymentSecrets())
            let outcome = SandboxGateway().outcome(
                of: .lookUp, reply: server.handle(request, now: GatewayFixture.now).reply, payment: record)
            if case .transaction = outcome { #expect(number >= 7) } else { #expect(number < 7) }
        }
    }

    // MARK: Secrets

    @Test("number and security code are nowhere in the server after a payment")
    func secrecy() throws {
        var flow = SandboxFlow(try row("approved_amex"))
        _ = try flow.tokenise()
        _ = try flow.authenticate()
        _ = try flow.perform(.authorise)
        _ = try flow.perform(.lookUp)
        var text = ""
        dump(flow.server, to: &text)
        text += GatewayFixture.text(flow.server.booksJSON())
        #expect(text.contains("378282"), "the dump shows what is kept")
        for secret in ["378282246310005", "3782822", "2246310005", "7373", "224631"] { #expect(!text.contains(secret)) }
    }
}
