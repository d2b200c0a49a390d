// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import Countersign
import CountersignRuntime

/// A host's struct of hooks, checked.
struct HostHooks {
    let userData: UnsafeMutableRawPointer?
    let destroy: DestroyFunction?
    /// Those that are not NULL.
    let functions: [(HookPoint, HookFunction?)]

    /// Where the functions begin: everything before them must be there.
    private static let head = MemoryLayout<csn_hooks>.offset(of: \csn_hooks.on_start_submit) ?? 24
    private static let slot = MemoryLayout<UInt>.size

    /// The host's user data and destructor as far as they can be read, so that they are not lost when the rest is refused.
    static func owner(
        of hooks: UnsafePointer<csn_hooks>?
    ) -> (userData: UnsafeMutableRawPointer?, destroy: DestroyFunction?) {
        guard let hooks, hooks.pointee.struct_size >= UInt32(head) else { return (nil, nil) }
        return (hooks.pointee.user_data, hooks.pointee.destroy)
    }

    init(_ hooks: UnsafePointer<csn_hooks>?) throws(Failure) {
        guard let hooks else { throw Failure(.invalid, "The hooks are NULL.", field: "hooks") }
        let size = try checkedSize(hooks, known: MemoryLayout<csn_hooks>.size, least: Self.head)
        guard hooks.pointee.reserved == 0, (size &- Self.head) % Self.slot == 0 else {
            throw Failure(.invalid, "The struct was not initialised: use CSN_HOOKS_INIT.", field: "hooks")
        }
        (userData, destroy) = Self.owner(of: hooks)
        let slots = UnsafeRawPointer(hooks) + Self.head
        let count = (size &- Self.head) / Self.slot
        functions = HookPoint.allCases.compactMap { hook in
            guard Int(hook.rawValue) < count else { return nil }
            let function = slots.load(fromByteOffset: Int(hook.rawValue) &* Self.slot, as: HookFunction?.self)
            return function.map { (hook, $0) }
        }
    }
}

/// The size of a host's struct, cut to what this library knows. A tail beyond that must be zero.
func checkedSize<Struct>(_ value: UnsafePointer<Struct>, known: Int, least: Int) throws(Failure) -> Int {
    let size = Int(UnsafeRawPointer(value).load(as: UInt32.self))
    guard size >= least else {
        throw Failure(
            .invalid, "struct_size is too small: initialise the struct with its macro or function.", field: "struct_size")
    }
    guard size <= known else {
        // A size beyond any struct that will ever be is garbage, and its tail nothing to look at.
        let tail = UnsafeRawBufferPointer(start: value, count: min(size, 4096)).dropFirst(known)
        guard size <= 4096, tail.allSatisfy({ $0 == 0 }) else {
            throw Failure(
                .unsupported, "The struct has members that this library does not know, and they are set: load a newer one.",
                field: "struct_size")
        }
        return known
    }
    return size
}

@implementation @_cdecl("csn_hooks_init")
public func csn_hooks_init(_ hooks: UnsafeMutablePointer<csn_hooks>?, _ struct_size: UInt32) {
    clear(hooks, struct_size)
}

@implementation @_cdecl("csn_engine_options_init")
public func csn_engine_options_init(_ options: UnsafeMutablePointer<csn_engine_options>?, _ struct_size: UInt32) {
    clear(options, struct_size)
}

private func clear(_ value: UnsafeMutableRawPointer?, _ size: UInt32) {
    guard let value, size >= 8 else { return }
    value.initializeMemory(as: UInt8.self, repeating: 0, count: Int(size))
    value.storeBytes(of: size, as: UInt32.self)
}

@implementation @_cdecl("csn_hook_name")
public func csn_hook_name(_ hook: Int32) -> UnsafePointer<CChar>? {
    UInt8(exactly: hook).flatMap(HookPoint.init(rawValue:)).map { cString($0.name) }
}

/// The hook of that name.
func hookPoint(_ name: UnsafePointer<CChar>?) throws(Failure) -> HookPoint {
    let name = try HostText.string(name, "name")
    if let hook = HookPoint(name: name) { return hook }
    let names = HookPoint.allCases.map(\.name.description)
    let near = NearestName.suggestion(for: name, among: names).map { "did you mean \($0)?" }
    throw Failure(
        .notFound,
        PaymentError(
            .fieldUnknown, .refused, "There is no hook of that name; \(near ?? "csn_hook_name() has them all.")", field: "name")
    )
}
