/// A hook of the host: event, reply (NULL where the host is only told), user data; answers a decision.
public typealias HookFunction = @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Int32

/// Told that user data is no longer needed.
public typealias DestroyFunction = @convention(c) (UnsafeMutableRawPointer?) -> Void
