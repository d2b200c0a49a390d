import Countersign

/// Tables that are made at their first use.
extension Engine {
    /// Makes them all, before the first engine of the process is handed out, by paying once in a sandbox of its own.
    ///
    /// Otherwise a process that forks while another thread takes its first payment would leave a child in which a table is
    /// being made for ever, and an engine of the child's own would wait for it.
    static let warmUp: Void = {
        var configuration = EngineConfiguration()
        configuration.isVirtual = true
        configuration.seed = 1
        guard let engine = try? Engine(configuration) else { return }
        engine.payOnce()
        engine.close()
    }()

    private func payOnce() {
        let transaction: StaticString = """
            {"amount": "1.00", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "1",
             "authentication": {"merchantCountryNumericCode": "826"}}
            """
        let text = UnsafeRawBufferPointer(start: transaction.utf8Start, count: transaction.utf8CodeUnitCount)
        guard let json = try? JSONDocument(parsing: text), let handle = try? makePayment(json) else { return }
        try? HandleTable.shared.use(handle, .payment, as: PaymentBox.self) { payment in
            let card = CardBox(engine: self, entry: CardEntry(arena: arena))
            try fill(card, .number, "4111110000000104")
            try fill(card, .expiry, "12/30")
            try fill(card, .securityCode, "123")
            try payment.setCard(card)
            _ = try payment.run(timeout: -1)
            _ = try payment.json()
        }
    }

    private func fill(_ card: CardBox, _ field: CardField, _ text: StaticString) throws(Failure) {
        try card.set(field, UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
