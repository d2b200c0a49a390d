import Countersign

/// Texts about the sandbox that live for ever.
public enum SandboxTexts {
    /// The cards and amounts that it knows, as a JSON array.
    public nonisolated(unsafe) static let cases: UnsafePointer<CChar>? = HostText.copy(SandboxCases.json()).map {
        UnsafePointer($0)
    }
}
