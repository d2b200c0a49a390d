// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import Countersign
import CountersignRuntime

@implementation @_cdecl("csn_card_check")
public func csn_card_check(
    _ number: UnsafePointer<CChar>?, _ length: Int, _ brand: UnsafeMutablePointer<Int32>?, _ check: UnsafeMutablePointer<Int32>?
) -> csn_status {
    guard length >= 0, number != nil || length == 0 else { return Status.invalid.rawValue }
    let answer = checkCard(UnsafeRawBufferPointer(start: number, count: length))
    brand?.pointee = Int32(answer.brandNumber)
    check?.pointee = code(answer.reason)
    return Status.ok.rawValue
}

private func code(_ reason: FieldReason) -> Int32 {
    switch reason {
    case .ok: CSN_CHECK_VALID
    case .empty: CSN_CHECK_EMPTY
    case .incomplete: CSN_CHECK_INCOMPLETE
    case .luhn: CSN_CHECK_LUHN
    case .tooLong: CSN_CHECK_TOO_LONG
    case .unknownBrand: CSN_CHECK_UNKNOWN_BRAND
    default: CSN_CHECK_BAD_CHARACTERS
    }
}

@implementation @_cdecl("csn_brand_id")
public func csn_brand_id(_ brand: Int32) -> UnsafePointer<CChar>? {
    UInt8(exactly: brand).flatMap(CardBrand.init(rawValue:)).map { cString($0.idText) }
}
