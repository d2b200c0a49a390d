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
    /// A time that was up; void when the timer of that number was set anew or cleared before this is told.
    case timer(UInt32)
    case challengeCompleted
    case challengeClosed
    case cancel
    case lookUp
}

/// What waits for a payment's machine, in order. Nearly always there is at most one.
///
/// What the host can ask for at any time waits once, however often it is asked for: all else is bounded by what the machine has
/// asked for itself.
struct Mailbox {
    private var first: Post?
    private var rest: [Post] = []
    /// The wishes of the host that wait, a bit for each.
    private var wishes: UInt8 = 0

    var isEmpty: Bool { first == nil }

    mutating func append(_ post: Post) {
        guard wishes & post.wish == 0 else { return }
        wishes |= post.wish
        if first == nil { first = post } else { rest.append(post) }
    }

    mutating func pop() -> Post? {
        guard let post = first else { return nil }
        wishes &= ~post.wish
        if rest.isEmpty { first = nil } else { first = rest.removeFirst() }
        return post
    }

    mutating func removeAll() { self = Mailbox() }
}

extension Post {
    /// The bit of a wish that the host may have again and again; 0: none of those.
    fileprivate var wish: UInt8 {
        switch self {
        case .challengeCompleted: 1
        case .challengeClosed: 2
        case .cancel: 4
        case .lookUp: 8
        case .submitted, .persisted, .replied, .failed, .answered, .timer: 0
        }
    }
}
