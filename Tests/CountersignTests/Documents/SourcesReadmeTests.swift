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
