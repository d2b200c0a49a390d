// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import Countersign
import CountersignRuntime

@implementation @_cdecl("csn_card_new")
public func csn_card_new(
    _ engine: OpaquePointer?, _ options_json: UnsafePointer<CChar>?, _ card: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    card?.pointee = nil
    return answer(error) { () throws(Failure) in
        let slot = try required(card, "card")
        slot.pointee = try withEngine(engine) { (engine) throws(Failure) in
            try engine.admit()
            return try engine.makeCard(options_json == nil ? nil : try HostText.json(options_json, "options_json"))
        }.pointer
        return .ok
    }
}

@implementation @_cdecl("csn_card_free")
public func csn_card_free(_ card: OpaquePointer?) {
    let handle = Handle(card)
    try? withCard(card) { card in
        if HandleTable.shared.release(handle, .card) { card.released() }
    }
}

/// The field of that number.
@inline(__always)
private func cardField(_ field: Int32) throws(Failure) -> CardField {
    guard let number = UInt8(exactly: field), let field = CardField(rawValue: number) else {
        throw Failure(.invalid, "The field is one of CSN_FIELD_…", field: "field")
    }
    return field
}

/// Card data must be UTF-8; nothing of it is kept where it is not.
private func cardText(_ text: UnsafePointer<CChar>?, _ length: Int) throws(Failure) -> UnsafeRawBufferPointer {
    let bytes = try HostText.bytes(text, length, "text")
    guard HostText.isUTF8(bytes) else { throw Failure(.text, "The text is not valid UTF-8.", field: "text") }
    return bytes
}

@implementation @_cdecl("csn_card_set")
public func csn_card_set(
    _ card: OpaquePointer?, _ field: Int32, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        try withCard(card) { (card) throws(Failure) in
            try card.set(try cardField(field), try cardText(text, length))
            return .ok
        }
    }
}

@implementation @_cdecl("csn_card_edit")
public func csn_card_edit(
    _ card: OpaquePointer?, _ field: Int32, _ edit: Int32, _ selection_start: Int, _ selection_end: Int,
    _ text: UnsafePointer<CChar>?, _ length: Int, _ caret: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        try withCard(card) { (card) throws(Failure) in
            let field = try cardField(field)
            let change: FieldEdit
            switch edit {
            case CSN_EDIT_INSERT: change = .insert(try cardText(text, length))
            case CSN_EDIT_BACKSPACE: change = .backspace
            case CSN_EDIT_DELETE_FORWARD: change = .deleteForward
            default: throw Failure(.invalid, "The edit is one of CSN_EDIT_…", field: "edit")
            }
            guard selection_start >= 0, selection_end >= 0 else {
                throw Failure(.invalid, "The selection is out of range.", field: "selection_start")
            }
            let place = try card.edit(field, change, from: selection_start, to: selection_end)
            caret?.pointee = place
            return .ok
        }
    }
}

@implementation @_cdecl("csn_card_format")
public func csn_card_format(
    _ card: OpaquePointer?, _ field: Int32, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?
) -> csn_status {
    answer(nil) { () throws(Failure) in
        let slot = try required(length, "length")
        guard capacity >= 0, buffer != nil || capacity == 0 else {
            throw Failure(.invalid, "The buffer is NULL.", field: "buffer")
        }
        return try withCard(card) { (card) throws(Failure) in
            let room = UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
            let needed = try card.write(try cardField(field), to: room)
            slot.pointee = needed
            return needed <= capacity ? .ok : .buffer
        }
    }
}

/// How a field stands; nil for a bad argument.
private func state(_ card: OpaquePointer?, _ field: Int32) throws(Failure) -> FieldState {
    try withCard(card) { (card) throws(Failure) in try card.state(of: try cardField(field)) }
}

@implementation @_cdecl("csn_card_is_valid")
public func csn_card_is_valid(_ card: OpaquePointer?, _ field: Int32) -> Int32 {
    number { () throws(Failure) in try state(card, field).isValid ? 1 : 0 }
}

