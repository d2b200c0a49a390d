/// Where the characters of a UTF-8 text begin, closely enough to delete one: a mark, or what a joiner joins, belongs to
/// the letter before it. Works on secret bytes, of which no `String` is made.
enum CharacterBounds {
    /// The nearest beginning of a scalar at or before `offset`.
    static func start(at offset: Int, in text: UnsafeRawBufferPointer) -> Int {
        var offset = min(max(offset, 0), text.count)
        while offset > 0, offset < text.count, text[offset] & 0xc0 == 0x80 { offset &-= 1 }
        return offset
    }

    /// Where the character before `offset` begins.
    static func start(before offset: Int, in text: UnsafeRawBufferPointer) -> Int {
        starts(in: text).last { $0 < offset } ?? 0
    }

    /// Where the character that begins at `offset` ends.
    static func end(after offset: Int, in text: UnsafeRawBufferPointer) -> Int {
        starts(in: text).first { $0 > offset } ?? text.count
    }

    private static func starts(in text: UnsafeRawBufferPointer) -> [Int] {
        var starts: [Int] = []
        var reader = ScalarReader(text)
        var followsJoiner = false
        while true {
            let offset = reader.offset
            guard let scalar = reader.next() else { return starts }
            let isJoiner = scalar.value == 0x200d
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: break
            default: if !followsJoiner && !isJoiner || starts.isEmpty { starts.append(offset) }
            }
            followsJoiner = isJoiner
        }
    }
}
