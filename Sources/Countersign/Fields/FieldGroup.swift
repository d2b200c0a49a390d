/// A member of `Root` that has a table of its own, at a path: an object in JSON. It exists once one of its fields is written,
/// or its object is given, if only as `{}`; `null` takes it away.
public final class FieldGroup<Root>: Sendable {
    let path: StaticString
    /// Paths of the fields, below the group's own.
    let paths: [String]
    let apply: @Sendable (JSONValue, inout Root) throws(PaymentError) -> Void
    let remove: @Sendable (inout Root) -> Void
    let set: @Sendable (UnsafeBufferPointer<UInt8>, FieldValue, inout Root) throws(PaymentError) -> Void
    let get: @Sendable (UnsafeBufferPointer<UInt8>, Root) -> FieldValue?
    let exists: @Sendable (Root) -> Bool
    /// Writes the object as a member of that name, or nothing where there is none.
    let write: @Sendable (Root, String, inout JSONWriter) -> Void

    /// - Parameters:
    ///   - path: Where the object is in `Root`'s.
    ///   - place: The member.
    ///   - table: The member's fields.
    ///   - blank: The member before anything is written to it, made anew each time.
    public init<Member: Sendable>(
        _ path: StaticString, _ member: any Field<Root>.Member<Member?>, _ table: FieldTable<Member>,
        blank: @autoclosure @escaping @Sendable () -> Member
    ) {
        let place = FieldPlace(member)
        self.path = path
        paths = table.paths
        // The member is moved out and back, so that nothing of it is copied.
        apply = { (json, root) throws(PaymentError) in
            var changed: Member
            switch place.take(from: &root, leaving: nil) {
            case .some(let member): changed = member
            case .none: changed = blank()
            }
            try table.applyInPlace(json, to: &changed)
            place.write(consume changed, to: &root)
        }
        remove = { place.write(nil, to: &$0) }
        set = { (path, value, root) throws(PaymentError) in
            var changed: Member
            let existed: Bool
            switch place.take(from: &root, leaving: nil) {
            case .some(let member): (changed, existed) = (member, true)
            case .none: (changed, existed) = (blank(), false)
            }
            do throws(PaymentError) {
                try table.set(path, value, to: &changed)
            } catch {
                if existed { place.write(consume changed, to: &root) }
                throw error
            }
            place.write(consume changed, to: &root)
        }
        get = { path, root in
            guard let value = place.value(in: root) else { return table.hasField(path) ? FieldValue.none : nil }
            return table.get(path, from: value)
        }
        exists = { place.value(in: $0) != nil }
        write = { root, name, writer in
            guard let value = place.value(in: root) else { return }
            writer.key(name)
            table.write(value, to: &writer)
        }
    }
}
