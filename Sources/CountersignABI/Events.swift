// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import Countersign
import CountersignRuntime

/// Calls `body` with the event of a handle; nil for a bad one.
@inline(__always)
private func withEvent<R>(_ handle: OpaquePointer?, _ body: (EventBox) -> R) -> R? {
    HandleTable.shared.use(Handle(handle), .event, as: EventBox.self, body)
}

@implementation @_cdecl("csn_event_hook")
public func csn_event_hook(_ event: OpaquePointer?) -> Int32 {
    (withEvent(event) { $0.point } ?? nil).map { Int32($0.rawValue) } ?? Status.invalid.rawValue
}

@implementation @_cdecl("csn_event_name")
public func csn_event_name(_ event: OpaquePointer?) -> UnsafePointer<CChar>? {
    (withEvent(event) { $0.point } ?? nil).map { cString($0.name) } ?? cString("")
}

@implementation @_cdecl("csn_event_payment")
public func csn_event_payment(_ event: OpaquePointer?) -> OpaquePointer? {
    withEvent(event) { $0.paymentHandle.pointer } ?? nil
}

@implementation @_cdecl("csn_event_id")
public func csn_event_id(_ event: OpaquePointer?) -> UInt64 { withEvent(event) { $0.id } ?? 0 }

@implementation @_cdecl("csn_event_redelivered")
public func csn_event_redelivered(_ event: OpaquePointer?) -> Int32 {
    (withEvent(event) { $0.isRedelivered } ?? nil).map { $0 ? 1 : 0 } ?? Status.invalid.rawValue
}

@implementation @_cdecl("csn_event_string")
public func csn_event_string(_ event: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
    guard let path, let path = String(validatingCString: path) else { return nil }
    return withEvent(event) { $0.text(path) } ?? nil
}

/// A field of an event.
@inline(__always)
private func value(_ event: OpaquePointer?, _ path: UnsafePointer<CChar>?) throws(Failure) -> FieldValue {
    let path = try HostText.string(path, "path")
    guard let found = withEvent(event, { $0.point == nil ? nil : .some($0.value(path)) }) ?? nil else {
        throw Failure(
            .invalid, "The event is not valid here: it is read on the hook's thread until the hook returns.", field: "event")
    }
    guard let found else { throw noField }
    return found
}

@implementation @_cdecl("csn_event_int")
public func csn_event_int(
    _ event: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int64>?
) -> csn_status {
    answer(nil) { () throws(Failure) in
        let slot = try required(value, "value")
        guard let number = try CountersignABI.value(event, path).int else { throw noNumber }
        slot.pointee = number
        return .ok
    }
}

@implementation @_cdecl("csn_event_bool")
public func csn_event_bool(
    _ event: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int32>?
) -> csn_status {
    answer(nil) { () throws(Failure) in
        let slot = try required(value, "value")
        guard let truth = try CountersignABI.value(event, path).bool else { throw noTruthValue }
        slot.pointee = truth ? 1 : 0
        return .ok
    }
}

let noField = Failure(.field, "There is no field of that name.", field: "path")
let noNumber = Failure(.notFound, "The field has no value now, or is no whole number.", field: "path")
let noTruthValue = Failure(.notFound, "The field has no value now, or is no truth value.", field: "path")

@implementation @_cdecl("csn_event_json")
public func csn_event_json(_ event: OpaquePointer?) -> UnsafePointer<CChar>? { withEvent(event) { $0.json() } ?? nil }
