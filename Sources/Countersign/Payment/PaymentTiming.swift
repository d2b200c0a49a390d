/// The durations of the machine, in milliseconds. ASSUMED where no document gives one.
enum PaymentTiming {
    /// EMV 3-D Secure: a 3DS Method that is silent for ten seconds counts as not completed.
    static let fingerprint: Int64 = 10_000
    /// How often a decoupled authentication is looked at. ASSUMED.
    static let decoupledPoll: Int64 = 5_000
    /// An authentication that is read back too early, or whose reply was lost, is read again after these. ASSUMED.
    static let readBackTries = 3
    static func readBackDelay(_ tries: Int) -> Int64 { 500 << Int64(min(max(tries, 0), 4)) }

    /// A transaction is looked up after these, then every five minutes. ASSUMED.
    static func lookUpDelay(_ lookUps: Int) -> Int64 {
        switch lookUps {
        case ..<7: 1_000 << Int64(max(lookUps, 0))
        case 7: 120_000
        default: 300_000
        }
    }
}
