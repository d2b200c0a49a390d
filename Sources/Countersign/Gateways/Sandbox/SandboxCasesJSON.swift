/// The list of cases as hosts print it.
extension SandboxCases {
    /// A JSON array with one object a case:
    ///
    /// | member | what |
    /// | --- | --- |
    /// | `id`, `summary` | its name, and one sentence |
    /// | `pan`, `brand` | the card number that chooses it, or that goes with the amount that does |
    /// | `amountMinor` | the amount that chooses it, in minor units of any currency; absent where the number does |
    /// | `threeDSecure`, `shopper` | what the issuer does, and what the shopper is to do at its page |
    /// | `providerCode`, `stateCode`, `merchantAdvice` | the transaction's answer, where one comes |
    /// | `ending` | how the flow ends: `Authorised`, `Refused`, `Failed`, `Error`, `Cancelled`; null where it waits |
    /// | `waiting`, `error` | why it waits, or with which error it ends |
    ///
    /// Ending and error hold for intent authorisation with 3-D Secure set up, no partial approvals taken, and no going on after
    /// a failed authentication.
    public static func json() -> ByteBuffer {
        var writer = JSONWriter(capacity: 1 << 16)
        writer.beginArray()
        for row in all { write(row, to: &writer) }
        writer.endArray()
        return writer.finish()
    }

    private static func write(_ row: SandboxCase, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", row.id)
        writer.member("summary", row.summary)
        writer.member("pan", row.number)
        writer.member("brand", row.brand)
        if row.amountNumber != nil { writer.member("amountMinor", row.amountMinor) }
        writer.member("threeDSecure", row.issuer.path.name)
        if row.shopper != .nothing { writer.member("shopper", row.shopper.name) }
        writer.member("providerCode", row.answer.code)
        writer.member("stateCode", row.answer.response.stateCode)
        if row.answer.advice.utf8CodeUnitCount > 0 { writer.member("merchantAdvice", row.answer.advice) }
        writer.key("ending")
        if let ending = row.ending { writer.string(ending.name) } else { writer.null() }
        if row.ending == nil { writer.member("waiting", row.waiting.name) }
        if row.errorCode.utf8CodeUnitCount > 0 { writer.member("error", row.errorCode) }
        writer.endObject()
    }
}
