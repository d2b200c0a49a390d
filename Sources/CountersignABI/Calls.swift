import CCountersign
import Countersign
import CountersignRuntime

/// Where a call puts its error, if the host wants it.
typealias ErrorSlot = UnsafeMutablePointer<OpaquePointer?>

/// Runs the body of an exported function: the status it answers or throws is returned, and the details go to `slot`.
@inline(__always)
func answer(_ slot: ErrorSlot?, _ body: () throws(Failure) -> Status) -> csn_status {
    do throws(Failure) {
        let status = try body()
        slot?.pointee = nil
        return status.rawValue
    } catch {
        return refuse(slot, error)
    }
}

/// The same for functions that answer a number where they succeed.
@inline(__always)
func number(_ slot: ErrorSlot? = nil, _ body: () throws(Failure) -> Int32) -> Int32 {
    do throws(Failure) {
        let number = try body()
        slot?.pointee = nil
        return number
    } catch {
        return refuse(slot, error)
    }
}

@inline(never)
private func refuse(_ slot: ErrorSlot?, _ failure: Failure) -> csn_status {
    if let slot { slot.pointee = ErrorBox.handOut(ErrorBox(failure)).pointer }
    return failure.status.rawValue
}

/// Calls `body` with the engine of a handle.
@inline(__always)
func withEngine<R>(_ handle: OpaquePointer?, _ body: (Engine) throws(Failure) -> R) throws(Failure) -> R {
    guard let result = try HandleTable.shared.use(Handle(handle), .engine, as: Engine.self, body) else {
        throw Failure(.invalid, "The engine is NULL, was released, or is no engine.", field: "engine")
    }
    return result
}

/// Calls `body` with the payment of a handle.
@inline(__always)
func withPayment<R>(_ handle: OpaquePointer?, _ body: (PaymentBox) throws(Failure) -> R) throws(Failure) -> R {
    guard let result = try HandleTable.shared.use(Handle(handle), .payment, as: PaymentBox.self, body) else {
        throw Failure(.invalid, "The payment is NULL, was released, or is no payment.", field: "payment")
    }
    return result
}

/// Calls `body` with the card of a handle.
@inline(__always)
func withCard<R>(_ handle: OpaquePointer?, _ body: (CardBox) throws(Failure) -> R) throws(Failure) -> R {
    guard let result = try HandleTable.shared.use(Handle(handle), .card, as: CardBox.self, body) else {
        throw Failure(.invalid, "The card is NULL, was released, or is no card.", field: "card")
    }
    return result
}

/// Calls `body` with the reply of a handle.
@inline(__always)
func withReply<R>(_ handle: OpaquePointer?, _ body: (ReplyBox) throws(Failure) -> R) throws(Failure) -> R {
    guard let result = try HandleTable.shared.use(Handle(handle), .reply, as: ReplyBox.self, body) else {
        throw Failure(.invalid, "The reply is NULL or not valid any more: its hook has returned.", field: "reply")
    }
    return result
}

/// A C string that lives for ever.
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Refuses a NULL where a result goes.
@inline(__always)
func required<Value>(
    _ slot: UnsafeMutablePointer<Value>?, _ argument: StaticString
) throws(Failure) -> UnsafeMutablePointer<Value> {
    guard let slot else { throw Failure(.invalid, "A place for the result is needed here, not NULL.", field: argument) }
    return slot
}

/// Copies text to a host's buffer: the length always, the bytes if they and `ending` zero bytes fit.
func write(
    _ text: UnsafeRawBufferPointer, to buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?, endings: Int
) throws(Failure) -> Status {
    length?.pointee = text.count
    guard buffer != nil || capacity == 0 else { throw Failure(.invalid, "The buffer is NULL.", field: "buffer") }
    guard text.count &+ endings <= capacity else {
        throw Failure(.buffer, "The buffer is too small: the length says what is needed.", field: "buffer")
    }
    guard let buffer else { return .ok }
    if let start = text.baseAddress { UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: text.count) }
    if endings > 0 { buffer[text.count] = 0 }
    return .ok
}
