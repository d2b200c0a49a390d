// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import Countersign
import CountersignRuntime

@implementation @_cdecl("csn_engine_new")
public func csn_engine_new(
    _ options: UnsafePointer<csn_engine_options>?, _ engine: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    engine?.pointee = nil
    return answer(error) { () throws(Failure) in
        let slot = try required(engine, "engine")
        slot.pointee = try Engine.open(try configuration(options)).pointer
        return .ok
    }
}

private func configuration(_ options: UnsafePointer<csn_engine_options>?) throws(Failure) -> EngineConfiguration {
    guard let options else { return EngineConfiguration() }
    let known = MemoryLayout<csn_engine_options>.size
    _ = try checkedSize(options, known: known, least: known)
    guard options.pointee.reserved == 0 else {
        throw Failure(.invalid, "The struct was not initialised: use CSN_ENGINE_OPTIONS_INIT.", field: "options")
    }
    guard let json = HostText.bytes(options.pointee.config_json) else { return EngineConfiguration() }
    return try EngineConfiguration(json)
}

@implementation @_cdecl("csn_engine_free")
public func csn_engine_free(_ engine: OpaquePointer?) {
    let handle = Handle(engine)
    let graveyard = HandleTable.shared.use(handle, .engine, as: Engine.self) { engine -> Graveyard? in
        guard HandleTable.shared.release(handle, .engine) else { return nil }
        engine.close()
        return engine.graveyard
    }
    // The engine itself may have gone with this use of it.
    if let graveyard { graveyard?.visit() }
}

@implementation @_cdecl("csn_engine_set_hooks")
public func csn_engine_set_hooks(
    _ engine: OpaquePointer?, _ hooks: UnsafePointer<csn_hooks>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    register(HostHooks.owner(of: hooks), error) { (owner) throws(Failure) in
        try withEngine(engine) { (engine) throws(Failure) in
            try engine.admit()
            let hooks = try HostHooks(hooks)
            try engine.setHooks(hooks.functions, owner.hand(), owner.destroy)
        }
    }
}

@implementation @_cdecl("csn_engine_set_hook")
public func csn_engine_set_hook(
    _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ hook: csn_hook?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: csn_destroy?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    register((user_data, destroy), error) { (owner) throws(Failure) in
        try withEngine(engine) { (engine) throws(Failure) in
            try engine.admit()
            let point = try hookPoint(name)
            try engine.setHooks([(point, hook)], owner.hand(), owner.destroy)
        }
    }
}

@implementation @_cdecl("csn_engine_load_issuers")
public func csn_engine_load_issuers(
    _ engine: OpaquePointer?, _ table: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        try withEngine(engine) { (engine) throws(Failure) in
            try engine.admit()
            try engine.loadIssuers(try HostText.bytes(table, length, "table"))
            return .ok
        }
    }
}

@implementation @_cdecl("csn_engine_fd")
public func csn_engine_fd(_ engine: OpaquePointer?) -> Int32 {
    number { () throws(Failure) in try withEngine(engine) { (engine) throws(Failure) in try engine.descriptor() } }
}

@implementation @_cdecl("csn_engine_dispatch")
public func csn_engine_dispatch(
    _ engine: OpaquePointer?, _ max_steps: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    number(error) { () throws(Failure) in
        try withEngine(engine) { (engine) throws(Failure) in try engine.dispatch(max_steps) }
    }
}

private func time(
    _ engine: OpaquePointer?, _ time: UnsafeMutablePointer<Int64>?, _ read: (Engine) throws(Failure) -> Int64
) -> csn_status {
    answer(nil) { () throws(Failure) in
        let slot = try required(time, "time")
        slot.pointee = try withEngine(engine, read)
        return .ok
    }
}

@implementation @_cdecl("csn_engine_next_deadline")
public func csn_engine_next_deadline(_ engine: OpaquePointer?, _ time: UnsafeMutablePointer<Int64>?) -> csn_status {
    CountersignABI.time(engine, time) { (engine) throws(Failure) in try engine.nextDeadline() }
}

@implementation @_cdecl("csn_engine_now")
public func csn_engine_now(_ engine: OpaquePointer?, _ time: UnsafeMutablePointer<Int64>?) -> csn_status {
    CountersignABI.time(engine, time) { (engine) throws(Failure) in try engine.now() }
}

@implementation @_cdecl("csn_engine_advance_time")
public func csn_engine_advance_time(
    _ engine: OpaquePointer?, _ milliseconds: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        try withEngine(engine) { (engine) throws(Failure) in
            try engine.advanceTime(by: milliseconds)
            return .ok
        }
    }
}
