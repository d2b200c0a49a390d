/// A handle as the host holds it: a number dressed as a pointer, which is never dereferenced.
///
/// From the highest bit: a zero, a one, 4 bits of kind, 32 of generation, 26 of slot. The two leading bits make it an address
/// that no process has, so that a real pointer is never taken for a handle.
public struct Handle: Equatable, Sendable {
    static let slotBits: UInt64 = 26
    static let slotMask: UInt64 = 1 << slotBits - 1
    static let generationMask: UInt64 = 0xffff_ffff

    let word: UInt64

    init(word: UInt64) { self.word = word }

    /// The number in a host's pointer; NULL gives a handle that is none.
    @inline(__always)
    public init(_ pointer: OpaquePointer?) { word = UInt64(UInt(bitPattern: pointer)) }

    /// The pointer to give to the host.
    @inline(__always)
    public var pointer: OpaquePointer? { OpaquePointer(bitPattern: UInt(word)) }

    /// The handle that stands for nothing.
    public static let none = Handle(word: 0)

    var slot: Int { Int(word & Handle.slotMask) }

    /// Kind and generation with the leading bits, as a slot in use carries them.
    static func key(_ kind: HandleKind, _ generation: UInt64) -> UInt64 { 1 << 36 | kind.rawValue << 32 | generation }
}
