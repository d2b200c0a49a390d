/// What a JSON value is (RFC 8259, 3).
public enum JSONKind: UInt8, Sendable {
    case object, array, string, number, bool, null
}
