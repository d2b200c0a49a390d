import Countersign

/// What an engine is made with: the JSON object of `csn_engine_options`.
public struct EngineConfiguration: Sendable {
    var gateway = "sandbox"
    var isVirtual = false
    /// Makes ids, keys and orders the same each run; only for a gateway that moves no real money.
    var seed: UInt64?
    /// What payments are made with where they do not say otherwise.
    var defaults = TransactionData()
    /// Milliseconds that a late answer may take.
    var hookTimeout: Int64 = 30_000
    var sandbox = SandboxOptions()

    /// The embedded sandbox in real time.
    public init() {}

    /// Reads and checks a configuration.
    public init(_ json: UnsafeRawBufferPointer) throws(Failure) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: json)
        } catch {
            throw Failure(error)
        }
        do throws(PaymentError) {
            try Self.table.apply(document.root, to: &self)
        } catch {
            throw Failure(refusing: error)
        }
        if let seed { sandbox.seed = seed }
    }

    private static let durations: ClosedRange<Int64> = 0...86_400_000

    static let table = FieldTable<EngineConfiguration>(
        [
            Field("gateway", .choice(["sandbox"])) {
                $0.gateway = $1.text
            } read: {
                .text($0.gateway)
            },
            Field("time", .choice(["real", "virtual"])) {
                $0.isVirtual = $1.text == "virtual"
            } read: {
                .text($0.isVirtual ? "virtual" : "real")
            },
            Field("seed", .int(0...Int64.max)) {
                $0.seed = $1.int.map { UInt64(bitPattern: $0) }
            } read: {
                $0.seed.map { .int(Int64(bitPattern: $0)) } ?? .none
            },
            fallback("merchant", \.merchant), fallback("site", \.site), fallback("ownerType", \.ownerType),
            fallback("ownerId", \.ownerId), fallback("merchantShopperId", \.merchantShopperId),
            Field("hookTimeout", .int(1...86_400_000)) {
                $0.hookTimeout = $1.int ?? 30_000
            } read: {
                .int($0.hookTimeout)
            },
            Field("sandbox.latency", .int(durations)) {
                $0.sandbox.latency = $1.int ?? 0
            } read: {
                .int($0.sandbox.latency)
            },
            Field("sandbox.lookUpLag", .int(durations)) {
                $0.sandbox.lookUpLag = $1.int ?? 0
            } read: {
                .int($0.sandbox.lookUpLag)
            },
            Field("sandbox.idempotency", .bool) {
                $0.sandbox.idempotencyLifetime = $1.bool == false ? 0 : SandboxOptions().idempotencyLifetime
            } read: {
                .bool($0.sandbox.idempotencyLifetime != 0)
            },
        ],
        groups: [
            FieldGroup("authentication", \.defaults.authentication, AuthenticationFields.table, blank: AuthenticationData())
        ])

    /// A member that is also one of the transaction data, under the same rule.
    private static func fallback(
        _ path: StaticString, _ place: any Field<TransactionData>.Member<String>
    ) -> Field<EngineConfiguration> {
        Field(path, .text(0...255)) { (configuration, value) throws(PaymentError) in
            try TransactionFields.set(path.description, value, to: &configuration.defaults)
        } read: {
            .shown($0.defaults[keyPath: place])
        }
    }
}
