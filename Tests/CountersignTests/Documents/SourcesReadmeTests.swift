import Testing

@testable import Countersign

/// Sources/README.md says what can be set, answered and read: it must say all of it, and nothing else.
@Suite struct SourcesReadmeTests {
    let readme: SourcesReadme

    init() throws { readme = try SourcesReadme() }

    @Test("lists every field of the transaction data")
    func transactionFields() throws {
        let told = try readme.table("fields: transaction").flatMap { SourcesReadme.names($0[0]) }
        expectSame(told, TransactionFields.table.paths)
    }

    @Test("lists every field of payments and events")
    func paymentFields() throws {
        let told = try readme.table("fields: payment").flatMap { SourcesReadme.names($0[0]) }
        expectSame(told, PaymentFields.table.paths)
    }

    @Test("lists every field that an asked hook may answer")
    func replyFields() throws {
        var told: [String: [String]] = [:]
        for row in try readme.table("fields: replies") {
            for hook in row[0].split(separator: ",") {
                told[hook.drop { $0 == " " }.description] = SourcesReadme.names(row[1])
            }
        }
        let asked = HookPoint.allCases.filter { $0.kind == .asked }
        expectSame(told.keys.sorted(), asked.map(\.name.description))
        for hook in asked {
            var names = told[hook.name.description] ?? []
            names.removeAll { $0.hasPrefix("csn_") }
            // A whole object stands there with its name and an ellipsis.
            let groups = names.filter { $0.hasSuffix(".…") }.map { $0.dropLast(1) }
            var paths = Self.replyPaths(hook)
            for group in groups {
                #expect(paths.contains { $0.hasPrefix(group) }, "\(hook.name) takes nothing below \(group)")
                paths.removeAll { $0.hasPrefix(group) }
            }
            expectSame(names.filter { !$0.hasSuffix(".…") }, paths, hook.name.description)
        }
    }

    @Test("has each hook in one table, and says of each whether it is told or asked")
    func hooks() throws {
        var kinds: [String: String] = [:]
        for marker in ["hook-order: staged", "hook-order: late", "hook-order: endings"] {
            for row in try readme.table(marker) {
                #expect(kinds.updateValue(row[1].description, forKey: row[0].description) == nil, "\(row[0]) stands twice")
            }
        }
        for hook in HookPoint.allCases {
            let kind = hook.kind == .asked ? "asked" : "told"
            #expect(kinds.removeValue(forKey: hook.name.description) == kind, "\(hook.name)")
        }
        #expect(kinds.isEmpty)
    }

    @Test("lists every word that a field can say")
    func words() throws {
        var told: [String: [String]] = [:]
        for row in try readme.table("words") {
            for field in SourcesReadme.names(row[0]) { told[field] = SourcesReadme.names(row[1]) }
        }
        var real: [String: [StaticString]] = [
            "payment.step": PaymentStep.allCases.map(\.name),
            "cancelled.step": PaymentStep.allCases.map(\.name),
            "payment.ending": cases(PaymentRecord.Ending.init).map(\.name),
            "authentication.state": AuthenticationState.allCases.map(\.name),
            "authentication.liability": LiabilityShift.allCases.map(\.name),
            "pending.state": ["pending", "unknown"],
            "pending.reason": cases(PaymentRecord.WaitingReason.init).filter { $0 != .none }.map(\.name),
            "cancelled.by": cases(PaymentRecord.Canceller.init).map(\.name),
            "decline.category": Decline.Category.allCases.map(\.name),
            "decline.retry": Decline.Retry.allCases.map(\.name),
            "error.when": cases(FailureTime.init).map(\.name),
        ]
        for (field, words) in told {
            let known = real.removeValue(forKey: field)?.map(\.description) ?? []
            expectSame(words, known, field)
        }
        #expect(real.isEmpty, "does not tell what \(real.keys) can say")
    }

    /// The cases of an enumeration that lists none, by their raw values.
    private func cases<Case>(_ make: (UInt8) -> Case?) -> [Case] { (0...UInt8.max).compactMap(make) }

    private static func replyPaths(_ hook: HookPoint) -> [String] {
        switch hook {
        case .onGetCredentials: HookReplyFields.credentials.paths
        case .onGetShopper: HookReplyFields.shopper.paths
        case .merchantTransactionDate: HookReplyFields.date.paths
        case .onPreInitiateAuthentication: HookReplyFields.preInitiation.paths
        case .onPresentFingerprint: HookReplyFields.fingerprint.paths
        case .onPreAuthentication: HookReplyFields.preAuthentication.paths
        // An authentication made elsewhere is refused there by name: no field.
        case .onPreAuthorisation: HookReplyFields.preAuthorisation.paths.filter { $0 != "threeDSecureData" }
        default: []
        }
    }

    private func expectSame(
        _ told: [String], _ real: [String], _ what: String = "", _ location: SourceLocation = #_sourceLocation
    ) {
        let missing = Set(real).subtracting(told).sorted()
        let invented = Set(told).subtracting(real).sorted()
        #expect(missing.isEmpty, "\(what): does not tell of \(missing)", sourceLocation: location)
        #expect(invented.isEmpty, "\(what): tells of \(invented), which are not there", sourceLocation: location)
        #expect(told.count == Set(told).count, "\(what): tells of one twice", sourceLocation: location)
    }
}
