/// What a shopper does to a field.
public enum FieldEdit {
    /// Puts text in place of the selection: typing, pasting, filling in.
    case insert(UnsafeRawBufferPointer)
    /// Deletes the selection, or what stands before the caret.
    case backspace
    /// Deletes the selection, or what stands after the caret.
    case deleteForward
}

extension CardEntry {
    /// Changes a field as a shopper types, and answers where the caret stands in the new formatted text, in bytes.
    ///
    /// In number, expiry date and security code only digits count: anything else that is typed or pasted is left out,
    /// gaps and separators take care of themselves, and what is too long is cut at the end.
    ///
    /// - Parameters:
    ///   - start: where the selection begins in the formatted text, in bytes.
    ///   - end: where it ends; the same for a caret.
    public func edit(_ field: CardField, _ edit: FieldEdit, from start: Int, to end: Int) -> Int {
        let (start, end) = (min(max(min(start, end), 0), textLength(of: field)), min(max(start, end, 0), textLength(of: field)))
        switch field {
        case .number: return editNumber(edit, start, end)
        case .expiry: return editExpiry(edit, start, end)
        case .securityCode: return editCode(edit, start, end)
        case .holderName: return editName(edit, start, end)
        }
    }

    /// The bytes of a field's formatted text.
    public func textLength(of field: CardField) -> Int {
        switch field {
        case .number: numberFormat.length
        case .expiry: expiryShown.text.count
        case .securityCode: withSecurityCode { $0.count }
        case .holderName: withName { $0.count }
        }
    }

    /// Writes a field's formatted text, such as `4111 1111` or `03 / 30`, and answers how many bytes it has. Writes
    /// nothing when they do not fit. Number and code are card data: wipe the buffer.
    public func writeText(of field: CardField, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        func write(_ text: UnsafeRawBufferPointer) -> Int {
            if buffer.count >= text.count { buffer.copyMemory(from: text) }
            return text.count
        }
        switch field {
        case .number: return withNumber { numberFormat.write($0, into: buffer) }
        case .expiry: return expiryShown.text.withUnsafeBytes(write)
        case .securityCode: return withSecurityCode(write)
        case .holderName: return withName(write)
        }
    }

    private var numberFormat: NumberFormat { NumberFormat(brand: match.primary, digitCount: withNumber { $0.count }) }

    private func editNumber(_ edit: FieldEdit, _ start: Int, _ end: Int) -> Int {
        let format = numberFormat
        let range = digitRange(edit, format.digits(before: start), format.digits(before: end), of: format.digitCount)
        return withScratch(4 &* CardNumber.longest) { scratch in
            let inserted = UnsafeMutableRawBufferPointer(rebasing: scratch[..<CardNumber.longest])
            var added = 0
            if case .insert(let text) = edit { added = CardNumber.scan(text, into: inserted).kept }
            let room = UnsafeMutableRawBufferPointer(rebasing: scratch[CardNumber.longest...])
            let spliced = withNumber { Self.splice($0, range, inserted.prefix(added), into: room) }
            // A deletion cuts nothing: while the first digit is being replaced, the brand is another one for a moment.
            let kept = spliced.prefix(added > 0 ? NumberFormat.greatestCount(spliced) : CardNumber.longest)
            var scan = CardNumber.Scan()
            scan.count = kept.count
            storeNumber(UnsafeRawBufferPointer(rebasing: kept), scan)
            return numberFormat.position(ofCaretAfter: range.lowerBound &+ added)
        }
    }

    private func editCode(_ edit: FieldEdit, _ start: Int, _ end: Int) -> Int {
        let range = digitRange(edit, start, end, of: textLength(of: .securityCode))
        let longest = SecurityCodeCheck.longest
        return withScratch(4 &* longest) { scratch in
            let inserted = UnsafeMutableRawBufferPointer(rebasing: scratch[..<longest])
            var added = 0
            if case .insert(let text) = edit { added = min(SecurityCodeCheck.scan(text, into: inserted).count, longest) }
            let room = UnsafeMutableRawBufferPointer(rebasing: scratch[longest...])
            let spliced = withSecurityCode { Self.splice($0, range, inserted.prefix(added), into: room) }
            let kept = spliced.prefix(securityCodeLengths.upperBound)
            var scan = CardNumber.Scan()
            scan.count = kept.count
            storeCode(UnsafeRawBufferPointer(rebasing: kept), scan)
            return min(range.lowerBound &+ added, kept.count)
        }
    }

    private func editExpiry(_ edit: FieldEdit, _ start: Int, _ end: Int) -> Int {
        let old = expiryShown.text
        var (text, caret) = (old, start)
        switch edit {
        case .insert(let data):
            let data = Array(data.prefix(64))
            text = old[..<start] + data + old[end...]
            caret = start &+ data.count
        case .backspace where start == end: (text, caret) = ExpiryFormat.backspaced(old, caret: start)
        case .deleteForward where start == end: (text, caret) = ExpiryFormat.forwardDeleted(old, caret: start)
        case .backspace, .deleteForward: (text, caret) = ExpiryFormat.removing(start..<end, from: old)
        }
        storeExpiry(text.withUnsafeBytes { ExpiryFormat($0, caret: caret) })
        return expiryShown.caret
    }

    private func editName(_ edit: FieldEdit, _ start: Int, _ end: Int) -> Int {
        let range = withName { name in
            let (start, end) = (CharacterBounds.start(at: start, in: name), CharacterBounds.start(at: end, in: name))
            switch edit {
            case .backspace where start == end: return CharacterBounds.start(before: start, in: name)..<start
            case .deleteForward where start == end: return start..<CharacterBounds.end(after: start, in: name)
            default: return start..<max(start, end)
            }
        }
        var data = UnsafeRawBufferPointer(start: nil, count: 0)
        if case .insert(let text) = edit { data = UnsafeRawBufferPointer(rebasing: text.prefix(Self.greatestNameBytes)) }
        return withScratch(2 &* Self.greatestNameBytes) { scratch in
            let spliced = withName { Self.splice($0, range, data, into: scratch) }
            let cut = CharacterBounds.start(at: Self.greatestNameBytes, in: spliced)
            let kept = UnsafeRawBufferPointer(rebasing: spliced.prefix(cut))
            storeName(kept)
            return min(range.lowerBound &+ data.count, kept.count)
        }
    }

    /// The digits that an edit takes away. A selection without digits is a caret beside a gap.
    private func digitRange(_ edit: FieldEdit, _ start: Int, _ end: Int, of count: Int) -> Range<Int> {
        let end = max(start, end)
        switch edit {
        case .backspace where start == end: return max(start &- 1, 0)..<start
        case .deleteForward where start == end: return start..<max(min(start &+ 1, count), start)
        default: return start..<end
        }
    }

    /// Puts `inserted` in place of a range of `old`, as far as there is room.
    private static func splice(
        _ old: UnsafeRawBufferPointer, _ range: Range<Int>, _ inserted: some Collection<UInt8>,
        into room: UnsafeMutableRawBufferPointer
    ) -> UnsafeRawBufferPointer {
        var count = 0
        func append(_ bytes: some Sequence<UInt8>) {
            for byte in bytes where count < room.count {
                room[count] = byte
                count &+= 1
            }
        }
        append(old.prefix(range.lowerBound))
        append(inserted)
        append(old.dropFirst(range.upperBound))
        return UnsafeRawBufferPointer(rebasing: room[..<count])
    }
}
