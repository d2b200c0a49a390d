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

    init(isVirtual: Bool) {
        self.isVirtual = isVirtual
        moment = Self.virtualStart
    }

    /// Milliseconds since 1970 UTC.
    var now: Int64 { isVirtual ? moment : csys_time() }

    /// Milliseconds of a clock that only goes forward.
    var tick: Int64 { isVirtual ? moment : csys_uptime() }

    /// The tick of a time that lies in the future, or now.
    func tick(of time: Int64) -> Int64 {
        if isVirtual { return max(time, moment) }
        let (left, overflow) = time.subtractingReportingOverflow(csys_time())
        return overflow ? (time < 0 ? csys_uptime() : .max) : csys_uptime().adding(max(left, 0))
    }

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
