// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign

@implementation @_cdecl("csn_version")
public func csn_version() -> UnsafePointer<CChar>? { cString("0.1.0") }

@implementation @_cdecl("csn_abi_version")
public func csn_abi_version() -> UInt32 { UInt32(CSN_ABI_MAJOR) << 16 | UInt32(CSN_ABI_MINOR) }
