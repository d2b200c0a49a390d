/// What the sandbox makes of a request: the reply, and how long it takes.
public struct SandboxDelivery: Sendable {
    /// In milliseconds from the sending.
    public var delay: Int64
    /// What comes back, or why nothing does.
    public var reply: GatewayReply

    /// A reply and its time.
    public init(delay: Int64, reply: GatewayReply) {
        self.delay = delay
        self.reply = reply
    }
}

extension SandboxFault {
    /// What comes instead of an answer, with nothing done; nil when the request is to be carried out.
    func before(_ server: borrowing SandboxServer) -> GatewayReply? {
        switch kind {
        case .notSent: .notSent(transport)
        case .lostBefore: .unknown(transport)
        case .statusBefore: .answered(status: status, body: .empty)
        case .refused:
            server.refusal(
                SandboxRefusal(status: status, code: code, reason: "The sandbox refuses this as its table of cases says."))
        case .lostAfter, .statusAfter, .malformed, .hollow: nil
        }
    }

    /// What comes of an answer.
    func after(_ body: ByteBuffer) -> GatewayReply {
        switch kind {
        case .lostAfter: .unknown(transport)
        case .statusAfter: .answered(status: status, body: .empty)
        case .malformed:
            // Cut in the middle.
            .answered(
                status: 200,
                body: body.withBytes {
                    ByteBuffer(copying: UnsafeRawBufferPointer(rebasing: $0.prefix($0.count / 2)), isSecret: body.isSecret)
                })
        case .hollow: .answered(status: 200, body: ByteBuffer("{}"))
        case .notSent, .lostBefore, .statusBefore, .refused: .answered(status: 200, body: body)
        }
    }
}
