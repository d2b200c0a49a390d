// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import Countersign
import CountersignRuntime

@implementation @_cdecl("csn_payment_new")
public func csn_payment_new(
    _ engine: OpaquePointer?, _ transaction_json: UnsafePointer<CChar>?, _ payment: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    payment?.pointee = nil
    return answer(error) { () throws(Failure) in
        let slot = try required(payment, "payment")
        slot.pointee = try withEngine(engine) { (engine) throws(Failure) in
            try engine.admit()
            return try engine.makePayment(
                transaction_json == nil ? nil : try HostText.json(transaction_json, "transaction_json"))
        }.pointer
        return .ok
    }
}

@implementation @_cdecl("csn_payment_free")
public func csn_payment_free(_ payment: OpaquePointer?) {
    let handle = Handle(payment)
    let graveyard = HandleTable.shared.use(handle, .payment, as: PaymentBox.self) { payment -> Graveyard? in
        guard HandleTable.shared.release(handle, .payment) else { return nil }
        payment.released()
        return payment.graveyard
    }
    // The payment, and with it the last use of its hooks, may have gone only now.
    if let graveyard { graveyard?.visit() }
}

private func set(
    _ payment: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: ErrorSlot?, _ value: () throws(Failure) -> FieldValue
) -> csn_status {
    answer(error) { () throws(Failure) in
        try withPayment(payment) { (payment) throws(Failure) in
            try payment.admit()
            try payment.set(try HostText.string(path, "path"), try value())
            return .ok
        }
    }
}

@implementation @_cdecl("csn_payment_set_string")
public func csn_payment_set_string(
    _ payment: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    set(payment, path, error) { () throws(Failure) in .text(try HostText.string(value, "value")) }
}

@implementation @_cdecl("csn_payment_set_int")
public func csn_payment_set_int(
    _ payment: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    set(payment, path, error) { .int(value) }
}

@implementation @_cdecl("csn_payment_set_bool")
public func csn_payment_set_bool(
    _ payment: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    set(payment, path, error) { .bool(value != 0) }
}

@implementation @_cdecl("csn_payment_set_json")
public func csn_payment_set_json(
    _ payment: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ json: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    set(payment, path, error) { () throws(Failure) in
        guard let bytes = HostText.bytes(json) else { throw Failure(.invalid, "JSON is needed here, not NULL.", field: "json") }
        return .json(ByteBuffer(copying: bytes, isSecret: false))
    }
}

@implementation @_cdecl("csn_payment_set_card")
public func csn_payment_set_card(
    _ payment: OpaquePointer?, _ card: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        try withPayment(payment) { (payment) throws(Failure) in
            try withCard(card) { (card) throws(Failure) in try payment.setCard(card) }
            return .ok
        }
    }
}

@implementation @_cdecl("csn_payment_set_hooks")
public func csn_payment_set_hooks(
    _ payment: OpaquePointer?, _ hooks: UnsafePointer<csn_hooks>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    register(HostHooks.owner(of: hooks), error) { (owner) throws(Failure) in
        try withPayment(payment) { (payment) throws(Failure) in
            try payment.admit()
            let hooks = try HostHooks(hooks)
            try payment.setHooks(hooks.functions, owner.hand(), owner.destroy, needsPair: true)
        }
    }
}

@implementation @_cdecl("csn_payment_set_hook")
public func csn_payment_set_hook(
    _ payment: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ hook: csn_hook?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: csn_destroy?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    register((user_data, destroy), error) { (owner) throws(Failure) in
        try withPayment(payment) { (payment) throws(Failure) in
            try payment.admit()
            let point = try hookPoint(name)
            try payment.setHooks([(point, hook)], owner.hand(), owner.destroy, needsPair: false)
        }
    }
}

private func act(
    _ payment: OpaquePointer?, _ error: ErrorSlot?, _ body: (PaymentBox) throws(Failure) -> Void
) -> csn_status {
    answer(error) { () throws(Failure) in
        try withPayment(payment, body)
        return .ok
    }
}

@implementation @_cdecl("csn_payment_submit")
public func csn_payment_submit(_ payment: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> csn_status {
    act(payment, error) { (payment) throws(Failure) in try payment.submit() }
}

@implementation @_cdecl("csn_payment_run")
public func csn_payment_run(
    _ payment: OpaquePointer?, _ timeout: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        try withPayment(payment) { (payment) throws(Failure) in try payment.run(timeout: timeout) }
    }
}

@implementation @_cdecl("csn_payment_complete_challenge")
public func csn_payment_complete_challenge(
    _ payment: OpaquePointer?, _ cres: UnsafePointer<CChar>?, _ length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    act(payment, error) { (payment) throws(Failure) in
        _ = try HostText.bytes(cres, length, "cres")
        try payment.completeChallenge()
    }
}

@implementation @_cdecl("csn_payment_close_challenge")
public func csn_payment_close_challenge(
    _ payment: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    act(payment, error) { (payment) throws(Failure) in try payment.closeChallenge() }
}

@implementation @_cdecl("csn_payment_cancel")
public func csn_payment_cancel(_ payment: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> csn_status {
    act(payment, error) { (payment) throws(Failure) in try payment.cancel() }
}

@implementation @_cdecl("csn_payment_look_up")
public func csn_payment_look_up(_ payment: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> csn_status {
    act(payment, error) { (payment) throws(Failure) in try payment.lookUp() }
}
