import CSystem

/// The engine's time. Deadlines are kept in ticks, which nobody can set back or forward, so that a step of the system's clock
/// neither fires nor delays them.
struct Clock {
    /// Where virtual time begins: 2026-01-01 00:00 UTC, always, so that a run can be repeated.
    static let virtualStart: Int64 = 1_767_225_600_000
    /// Where it ends: the last millisecond of the year 9999. What is never due lies beyond it.
    static let virtualEnd: Int64 = 253_402_300_799_999

    let isVirtual: Bool
    private var moment: Int64
    private var firstEpoch: Int64 = 0

    init(isVirtual: Bool) {
        self.isVirtual = isVirtual
        moment = Self.virtualStart
        firstEpoch = epoch
    }

    /// Milliseconds since 1970 UTC.
    var now: Int64 { isVirtual ? moment : csys_time() }

    /// Milliseconds of a clock that only goes forward.
    var tick: Int64 { isVirtual ? moment : csys_uptime() }

    /// The time of tick 0, as the system's clock has it now. Who keeps it has times of his own, which nobody sets either.
    var epoch: Int64 { isVirtual ? 0 : csys_time() &- csys_uptime() }

    /// The time by the epoch that the clock began with.
    var steadyNow: Int64 { tick.adding(firstEpoch) }

    /// The time of a tick.
    func time(of tick: Int64) -> Int64 {
        isVirtual ? tick : csys_time().adding(tick &- csys_uptime())
    }

    /// Virtual time only: moves forward to that tick, or to the end of time.
    mutating func advance(to tick: Int64) {
        if isVirtual { moment = min(max(moment, tick), Self.virtualEnd) }
    }
}

extension Int64 {
    /// The sum, or the nearest end of the range.
    func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
