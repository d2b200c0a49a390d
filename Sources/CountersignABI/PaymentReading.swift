// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import Countersign
import CountersignRuntime

@implementation @_cdecl("csn_payment_state")
public func csn_payment_state(_ payment: OpaquePointer?) -> Int32 {
    number { () throws(Failure) in try withPayment(payment) { (payment) throws(Failure) in try payment.state().rawValue } }
}

@implementation @_cdecl("csn_payment_ending")
public func csn_payment_ending(_ payment: OpaquePointer?) -> Int32 {
    number { () throws(Failure) in
        try withPayment(payment) { (payment) throws(Failure) in try payment.ending().map { Int32($0.rawValue) } ?? 0 }
    }
}

/// A field that has a value.
private func value(_ payment: OpaquePointer?, _ path: UnsafePointer<CChar>?) throws(Failure) -> FieldValue {
    let path = try HostText.string(path, "path")
    let value = try withPayment(payment) { (payment) throws(Failure) in try payment.value(path) }
    switch value {
    case nil: throw noField
    case .some(FieldValue.none): throw Failure(.notFound, "The field has no value now.", field: "path")
    case .some(let value): return value
    }
}

@implementation @_cdecl("csn_payment_get_string")
public func csn_payment_get_string(
    _ payment: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?
) -> csn_status {
    answer(nil) { () throws(Failure) in
        var text: String
        switch try value(payment, path) {
        case .none: text = ""
        case .text(let value): text = value
        case .int(let value): text = String(value)
        case .bool(let value): text = value ? "true" : "false"
        case .json(let value): text = value.text()
        }
        let result = text.withUTF8 { utf8 in
            Result { () throws(Failure) in
                try write(UnsafeRawBufferPointer(utf8), to: buffer, capacity, length, endings: 1)
            }
        }
        return try result.get()
    }
}

@implementation @_cdecl("csn_payment_get_int")
public func csn_payment_get_int(
    _ payment: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int64>?
) -> csn_status {
    answer(nil) { () throws(Failure) in
        let slot = try required(value, "value")
        guard let number = try CountersignABI.value(payment, path).int else { throw noNumber }
        slot.pointee = number
        return .ok
    }
}

@implementation @_cdecl("csn_payment_get_bool")
public func csn_payment_get_bool(
    _ payment: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int32>?
) -> csn_status {
    answer(nil) { () throws(Failure) in
        let slot = try required(value, "value")
        guard let truth = try CountersignABI.value(payment, path).bool else { throw noTruthValue }
        slot.pointee = truth ? 1 : 0
        return .ok
    }
}

@implementation @_cdecl("csn_payment_json_copy")
public func csn_payment_json_copy(
    _ payment: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    json?.pointee = nil
    return answer(error) { () throws(Failure) in
        let slot = try required(json, "json")
        slot.pointee = HostText.copy(try withPayment(payment) { (payment) throws(Failure) in try payment.json() })
        return .ok
    }
}

@implementation @_cdecl("csn_payment_error")
public func csn_payment_error(_ payment: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> csn_status {
    error?.pointee = nil
    return answer(nil) { () throws(Failure) in
        let slot = try required(error, "error")
        guard let found = try withPayment(payment, { (payment) throws(Failure) in try payment.error() }) else {
            throw Failure(.notFound, "No error ended the payment.")
        }
        slot.pointee = ErrorBox.handOut(ErrorBox(.declared, found)).pointer
        return .ok
    }
}
