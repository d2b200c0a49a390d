/// Puts a text on a tape, in one pass and without recursion: open containers are linked through their nodes.
struct JSONParser: ~Copyable {
    private typealias Place = UnsafePointer<UInt8>

    /// A member name that waits for its value.
    private struct Key {
        var start: UInt32 = 0
        var length: UInt32 = 0
        var isEscaped = false
    }

    /// Text offsets are 32 bits, and are kept well inside.
    private static let mostBytes = 1 << 28

    private var tape: JSONTape
    private let limits: JSONLimits

    /// Parses `bytes` within `limits`.
    static func parse(
        _ bytes: UnsafeRawBufferPointer, isSecret: Bool, limits: JSONLimits
    ) throws(JSONError) -> JSONTape {
        let most = min(limits.bytes, mostBytes)
        guard bytes.count <= most else {
            throw JSONError(.tooBig, offset: 0, in: UnsafeBufferPointer(start: nil, count: 0), limit: most)
        }
        var parser = JSONParser(tape: JSONTape(copying: bytes, isSecret: isSecret), limits: limits)
        try parser.run()
        return parser.finish()
    }

    private init(tape: consuming JSONTape, limits: JSONLimits) {
        self.tape = tape
        self.limits = limits
    }

    private consuming func finish() -> JSONTape { tape }

    private mutating func run() throws(JSONError) {
        var place = JSONScanner.skipSpace(tape.text)
        var open = JSONNode.none
        var depth = 0
        var key = Key()

        while true {
            // `place` is where a value must begin; in an object, `key` is its name.
            guard tape.count < limits.values else { throw error(.tooMany, place, limit: limits.values) }
            if open != JSONNode.none { tape.nodes[Int(open)].count &+= 1 }
            switch place[0] {
            case 0x22:
                place = try string(place, key)
            case 0x7b, 0x5b:
                guard depth < limits.depth else { throw error(.depth, place, limit: limits.depth) }
                depth &+= 1
                let kind: JSONKind = place[0] == 0x7b ? .object : .array
                open = append(kind, place, length: 0, next: open, key)
                place = JSONScanner.skipSpace(place + 1)
                if place[0] != closer(kind) {
                    if kind == .object { place = try name(place, &key) }
                    continue
                }
            case 0x2d, 0x30...0x39:
                let (end, isValid) = JSONScanner.number(place)
                guard isValid else { throw error(end == textEnd ? .truncated : .number, end) }
                _ = append(.number, place, length: end - place, next: nil, key)
                place = end
            default:
                guard let end = JSONScanner.literal(place) else { throw unexpected(place) }
                _ = append(place[0] == 0x6e ? .null : .bool, place, length: end - place, next: nil, key)
                place = end
            }

            // After a value: a comma leads to the next one, a closing bracket ends the container, which is a value too.
            while true {
                place = JSONScanner.skipSpace(place)
                if open == JSONNode.none {
                    guard place == textEnd else { throw error(.trailing, place) }
                    return
                }
                let kind = tape.nodes[Int(open)].kind
                if place[0] == 0x2c {
                    place = JSONScanner.skipSpace(place + 1)
                    if kind == .object { place = try name(place, &key) }
                    break
                }
                guard place[0] == closer(kind) else { throw unexpected(place) }
                place += 1
                depth &-= 1
                open = close(open, place)
            }
        }
    }

    private var textEnd: Place { tape.text + tape.textCount }

    @inline(__always) private func closer(_ kind: JSONKind) -> UInt8 { kind == .object ? 0x7d : 0x5d }

    /// Reads a member name and its colon; gives the place of the value.
    @inline(__always) private mutating func name(_ place: Place, _ key: inout Key) throws(JSONError) -> Place {
        guard place[0] == 0x22 else { throw unexpected(place, isName: true) }
        let (length, end, isEscaped) = try content(place + 1)
        key = Key(start: offset(place + 1), length: length, isEscaped: isEscaped)
        let colon = JSONScanner.skipSpace(end + 1)
        guard colon[0] == 0x3a else { throw unexpected(colon) }
        return JSONScanner.skipSpace(colon + 1)
    }

    /// Reads a string value; gives the place after it.
    @inline(__always) private mutating func string(_ place: Place, _ key: Key) throws(JSONError) -> Place {
        let (length, end, isEscaped) = try content(place + 1)
        let node = append(.string, place, length: Int(length), next: nil, key)
        if isEscaped { tape.nodes[Int(node)].isEscaped = true }
        return end + 1
    }

    /// Reads what stands between two quotes; `length` counts it with escapes undone, `end` is the closing quote.
    @inline(__always) private mutating func content(
        _ place: Place
    ) throws(JSONError) -> (length: UInt32, end: Place, isEscaped: Bool) {
        let found = JSONStringScanner.check(place)
        if let fault = found.fault {
            throw error(fault == .control && found.end == textEnd ? .truncated : fault, found.end)
        }
        let length = found.isEscaped ? tape.undoEscapes(place, to: found.end) : found.end - place
        return (UInt32(truncatingIfNeeded: length), found.end, found.isEscaped)
    }

    /// Adds a node. `next` is the container around it for one that opens, nil for a value without content.
    @inline(__always) private mutating func append(
        _ kind: JSONKind, _ place: Place, length: Int, next: UInt32?, _ key: Key
    ) -> UInt32 {
        tape.append(
            JSONNode(
                keyStart: key.start, keyLength: key.length, start: offset(place), length: UInt32(truncatingIfNeeded: length),
                next: next ?? UInt32(truncatingIfNeeded: tape.count &+ 1), count: 0, order: 0, kind: kind,
                keyIsEscaped: key.isEscaped, isEscaped: false))
    }

    /// Ends the container `open` before `end`, and gives the one around it.
    @inline(__always) private mutating func close(_ open: UInt32, _ end: Place) -> UInt32 {
        let node = tape.nodes + Int(open)
        let outer = node.pointee.next
        node.pointee.next = UInt32(truncatingIfNeeded: tape.count)
        node.pointee.length = offset(end) &- node.pointee.start
        if node.pointee.kind == .object, node.pointee.count > 1 { JSONKeyOrder.examine(open, &tape) }
        return outer
    }

    @inline(__always) private func offset(_ place: Place) -> UInt32 {
        UInt32(truncatingIfNeeded: place - tape.text)
    }

    /// The error for a byte that begins or continues nothing: for what other notations allow, what JSON wants instead.
    private func unexpected(_ place: Place, isName: Bool = false) -> JSONError {
        if place == textEnd { return error(.truncated, place) }
        switch place[0] {
        case 0xef where place == tape.text && place[1] == 0xbb && place[2] == 0xbf: return error(.byteOrderMark, place)
        case 0x5d where follows(place, 0x2c), 0x7d where follows(place, 0x2c): return error(.comma, place)
        case 0x27, 0x60: return error(.quote, place)
        case 0x41...0x5a where isName, 0x5f where isName, 0x61...0x7a where isName: return error(.quote, place)
        case 0x23, 0x2f: return error(.comment, place)
        default: return error(.syntax, place)
        }
    }

    /// Whether the last byte before `place` that is not white space is `byte`.
    private func follows(_ place: Place, _ byte: UInt8) -> Bool {
        var place = place
        while place > tape.text {
            place -= 1
            if place[0] > 0x20 { return place[0] == byte }
        }
        return false
    }

    private func error(_ fault: JSONFault, _ place: Place, limit: Int = 0) -> JSONError {
        JSONError(
            fault, offset: place - tape.text, in: UnsafeBufferPointer(start: tape.text, count: tape.textCount), limit: limit)
    }
}
