import Countersign

/// The embedded sandbox, from outside: the shopper at the issuer's page, and the books.
extension Engine {
    /// The shopper enters a code.
    public func answerIssuer(_ challenge: UnsafeRawBufferPointer, code: UnsafeRawBufferPointer) throws(Failure)
        -> SandboxAcsAnswer
    {
        try visitIssuer { $0.acsAnswer(challengeRequest: challenge, code: code) }
    }

    /// The shopper presses cancel.
    public func cancelAtIssuer(_ challenge: UnsafeRawBufferPointer) throws(Failure) -> SandboxAcsAnswer {
        try visitIssuer { $0.acsCancel(challengeRequest: challenge) }
    }

    private func visitIssuer(_ visit: (inout SandboxServer) -> SandboxAcsAnswer) throws(Failure) -> SandboxAcsAnswer {
        try enter()
        defer { leave() }
        transport.advance(to: clock.steadyNow)
        return transport.visitIssuer(visit)
    }

    /// The sandbox's books as they stand now.
    public func sandboxBooks() throws(Failure) -> ByteBuffer {
        try enter()
        defer { leave() }
        transport.advance(to: clock.steadyNow)
        return transport.server.booksJSON()
    }
}
