/// Where a request of the sandbox's PXP API goes. Ids are read here; what they name is looked up later.
enum SandboxRoute {
    /// What the path names, variable parts still percent-encoded.
    case createToken(ownerType: Slice<UnsafeBufferPointer<UInt8>>, ownerId: Slice<UnsafeBufferPointer<UInt8>>)
    case preInitiate
    case initiate(SandboxIdentifiers.Identifier?)
    case readBack(SandboxIdentifiers.Identifier?)
    case transaction
    case technicalCancel
    case lookUp(
        merchant: Slice<UnsafeBufferPointer<UInt8>>, site: Slice<UnsafeBufferPointer<UInt8>>,
        query: Slice<UnsafeBufferPointer<UInt8>>)
    case read(SandboxIdentifiers.Identifier?)

    typealias Part = Slice<UnsafeBufferPointer<UInt8>>

    init(_ method: GatewayRequest.Method, _ path: UnsafeBufferPointer<UInt8>) throws(SandboxRefusal) {
        var rest = path[...]
        guard Self.take("/api/v1/", from: &rest) else { throw .unknownPath }
        if Self.take("transactions", from: &rest) {
            self = try Self.transactions(method, rest)
        } else if Self.take("threedsecure/integrated/authentications", from: &rest) {
            self = try Self.authentications(method, rest)
        } else if Self.take("token-vault/", from: &rest) {
            let ownerType = Self.part(&rest)
            let ownerId = Self.part(&rest)
            guard Self.equals(rest, "vaults/gateway-tokens") else { throw .unknownPath }
            guard method == .post else { throw .wrongMethod }
            self = .createToken(ownerType: ownerType, ownerId: ownerId)
        } else {
            throw .unknownPath
        }
    }

    private static func transactions(_ method: GatewayRequest.Method, _ path: Part) throws(SandboxRefusal) -> SandboxRoute {
        var rest = path
        if rest.isEmpty {
            guard method == .post else { throw .wrongMethod }
            return .transaction
        }
        guard take("/", from: &rest) else { throw .unknownPath }
        if equals(rest, "technical-cancellations") {
            guard method == .post else { throw .wrongMethod }
            return .technicalCancel
        }
        guard method == .get else { throw .wrongMethod }
        let query = rest.firstIndex(of: 0x3f).map { rest[($0 &+ 1)...] } ?? rest[rest.endIndex...]
        var names = rest.firstIndex(of: 0x3f).map { rest[..<$0] } ?? rest
        let first = part(&names)
        if names.isEmpty { return .read(identifier(first)) }
        let second = part(&names)
        guard names.isEmpty else { throw .unknownPath }
        return .lookUp(merchant: first, site: second, query: query)
    }

    private static func authentications(_ method: GatewayRequest.Method, _ path: Part) throws(SandboxRefusal) -> SandboxRoute {
        var rest = path
        if rest.isEmpty {
            guard method == .post else { throw .wrongMethod }
            return .preInitiate
        }
        guard take("/", from: &rest) else { throw .unknownPath }
        let id = identifier(part(&rest))
        if rest.isEmpty {
            guard method == .get else { throw .wrongMethod }
            return .readBack(id)
        }
        guard equals(rest, "browser-authentication") else { throw .unknownPath }
        guard method == .put else { throw .wrongMethod }
        return .initiate(id)
    }

    // MARK: Text

    /// Takes the text off the front, where it stands there.
    private static func take(_ text: StaticString, from rest: inout Part) -> Bool {
        guard rest.count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where rest[rest.startIndex &+ index] != text.utf8Start[index] { return false }
        rest = rest.dropFirst(text.utf8CodeUnitCount)
        return true
    }

    static func equals(_ part: Part, _ text: StaticString) -> Bool {
        var rest = part
        return take(text, from: &rest) && rest.isEmpty
    }

    /// Takes what comes before the next slash, and the slash.
    private static func part(_ rest: inout Part) -> Part {
        let end = rest.firstIndex(of: 0x2f) ?? rest.endIndex
        let part = rest[..<end]
        rest = end < rest.endIndex ? rest[(end &+ 1)...] : rest[rest.endIndex...]
        return part
    }

    private static func identifier(_ part: Part) -> SandboxIdentifiers.Identifier? {
        SandboxIdentifiers.Identifier(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part)))
    }

    /// Percent-encoding undone; nil where it is wrong or the result is not UTF-8.
    static func decode(_ part: Part) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(part.count)
        var index = part.startIndex
        while index < part.endIndex {
            guard part[index] == 0x25 else {
                bytes.append(part[index])
                index &+= 1
                continue
            }
            guard index &+ 2 < part.endIndex, let high = digit(part[index &+ 1]), let low = digit(part[index &+ 2]) else {
                return nil
            }
            bytes.append(high << 4 | low)
            index &+= 3
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The decoded value of a parameter of a query; nil where it has none.
    static func parameter(_ name: StaticString, of query: Part) -> String? {
        for pair in query.split(separator: 0x26) {
            var rest = pair
            if take(name, from: &rest), rest.first == 0x3d { return decode(rest.dropFirst()) }
        }
        return nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }
}
