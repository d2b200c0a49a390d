/// Which step may follow which: the machine's map, held against what it does by the tests.
enum PaymentTransitions {
    struct Transition: Hashable, Sendable {
        let from: PaymentStep
        let to: PaymentStep
    }

    /// What follows once tokens are there, in the order of preference: 3-D Secure, then the authorisation.
    private static let toAuthentication: [PaymentStep] = [.askingPreInitiation, .preInitiating]
    private static let toAuthorisation: [PaymentStep] = [.askingPreAuthorisation, .preparingAuthorisation, .authorising]

    static let table: [PaymentStep: [PaymentStep]] = [
        .created: [.starting, .settled],
        .starting: [.askingConsent, .askingPreTokenisation, .tokenising, .settled] + toAuthentication + toAuthorisation,
        .askingConsent: [.askingPreTokenisation, .tokenising, .settled],
        .askingPreTokenisation: [.tokenising, .settled],
        .tokenising: [.settled] + toAuthentication + toAuthorisation,
        .askingPreInitiation: [.preInitiating, .settled] + toAuthorisation,
        .preInitiating: [.fingerprinting, .askingPreAuthentication, .authenticating, .settled] + toAuthorisation,
        .fingerprinting: [.askingPreAuthentication, .authenticating, .settled],
        .askingPreAuthentication: [.authenticating, .settled],
        .authenticating: [.challenging, .awaitingDecoupled, .readingBack, .settled],
        .challenging: [.readingBack, .settled],
        .awaitingDecoupled: [.readingBack, .settled],
        .readingBack: [.challenging, .awaitingDecoupled, .settled] + toAuthorisation,
        .askingPreAuthorisation: [.preparingAuthorisation, .authorising, .settled],
        .preparingAuthorisation: [.authorising, .settled],
        .authorising: [.pending, .unknown, .reversing, .settled] + toAuthentication,
        .pending: [.pending, .unknown, .reversing, .settled] + toAuthentication,
        .unknown: [.pending, .unknown, .reversing, .settled] + toAuthentication,
        .reversing: [.pending, .unknown, .reversing, .settled] + toAuthentication,
        .settled: [.settled],
    ]

    /// The table as pairs.
    static let all: [Transition] = table.flatMap { from, next in next.map { Transition(from: from, to: $0) } }
}
