/// The name of a member, in its document.
public struct JSONName: Sendable {
    let document: JSONDocument
    let index: UInt32

    /// Calls `body` with the name in UTF-8, escapes undone.
    public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(document) {
            let node = document.tape.nodes + Int(index)
            return try body(UnsafeRawBufferPointer(start: document.tape.key(node), count: Int(node.pointee.keyLength)))
        }
    }

    /// A copy of the name.
    public var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// Whether the name is `text`, compared without a copy.
    public static func == (name: JSONName, text: StaticString) -> Bool {
        name.withBytes { $0.equals(text) }
    }

    /// Whether the name is not `text`.
    public static func != (name: JSONName, text: StaticString) -> Bool { !(name == text) }

    /// The name as part of a path: dots and backslashes escaped, and cut after 64 characters.
    var pathComponent: String {
        var component = ""
        for (position, scalar) in string.unicodeScalars.enumerated() {
            if position == 64 { return component + "…" }
            if scalar == "." || scalar == "\\" { component.unicodeScalars.append("\\") }
            component.unicodeScalars.append(scalar)
        }
        return component
    }
}
