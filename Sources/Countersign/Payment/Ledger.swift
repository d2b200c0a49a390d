/// The books of one payment, in minor units of its currency. This holds after every call:
/// 0 ≤ refunded ≤ captured ≤ authorised, with what is on its way counted in.
///
/// Each movement is reserved before its request is sent, then confirmed or released.
public struct Ledger: Equatable, Sendable {
    /// Reserved on the card.
    public private(set) var authorised: Int64 = 0
    /// Taken.
    public private(set) var captured: Int64 = 0
    /// Given back.
    public private(set) var refunded: Int64 = 0
    /// Asked for and not yet decided, unknown ones included.
    public private(set) var authorising: Int64 = 0
    /// Captures on their way.
    public private(set) var capturing: Int64 = 0
    /// Refunds on their way.
    public private(set) var refunding: Int64 = 0
    /// A void is on its way.
    public private(set) var isVoiding = false
    /// The authorisation was given up.
    public private(set) var isVoided = false

    /// Nothing has moved.
    public init() {}

    /// A movement of money that needs a reservation.
    public enum Movement: UInt8, CaseIterable, Sendable {
        case authorisation, capture, refund, void
    }

    /// Sets the amount aside. False, with nothing changed, when the books do not allow it.
    public mutating func reserve(_ movement: Movement, _ amount: Int64) -> Bool {
        guard amount >= 0 else { return false }
        switch movement {
        case .authorisation:
            // An incremental authorisation adds to the first; a void in progress or done ends it.
            guard !isVoiding, !isVoided, sum(authorised, authorising, amount) != nil else { return false }
            authorising &+= amount
        case .capture:
            guard !isVoiding, !isVoided, let wanted = sum(captured, capturing, amount), wanted <= authorised else {
                return false
            }
            capturing &+= amount
        case .refund:
            guard let wanted = sum(refunded, refunding, amount), wanted <= captured else { return false }
            refunding &+= amount
        case .void:
            guard !isVoiding, !isVoided, captured == 0, capturing == 0, authorised > 0 else { return false }
            isVoiding = true
        }
        return true
    }

    /// The gateway did it, for `actual` of the reserved amount (all of it unless a partial approval). False, with nothing
    /// changed, when so much was not reserved.
    public mutating func confirm(_ movement: Movement, reserved: Int64, actual: Int64) -> Bool {
        guard reserved >= 0, actual >= 0, actual <= reserved else { return false }
        switch movement {
        case .authorisation:
            guard reserved <= authorising else { return false }
            authorising &-= reserved
            authorised &+= actual
        case .capture:
            guard reserved <= capturing else { return false }
            capturing &-= reserved
            captured &+= actual
        case .refund:
            guard reserved <= refunding else { return false }
            refunding &-= reserved
            refunded &+= actual
        case .void:
            guard isVoiding else { return false }
            isVoiding = false
            isVoided = true
            authorised = 0
        }
        return true
    }

    /// The gateway did not do it, now or late: the reservation is free again.
    public mutating func release(_ movement: Movement, _ amount: Int64) -> Bool {
        guard amount >= 0 else { return false }
        switch movement {
        case .authorisation:
            guard amount <= authorising else { return false }
            authorising &-= amount
        case .capture:
            guard amount <= capturing else { return false }
            capturing &-= amount
        case .refund:
            guard amount <= refunding else { return false }
            refunding &-= amount
        case .void:
            guard isVoiding else { return false }
            isVoiding = false
        }
        return true
    }

    /// Whether the invariant holds.
    public var isBalanced: Bool {
        guard authorised >= 0, captured >= 0, refunded >= 0, authorising >= 0, capturing >= 0, refunding >= 0 else {
            return false
        }
        guard let taken = sum(captured, capturing, 0), let returned = sum(refunded, refunding, 0) else { return false }
        if isVoiding || isVoided { return taken == 0 }
        return returned <= captured && taken <= authorised
    }

    private func sum(_ a: Int64, _ b: Int64, _ c: Int64) -> Int64? {
        let (first, overflow) = a.addingReportingOverflow(b)
        let (second, overflow2) = first.addingReportingOverflow(c)
        return overflow || overflow2 ? nil : second
    }
}
