import Countersign

/// A card form as the host holds it. It has a lock of its own: a shopper types while payments run.
public final class CardBox: @unchecked Sendable {
    let engine: Engine
    /// Guarded by the engine's lock, as is its place in the engine's list.
    var handle = Handle.none
    var place = 0
    private let entryLock = WordLock()
    private let entry: CardEntry

    init(engine: Engine, entry: CardEntry) {
        self.engine = engine
        self.entry = entry
    }

    @inline(__always)
    private func withEntry<R>(_ body: (CardEntry) -> R) throws(Failure) -> R {
        guard engine.mark.isCurrent else { throw .forked }
        return entryLock.withLock { body(entry) }
    }

    /// Changes a field; what the kernel gives no secret memory for is wiped at once, with the rest of its field.
    private func change<R>(_ field: CardField, _ body: (CardEntry) -> R) throws(Failure) -> R {
        let result = try withEntry { entry -> R? in
            let result = body(entry)
            if entry.isProtected { return result }
            entry.set(field, to: UnsafeRawBufferPointer(start: nil, count: 0))
            return nil
        }
        guard let result else { throw Engine.noSecretMemory }
        return result
    }

    /// Moves the contents out and leaves the form empty. The engine's lock is held.
    func take() -> CardEntry { entryLock.withLock { entry.take() } }

    // MARK: For the host

    /// Sets a field whole.
    public func set(_ field: CardField, _ text: UnsafeRawBufferPointer) throws(Failure) {
        guard field == .expiry else { return try change(field) { $0.set(field, to: text) } }
        let now = try engine.now()
        try withEntry { entry in
            entry.set(field, to: text)
            entry.settleExpiry(at: now)
        }
    }

    /// Changes a field as a shopper types; answers where the caret stands.
    public func edit(_ field: CardField, _ edit: FieldEdit, from start: Int, to end: Int) throws(Failure) -> Int {
        try change(field) { $0.edit(field, edit, from: start, to: end) }
    }

    /// Writes the formatted text if it fits; answers its length either way.
    public func write(_ field: CardField, to buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        try withEntry { entry in
            let length = entry.textLength(of: field)
            if length <= buffer.count { _ = entry.writeText(of: field, into: buffer) }
            return length
        }
    }

    /// How a field stands now.
    public func state(of field: CardField) throws(Failure) -> FieldState {
        let now = try engine.now()
        return try withEntry { $0.state(of: field, at: now) }
    }

    /// The brand, as far as it is settled.
    public func brand() throws(Failure) -> CardBrand? { try withEntry { $0.brand } }

    /// The brands that the card has or could have.
    public func brands() throws(Failure) -> [CardBrand] { try withEntry { $0.brands } }

    /// False when the card does not bear the brand.
    public func choose(_ brand: CardBrand) throws(Failure) -> Bool { try withEntry { $0.choose(brand) } }

    /// What the security code is called on this card.
    public func securityCodeName() throws(Failure) -> StaticString { try withEntry { $0.securityCodeName } }

    /// How many digits it has.
    public func securityCodeLengths() throws(Failure) -> ClosedRange<Int> { try withEntry { $0.securityCodeLengths } }

    /// The first digits, as far as they may be shown.
    public func iin() throws(Failure) -> String { try withEntry { $0.iin } }

    /// The last four digits of a whole number.
    public func lastFour() throws(Failure) -> String { try withEntry { $0.lastFour } }

    /// The host has released the handle: wipes the form.
    public func released() {
        guard engine.mark.isCurrent else { return leaveToParent(self) }
        entryLock.withLock { entry.wipe() }
        engine.release(self)
    }
}

extension Engine {
    /// Makes a card form and gives it a handle.
    public func makeCard(_ json: JSONDocument?) throws(Failure) -> Handle {
        guard mark.isCurrent else { throw .forked }
        let options = try CardOptions(json?.root)
        try enter()
        defer { leave() }
        let card = CardBox(engine: self, entry: CardEntry(options: options, issuers: issuers, arena: arena))
        guard let handle = HandleTable.shared.make(.card, for: card) else { throw Engine.noHandle }
        card.handle = handle
        add(card)
        return handle
    }

    func release(_ card: CardBox) {
        lock.lock()
        card.handle = .none
        if phase != .closed { remove(card) }
        leave()
    }
}
