import CCountersign
import CountersignRuntime

/// User data and destructor on their way into the library. Until they are handed over, failing means to destroy them here.
final class IncomingOwner {
    private let userData: UnsafeMutableRawPointer?
    let destroy: DestroyFunction?
    private(set) var isHandedOver = false

    init(_ userData: UnsafeMutableRawPointer?, _ destroy: DestroyFunction?) {
        self.userData = userData
        self.destroy = destroy
    }

    /// The user data; from here on its destruction is the receiver's business.
    func hand() -> UnsafeMutableRawPointer? {
        isHandedOver = true
        return userData
    }

    func destroyUnlessHandedOver() {
        guard !isHandedOver else { return }
        isHandedOver = true
        destroy?(userData)
    }
}

/// Runs the body of a function that registers hooks. Whatever it fails at, the destructor runs once.
func register(
    _ owner: (userData: UnsafeMutableRawPointer?, destroy: DestroyFunction?), _ error: ErrorSlot?,
    _ body: (IncomingOwner) throws(Failure) -> Void
) -> csn_status {
    let incoming = IncomingOwner(owner.userData, owner.destroy)
    defer { incoming.destroyUnlessHandedOver() }
    return answer(error) { () throws(Failure) in
        try body(incoming)
        return .ok
    }
}
