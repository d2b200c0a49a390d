import Testing

@testable import Countersign

/// A host's table of issuers is read whole or refused with the line at fault, and answers by the longest prefix.
@Suite("Issuer table")
struct IssuerTableTests {
    private func table(_ text: String) throws -> IssuerTable { try withUTF8Bytes(text) { try IssuerTable(parsing: $0) } }

    private func issuer(_ table: IssuerTable, _ digits: String) -> IssuerTable.Issuer? {
        withUTF8Bytes(digits) { table.issuer(of: $0) }
    }

    @Test("The longest prefix wins, ranges include their ends, and fewer than six digits tell nothing")
    func lookUp() throws {
        let table = try table(
            """
            # a comment

            457173; visa; credit; DK
            45717360; visa, dankort; debit; DK; Classic; Example Bank
            4571737 ;; prepaid
            453900-453905; visa; credit; GB\r
            """)
        #expect(table.count == 4)
        #expect(issuer(table, "4571736000000000")?.fundingSource == .debit)
        #expect(issuer(table, "4571736000000000")?.brands == [BrandSet(.visa), BrandSet(.dankort)])
        #expect(issuer(table, "4571736000000000")?.name == "Example Bank")
        #expect(issuer(table, "4571736000000000")?.product == "Classic")
        #expect(issuer(table, "4571736100000000")?.fundingSource == .credit)
        #expect(issuer(table, "4571737000000000")?.fundingSource == .prepaid)
        #expect(issuer(table, "4571737000000000")?.country == nil)
        #expect(issuer(table, "457173")?.country == Country(alpha2: "DK"))
        #expect(issuer(table, "453900")?.country == Country(alpha2: "GB"))
        #expect(issuer(table, "45390599")?.country == Country(alpha2: "GB"))
        for digits in ["453906", "453899", "45390", "", "4111111111111111"] {
            #expect(issuer(table, digits) == nil, "\(digits)")
        }
    }

    @Test("An empty table knows nothing")
    func empty() throws {
        #expect(try table("").count == 0)
        #expect(try issuer(table("# nothing\n"), "411111") == nil)
    }

    @Test(
        "A line at fault is named",
        arguments: [
            ("411111;visa\n41111;visa", 2), ("411111111;visa", 1), ("abcdef;visa", 1), ("+41111;visa", 1),
            ("411111-41111;visa", 1),
            ("411119-411111", 1), ("411111-411112-411113", 1), ("\n\n411111;vista", 3), ("411111;visa;cash", 1),
            ("411111;visa;debit;UK", 1), ("411111;visa;debit;gb", 1), ("411111;;;;;;x", 1), ("411111\n411111", 2),
            ("411115-411120\n411111\n411110-411115", 3), (";visa", 1),
        ])
    func refused(text: String, line: Int) {
        #expect(performing: { try table(text) }, throws: { ($0 as? IssuerTable.Fault)?.line == line })
    }

    @Test("The same prefix in another length is no overlap")
    func lengths() throws {
        #expect(try table("411111;visa;debit\n4111111;visa;credit\n41111111;visa;prepaid").count == 3)
    }

    @Test("Funding sources are read as gateways write them")
    func fundingSources() {
        #expect(FundingSource(name: "Credit") == .credit)
        #expect(FundingSource(name: "DEBIT") == .debit)
        #expect(FundingSource(name: "deferred debit") == .deferredDebit)
        #expect(FundingSource(name: "DeferredDebit") == .deferredDebit)
        #expect(FundingSource(name: "unknown") == nil)
        #expect(FundingSource(name: "") == nil)
    }
}
