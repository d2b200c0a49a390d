/// What moved, in minor units of one currency.
public struct SandboxBook: Equatable, Sendable {
    /// The one currency of the book.
    public let currency: Currency
    /// Ever authorised, whatever came after.
    public var authorised: Int64 = 0
    /// Taken of what was authorised.
    public var captured: Int64 = 0
    /// Given back of what was captured.
    public var refunded: Int64 = 0
    /// Of what was authorised, taken back by a technical cancel.
    public var reversed: Int64 = 0
    /// Sent to cards.
    public var paidOut: Int64 = 0
    /// Transactions that moved money, each counted once: two for one reference is a payment made twice.
    public var transactions = 0

    init(currency: Currency) { self.currency = currency }

    /// Enters a transaction in the state that it came to.
    mutating func enter(_ row: SandboxServer.Transaction, _ state: SandboxServer.State) {
        switch state {
        case .authorised: authorised = authorised &+ row.approved
        case .captured:
            authorised = authorised &+ row.approved
            captured = captured &+ row.approved
        case .paidOut: paidOut = paidOut &+ row.approved
        case .verified, .refused, .failed, .pending, .late, .cancelled: return
        }
        transactions &+= 1
    }

    func write(to writer: inout JSONWriter) {
        writer.member("currency", currency.code)
        writer.member("authorised", authorised)
        writer.member("captured", captured)
        writer.member("refunded", refunded)
        writer.member("reversed", reversed)
        writer.member("paidOut", paidOut)
        writer.member("transactions", Int64(transactions))
    }
}

/// The server's books.
extension SandboxServer {
    /// Enters a transaction in the state that it has come to.
    mutating func book(_ number: Int) {
        guard let row = transactions[number] else { return }
        change(row.currency) { $0.enter(row, row.state) }
        _ = transactions.update(number) { $0.wasBooked = true }
    }

    /// Takes back what a transaction moved before it was cancelled.
    mutating func unbook(_ row: Transaction) {
        guard row.state == .authorised || row.state == .captured else { return }
        change(row.currency) { $0.reversed = $0.reversed &+ row.approved }
    }

    private mutating func change(_ currency: Currency, _ body: (inout SandboxBook) -> Void) {
        let index = totals.firstIndex { $0.currency == currency } ?? totals.endIndex
        if index == totals.endIndex { totals.append(SandboxBook(currency: currency)) }
        body(&totals[index])
    }

    /// The totals, one for each currency in the order of their first payment. Nothing is ever taken out of them.
    public var books: [SandboxBook] { totals }

    /// The book of one merchant reference; nil where there is no transaction with it, or it is forgotten.
    public func book(of merchantTransactionId: String) -> SandboxBook? {
        guard var number = byReference[merchantTransactionId], let latest = transactions[number] else { return nil }
        var book = SandboxBook(currency: latest.currency)
        while let row = transactions[number] {
            Self.enter(row, in: &book)
            number = row.previous
        }
        return book
    }

    private static func enter(_ row: Transaction, in book: inout SandboxBook) {
        guard row.state == .cancelled else { return book.enter(row, row.state) }
        // One that was pending when it was cancelled never moved anything.
        guard row.wasBooked else { return }
        book.enter(row, row.intent.approvedState)
        if row.intent.approvedState != .verified { book.reversed = book.reversed &+ row.approved }
    }

    /// The books as JSON: `totals` by currency, and `payments` by reference, in the order of the last transaction of each.
    public func booksJSON() -> ByteBuffer {
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.key("totals")
        writer.beginArray()
        for book in totals {
            writer.beginObject()
            book.write(to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.key("payments")
        writer.beginArray()
        for number in transactions.numbers {
            guard let row = transactions[number], byReference[row.reference] == number, let book = book(of: row.reference)
            else {
                continue
            }
            writer.beginObject()
            writer.member("merchantTransactionId", row.reference)
            writer.member("state", row.state == .late ? "Late" : row.state.name(.none))
            book.write(to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }
}
