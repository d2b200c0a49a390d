// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import CountersignRuntime

/// Calls `body` with the error of a handle; nil for a bad one.
private func withError<R>(_ handle: OpaquePointer?, _ body: (ErrorBox) -> R) -> R? {
    HandleTable.shared.use(Handle(handle), .error, as: ErrorBox.self, body)
}

/// One of an error's texts, which lives as long as the error; "" for a bad handle.
private func text(_ handle: OpaquePointer?, _ text: ErrorBox.Text) -> UnsafePointer<CChar>? {
    withError(handle) { $0.text(text) } ?? cString("")
}

@implementation @_cdecl("csn_error_status")
public func csn_error_status(_ error: OpaquePointer?) -> csn_status {
    withError(error) { $0.status.rawValue } ?? Status.invalid.rawValue
}

@implementation @_cdecl("csn_error_code")
public func csn_error_code(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { text(error, .code) }

@implementation @_cdecl("csn_error_number")
public func csn_error_number(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { text(error, .number) }

@implementation @_cdecl("csn_error_when")
public func csn_error_when(_ error: OpaquePointer?) -> Int32 { withError(error) { Int32($0.when.rawValue) } ?? 0 }

@implementation @_cdecl("csn_error_message")
public func csn_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { text(error, .message) }

@implementation @_cdecl("csn_error_field")
public func csn_error_field(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { text(error, .field) }

@implementation @_cdecl("csn_error_provider_code")
public func csn_error_provider_code(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { text(error, .providerCode) }

@implementation @_cdecl("csn_error_correlation_id")
public func csn_error_correlation_id(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { text(error, .correlationId) }

@implementation @_cdecl("csn_error_free")
public func csn_error_free(_ error: OpaquePointer?) { HandleTable.shared.release(Handle(error), .error) }
