/// An immutable value on the heap, so that a record that holds many of them stays small while they are absent, and copying it
/// copies a pointer.
public final class Shared<Value: Sendable>: Sendable {
    /// What is shared.
    public let value: Value

    /// Shares a value.
    public init(_ value: Value) { self.value = value }
}
