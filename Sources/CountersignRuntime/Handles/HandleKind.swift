/// What a handle stands for. It is part of the handle, so that an engine is never taken for a payment.
public enum HandleKind: UInt64, Sendable {
    case engine = 1, payment, card, error, event, reply
}
