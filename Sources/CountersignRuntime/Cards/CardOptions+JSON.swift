import Countersign

/// The options of a card form, as the header's comment of `csn_card_new` lists them.
extension CardOptions {
    init(_ json: JSONValue?) throws(Failure) {
        self.init()
        guard let json else { return }
        var fields = OptionFields()
        do throws(PaymentError) {
            try OptionFields.table.apply(json, to: &fields)
        } catch {
            throw Failure(refusing: error)
        }
        self = fields.options
        acceptedBrands = try Self.list("acceptedBrands", fields.brands, CardBrand.allCases.map { ($0.id, $0) })
        acceptedFundingSources = try Self.list(
            "acceptedFundingSources", fields.fundingSources, FundingSource.allCases.map { ($0.id.description, $0) }
        ).map { Set($0) }
        if let names = fields.countries { acceptedIssuerCountries = try Self.countries(names) }
    }

    private struct OptionFields {
        var options = CardOptions()
        var brands: ByteBuffer?
        var fundingSources: ByteBuffer?
        var countries: ByteBuffer?

        static let table = FieldTable<OptionFields>([
            Field("acceptedBrands", .json(names)) {
                $0.brands = $1.json
            } read: {
                $0.brands.map { .json($0) } ?? .none
            },
            Field("acceptedFundingSources", .json(names)) {
                $0.fundingSources = $1.json
            } read: {
                $0.fundingSources.map { .json($0) } ?? .none
            },
            Field("acceptedIssuerCountries", .json(names)) {
                $0.countries = $1.json
            } read: {
                $0.countries.map { .json($0) } ?? .none
            },
            .int("maxExpiryYears", \.options.greatestExpiryYears, 1...99, absent: 20),
            .int("numberOfMonthExpired", \.options.graceMonths, 0...1200),
            .flag("luhnUnionPay", \.options.unionPayNeedsLuhn),
            .flag("cvcRequired", \.options.needsSecurityCode, absent: true),
            .flag("expiryRequired", \.options.needsExpiry, absent: true),
            .flag("holderNameRequired", \.options.needsHolderName),
        ])

        private static let names = JSONSchema("a list of names", .array(.leaf(.text(1...32)), max: 300))
    }

    private static func list<Value>(
        _ path: String, _ json: ByteBuffer?, _ known: [(name: String, value: Value)]
    ) throws(Failure) -> [Value]? {
        guard let json else { return nil }
        var values: [Value] = []
        for name in try names(path, json) {
            guard let found = known.first(where: { $0.name == name }) else {
                let near = NearestName.suggestion(for: name, among: known.map(\.name)).map { "did you mean \($0)?" }
                throw refusal(path, "\(near ?? "known are " + known.map(\.name).joined(separator: ", ") + ".")")
            }
            values.append(found.value)
        }
        return values
    }

    private static func countries(_ json: ByteBuffer) throws(Failure) -> Set<Country> {
        var countries: Set<Country> = []
        for name in try names("acceptedIssuerCountries", json) {
            guard let country = Country(alpha2: name) else {
                throw refusal("acceptedIssuerCountries", "countries are two capital letters of ISO 3166-1, such as GB.")
            }
            countries.insert(country)
        }
        return countries
    }

    private static func names(_ path: String, _ json: ByteBuffer) throws(Failure) -> [String] {
        do throws(JSONError) {
            return try JSONDocument(parsing: json).root.elements.map { $0.string ?? "" }
        } catch {
            throw Failure(error)
        }
    }

    private static func refusal(_ path: String, _ advice: String) -> Failure {
        Failure(refusing: PaymentError(.fieldInvalid, .refused, "\(path) has a name that is not known; \(advice)", field: path))
    }
}
