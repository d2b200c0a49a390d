/// What a call answers. The raw values are those of the header.
public enum Status: Int32, CaseIterable, Sendable {
    case ok = 0
    case settled = 1
    case running = 2
    case waiting = 3
    case actionRequired = 4
    case interrupted = 5
    case tryAgain = 6
    case invalid = -1
    case field = -2
    case state = -3
    case reentrant = -4
    case gone = -5
    case forked = -6
    case memory = -7
    case unsupported = -8
    case buffer = -9
    case notFound = -10
    case text = -11
    case system = -12
    case declared = -13

    /// The constant's name in the header.
    public var name: StaticString {
        switch self {
        case .ok: "CSN_OK"
        case .settled: "CSN_SETTLED"
        case .running: "CSN_RUNNING"
        case .waiting: "CSN_WAITING"
        case .actionRequired: "CSN_ACTION_REQUIRED"
        case .interrupted: "CSN_INTERRUPTED"
        case .tryAgain: "CSN_TRY_AGAIN"
        case .invalid: "CSN_E_INVALID"
        case .field: "CSN_E_FIELD"
        case .state: "CSN_E_STATE"
        case .reentrant: "CSN_E_REENTRANT"
        case .gone: "CSN_E_GONE"
        case .forked: "CSN_E_FORKED"
        case .memory: "CSN_E_MEMORY"
        case .unsupported: "CSN_E_UNSUPPORTED"
        case .buffer: "CSN_E_BUFFER"
        case .notFound: "CSN_E_NOT_FOUND"
        case .text: "CSN_E_TEXT"
        case .system: "CSN_E_SYSTEM"
        case .declared: "CSN_E_DECLARED"
        }
    }
}
