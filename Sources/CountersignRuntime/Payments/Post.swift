import Countersign

/// Something that has happened to a payment and that its machine has not been told yet.
enum Post {
    case submitted
    case persisted(UInt32)
    case replied(Operation, GatewayReply)
    /// A request that could not be built.
    case failed(Operation, Shared<PaymentError>)
    /// A late answer; its decision and contents are in the box.
    case answered(ReplyBox)
    case timer
    case challengeCompleted
    case challengeClosed
    case cancel
    case lookUp
}

/// What waits for a payment's machine, in order. Nearly always there is at most one.
struct Mailbox {
    private var first: Post?
    private var rest: [Post] = []

    var isEmpty: Bool { first == nil }

    mutating func append(_ post: Post) {
        if first == nil { first = post } else { rest.append(post) }
    }

    mutating func pop() -> Post? {
        guard let post = first else { return nil }
        if rest.isEmpty { first = nil } else { first = rest.removeFirst() }
        return post
    }

    mutating func removeAll() {
        first = nil
        rest = []
    }
}
