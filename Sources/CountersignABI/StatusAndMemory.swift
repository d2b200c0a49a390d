// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import CountersignRuntime

@implementation @_cdecl("csn_status_name")
public func csn_status_name(_ status: csn_status) -> UnsafePointer<CChar>? {
    cString((Status(rawValue: status) ?? .invalid).name)
}

@implementation @_cdecl("csn_free")
public func csn_free(_ memory: UnsafeMutableRawPointer?) { HostText.release(memory) }
