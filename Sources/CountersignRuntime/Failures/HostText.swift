import Countersign
import Glibc

/// Text that comes from the host, and memory that goes to it.
public enum HostText {
    /// The bytes of a C string, without its end; nil for NULL.
    @inline(__always)
    public static func bytes(_ text: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer? {
        text.map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
    }

    /// A C string as a `String`. Not for secrets.
    public static func string(_ text: UnsafePointer<CChar>?, _ argument: StaticString) throws(Failure) -> String {
        guard let text else { throw Failure(.invalid, "A text is needed here, not NULL.", field: argument) }
        guard let string = String(validatingCString: text) else {
            throw Failure(.text, "The text is not valid UTF-8.", field: argument)
        }
        return string
    }

    /// Pointer and length as bytes; NULL only with length 0.
    public static func bytes(
        _ start: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
    ) throws(Failure) -> UnsafeRawBufferPointer {
        guard length >= 0, start != nil || length == 0 else {
            throw Failure(.invalid, "The bytes are needed here, not NULL.", field: argument)
        }
        return UnsafeRawBufferPointer(start: start, count: length)
    }

    /// A C string as a JSON document.
    public static func json(_ text: UnsafePointer<CChar>?, _ argument: StaticString) throws(Failure) -> JSONDocument {
        guard let bytes = bytes(text) else { throw Failure(.invalid, "JSON is needed here, not NULL.", field: argument) }
        do throws(JSONError) {
            return try JSONDocument(parsing: bytes)
        } catch {
            throw Failure(error)
        }
    }

    /// A copy that ends in a zero byte, for `csn_free`; nil without memory.
    public static func copy(_ buffer: ByteBuffer) -> UnsafeMutablePointer<CChar>? {
        guard let memory = malloc(buffer.count &+ 1) else { return nil }
        buffer.withBytes { bytes in
            if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
        }
        memory.storeBytes(of: 0, toByteOffset: buffer.count, as: UInt8.self)
        return memory.assumingMemoryBound(to: CChar.self)
    }

    /// Releases what ``copy(_:)`` gave.
    public static func release(_ memory: UnsafeMutableRawPointer?) { free(memory) }
}

extension HostText {
    /// Whether the bytes are valid UTF-8, without making a `String` of them.
    public static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Nearly all of it is ASCII; the standard library's decoder judges the rest.
        if bytes.allSatisfy({ $0 < 0x80 }) { return true }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}
