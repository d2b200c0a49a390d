// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import Countersign
import CountersignRuntime

private func set(
    _ reply: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: ErrorSlot?, _ value: () throws(Failure) -> FieldValue
) -> csn_status {
    answer(error) { () throws(Failure) in
        let handle = Handle(reply)
        return try withReply(reply) { (reply) throws(Failure) in
            try reply.admit()
            try reply.set(try HostText.string(path, "path"), try value(), as: handle)
            return .ok
        }
    }
}

@implementation @_cdecl("csn_reply_set_string")
public func csn_reply_set_string(
    _ reply: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    set(reply, path, error) { () throws(Failure) in .text(try HostText.string(value, "value")) }
}

@implementation @_cdecl("csn_reply_set_int")
public func csn_reply_set_int(
    _ reply: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    set(reply, path, error) { .int(value) }
}

@implementation @_cdecl("csn_reply_set_bool")
public func csn_reply_set_bool(
    _ reply: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    set(reply, path, error) { .bool(value != 0) }
}

@implementation @_cdecl("csn_reply_set_json")
public func csn_reply_set_json(
    _ reply: OpaquePointer?, _ json: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        let handle = Handle(reply)
        return try withReply(reply) { (reply) throws(Failure) in
            try reply.admit()
            try reply.apply(try HostText.json(json, "json"), as: handle)
            return .ok
        }
    }
}

@implementation @_cdecl("csn_reply_set_secret")
public func csn_reply_set_secret(
    _ reply: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ bytes: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        let handle = Handle(reply)
        return try withReply(reply) { (reply) throws(Failure) in
            try reply.admit()
            try reply.setSecret(
                try HostText.string(name, "name"), try HostText.bytes(bytes, length, "bytes"), as: handle)
            return .ok
        }
    }
}

@implementation @_cdecl("csn_reply_set_reason")
public func csn_reply_set_reason(
    _ reply: OpaquePointer?, _ reason: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        let handle = Handle(reply)
        return try withReply(reply) { (reply) throws(Failure) in
            try reply.admit()
            try reply.setReason(try HostText.string(reason, "reason"), as: handle)
            return .ok
        }
    }
}

@implementation @_cdecl("csn_reply_complete")
public func csn_reply_complete(
    _ reply: OpaquePointer?, _ decision: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        let handle = Handle(reply)
        return try withReply(reply) { (reply) throws(Failure) in
            try reply.admit()
            switch decision {
            case CSN_PROCEED: try reply.complete(.proceed, as: handle)
            case CSN_NONE: try reply.complete(.none, as: handle)
            case CSN_FAIL: try reply.complete(.failed, as: handle)
            default: throw Failure(.invalid, "The decision is CSN_PROCEED, CSN_NONE or CSN_FAIL.", field: "decision")
            }
            return .ok
        }
    }
}

@implementation @_cdecl("csn_reply_free")
public func csn_reply_free(_ reply: OpaquePointer?) { try? withReply(reply) { $0.free() } }
