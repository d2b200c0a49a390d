/// The host's user data, shared by the hooks that were registered with it.
public final class HookOwner: @unchecked Sendable {
    let userData: UnsafeMutableRawPointer?
    private let destroy: DestroyFunction?
    private let graveyard: Graveyard

    /// - Parameter destroy: Runs once when the last hook with this user data is gone.
    init(_ userData: UnsafeMutableRawPointer?, _ destroy: DestroyFunction?, _ graveyard: Graveyard) {
        self.userData = userData
        self.destroy = destroy
        self.graveyard = graveyard
    }

    deinit {
        if let destroy { graveyard.bury(destroy, userData) }
    }
}
