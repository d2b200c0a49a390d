import Glibc

/// Memory from `malloc`, never null: without memory the process ends, as documented for the whole library.
///
/// - Parameters:
///   - count: Bytes wanted; zero gives one.
///   - zeroed: Whether the bytes start as zero.
@usableFromInline func allocateBytes(_ count: Int, zeroed: Bool = false) -> UnsafeMutableRawPointer {
    let size = max(count, 1)
    guard let memory = zeroed ? calloc(size, 1) : malloc(size) else { abort() }
    return memory
}
