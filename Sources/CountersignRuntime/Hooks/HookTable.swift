import Countersign

/// The hooks that are set, as a value that never changes once made: payments share their engine's, and one with hooks of its
/// own has a changed copy.
final class HookTable: @unchecked Sendable {
    struct Entry {
        var function: HookFunction?
        var owner: HookOwner?
    }

    private let entries: [Entry]
    /// Which hooks there are.
    let set: HookSet

    static let empty = HookTable(Array(repeating: Entry(), count: HookPoint.allCases.count))

    private init(_ entries: [Entry]) {
        self.entries = entries
        var set: HookSet = []
        for hook in HookPoint.allCases where entries[Int(hook.rawValue)].function != nil { set.formUnion(HookSet(hook)) }
        self.set = set
    }

    /// The same with some hooks replaced; a nil function takes a hook away.
    func replacing(_ changes: [(HookPoint, HookFunction?)], owner: HookOwner?) -> HookTable {
        var entries = entries
        for (hook, function) in changes where Int(hook.rawValue) < entries.count {
            entries[Int(hook.rawValue)] = Entry(function: function, owner: function == nil ? nil : owner)
        }
        return HookTable(entries)
    }

    /// The function and user data of a hook.
    @inline(__always)
    func entry(_ hook: HookPoint) -> (function: HookFunction, userData: UnsafeMutableRawPointer?)? {
        let index = Int(hook.rawValue)
        guard index < entries.count, let function = entries[index].function else { return nil }
        return (function, entries[index].owner?.userData)
    }
}
