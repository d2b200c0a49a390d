import Glibc

extension UnsafeRawBufferPointer {
    /// Whether the bytes are those of `text`. Takes a time that depends on the content: not for secrets.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        guard let bytes = baseAddress else { return true }
        return memcmp(bytes, text.utf8Start, count) == 0
    }
}