@implementation @_cdecl("csn_card_can_become_valid")
public func csn_card_can_become_valid(_ card: OpaquePointer?, _ field: Int32) -> Int32 {
    number { () throws(Failure) in try state(card, field).isPotentiallyValid ? 1 : 0 }
}

@implementation @_cdecl("csn_card_error_code")
public func csn_card_error_code(_ card: OpaquePointer?, _ field: Int32) -> UnsafePointer<CChar>? {
    cString((try? state(card, field))?.errorCode ?? "")
}

@implementation @_cdecl("csn_card_error_text")
public func csn_card_error_text(_ card: OpaquePointer?, _ field: Int32) -> UnsafePointer<CChar>? {
    cString((try? state(card, field))?.message ?? "")
}

@implementation @_cdecl("csn_card_brand")
public func csn_card_brand(_ card: OpaquePointer?) -> UnsafePointer<CChar>? {
    cString((try? withCard(card) { (card) throws(Failure) in try card.brand()?.idText }) ?? "")
}

@implementation @_cdecl("csn_card_brand_count")
public func csn_card_brand_count(_ card: OpaquePointer?) -> Int32 {
    number { () throws(Failure) in
        try withCard(card) { (card) throws(Failure) in Int32(truncatingIfNeeded: try card.brands().count) }
    }
}

@implementation @_cdecl("csn_card_brand_at")
public func csn_card_brand_at(_ card: OpaquePointer?, _ index: Int32) -> UnsafePointer<CChar>? {
    guard let brands = try? withCard(card, { (card) throws(Failure) in try card.brands() }) else { return nil }
    let index = Int(index)
    return brands.indices.contains(index) ? cString(brands[index].idText) : nil
}

@implementation @_cdecl("csn_card_choose_brand")
public func csn_card_choose_brand(
    _ card: OpaquePointer?, _ brand: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    answer(error) { () throws(Failure) in
        try withCard(card) { (card) throws(Failure) in
            guard let brand = CardBrand(id: try HostText.string(brand, "brand")), try card.choose(brand) else {
                throw Failure(
                    refusing: PaymentError(
                        .cardNotAccepted, .refused,
                        "The card does not have that brand: csn_card_brand_at() says which may be chosen.", field: "brand"))
            }
            return .ok
        }
    }
}

@implementation @_cdecl("csn_card_cvc_name")
public func csn_card_cvc_name(_ card: OpaquePointer?) -> UnsafePointer<CChar>? {
    cString((try? withCard(card) { (card) throws(Failure) in try card.securityCodeName() }) ?? "")
}

@implementation @_cdecl("csn_card_cvc_length")
public func csn_card_cvc_length(_ card: OpaquePointer?) -> Int32 {
    number { () throws(Failure) in
        try withCard(card) { (card) throws(Failure) in Int32(truncatingIfNeeded: try card.securityCodeLengths().upperBound) }
    }
}

private func write(
    _ card: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    _ read: (CardBox) throws(Failure) -> String
) -> csn_status {
    answer(nil) { () throws(Failure) in
        let slot = try required(length, "length")
        var text = try withCard(card, read)
        let result = text.withUTF8 { utf8 in
            Result { () throws(Failure) in
                try CountersignABI.write(UnsafeRawBufferPointer(utf8), to: buffer, capacity, slot, endings: 0)
            }
        }
        return try result.get()
    }
}

@implementation @_cdecl("csn_card_iin")
public func csn_card_iin(
    _ card: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> csn_status {
    write(card, buffer, capacity, length) { (card) throws(Failure) in try card.iin() }
}

@implementation @_cdecl("csn_card_last_four")
public func csn_card_last_four(
    _ card: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> csn_status {
    write(card, buffer, capacity, length) { (card) throws(Failure) in try card.lastFour() }
}
