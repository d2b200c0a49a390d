import Glibc

/// How many times the usual number of random cases a run takes: ten where the code is optimised, since that is as quick, and
/// times `COUNTERSIGN_RANDOM_SCALE` where the environment says so.
enum RandomScale {
    static let factor: Int = {
        let asked = getenv("COUNTERSIGN_RANDOM_SCALE").flatMap { Int(String(cString: $0)) } ?? 1
        #if DEBUG
            return max(asked, 1)
        #else
            return 10 * max(asked, 1)
        #endif
    }()
}
