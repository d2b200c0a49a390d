import Countersign
import Glibc

/// An error as the host holds it: its texts are C strings that live as long as the object.
public final class ErrorBox: @unchecked Sendable {
    /// What the call answered.
    public let status: Status
    /// A raw value of ``FailureTime``.
    public let when: FailureTime

    /// The texts of an error, in the order in which they lie in memory.
    public enum Text: Int, CaseIterable, Sendable {
        case code, number, message, field, providerCode, correlationId
    }

    private let memory: UnsafeMutablePointer<CChar>
    private let offsets: [Int]

    private init(_ status: Status, _ when: FailureTime, _ texts: [String]) {
        self.status = status
        self.when = when
        let size = texts.reduce(0) { $0 &+ $1.utf8.count &+ 1 }
        memory = .allocate(capacity: size)
        var offset = 0
        var offsets: [Int] = []
        for text in texts {
            offsets.append(offset)
            for byte in text.utf8 {
                // A zero inside would end the text where C reads it.
                memory[offset] = byte == 0 ? 0x3f : CChar(bitPattern: byte)
                offset &+= 1
            }
            memory[offset] = 0
            offset &+= 1
        }
        self.offsets = offsets
    }

    deinit { memory.deallocate() }

    /// The error of a failed call.
    public convenience init(_ failure: Failure) {
        if let error = failure.error {
            self.init(failure.status, error)
        } else {
            let texts = [
                failure.status.name.description, "", failure.message.description, failure.field.description, "", "",
            ]
            self.init(failure.status, .refused, texts)
        }
    }

    /// A payment's error.
    public convenience init(_ status: Status, _ error: PaymentError) {
        let texts = [
            error.code.symbol.description, error.code.number.description, error.message, error.field, error.providerCode,
            error.correlationId,
        ]
        self.init(status, error.when, texts)
    }

    /// One of the texts; it lives as long as the error.
    public func text(_ text: Text) -> UnsafePointer<CChar> {
        let index = text.rawValue
        return UnsafePointer(memory + (index < offsets.count ? offsets[index] : 0))
    }

    /// Gives the error to the host, as a handle.
    public static func handOut(_ box: ErrorBox) -> Handle { HandleTable.shared.make(.error, for: box) ?? .none }
}
