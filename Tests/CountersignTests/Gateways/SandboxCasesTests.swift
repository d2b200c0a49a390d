import Testing

@testable import Countersign

@Suite("Every case of the sandbox does what its table says")
struct SandboxCasesTests {
    /// Card and codes chosen by id, so that a failure names the case.
    static let ids = SandboxCases.all.map(\.id)

    private func row(_ id: String) throws -> SandboxCase { try #require(SandboxCases.all.first { $0.id == id }) }

    @Test("a payment ends as the table says", arguments: ids)
    func ends(id: String) throws {
        let row = try row(id)
        var run = SandboxMachineRun(row)
        run.run()
        #expect(run.record.ending == row.ending)
        #expect(row.ending != nil || run.record.waitingReason == row.waiting)
        let error = run.record.error?.value.code.symbol.description ?? run.record.reply?.value.errorCode ?? ""
        if row.errorCode.utf8CodeUnitCount > 0 { #expect(error == row.errorCode.description) }
        #expect(run.sent.filter { $0 == .authorise }.count <= 2)
        let book = run.server.book(of: run.record.attempt.merchantTransactionId)
        switch row.ending {
        case .authorised: #expect(book?.transactions == 1 && book?.authorised == run.record.ledger.authorised)
        case .refused, .error: #expect(book == nil || book?.transactions == 0)
        default: break
        }
    }

    @Test("the table names each case once, with a number that passes the check digit and belongs to its brand")
    func tableIsSound() {
        #expect(Set(Self.ids).count == Self.ids.count)
        for row in SandboxCases.all {
            let check = withUTF8Bytes(row.number.description) { checkCard($0) }
            #expect(check.isValid && check.brand?.id == row.brand.description, "\(row.id)")
            if let number = row.amountNumber { #expect((0..<1_000).contains(number), "\(row.id)") }
        }
        let amounts = SandboxCases.all.compactMap(\.amountNumber)
        #expect(Set(amounts).count == amounts.count)
    }

    @Test("the first case of a number and the case of an amount are found; nothing else is")
    func lookUps() throws {
        for (index, row) in SandboxCases.all.enumerated() {
            let found =
                row.amountNumber == nil
                ? withUTF8Bytes(row.number.description) { SandboxCases.index(ofNumber: $0) }
                : SandboxCases.index(ofAmount: row.amountMinor)
            let first = SandboxCases.all.firstIndex {
                row.amountNumber == nil
                    ? $0.amountNumber == nil && $0.number.description == row.number.description
                    : $0.amountNumber == row.amountNumber
            }
            #expect(found == first, "\(row.id) at \(index)")
        }
        #expect(withUTF8Bytes("4242424242424242") { SandboxCases.index(ofNumber: $0) } == 0)
        for amount: Int64 in [-1, 0, 1_234, 989_999, 991_000, .max, .min] {
            #expect(SandboxCases.index(ofAmount: amount) == nil)
        }
    }

    @Test("every response code and every merchant advice of the reference is a case")
    func everyCode() {
        let codes =
            "00 01 02 03 04 05 06 07 08 10 11 12 13 14 15 19 21 25 28 30 33 34 36 39 41 43 46 51 52 53 54 55 57 58 59 61 62 63 "
            + "64 65 70 71 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 96 "
            + "1A 1Z 5C 6P 9G B1 N0 N3 N4 N7 N8 P5 P6 Q1 R0 R1 R2 R3 Z3 Z5 Z6"
        let cases = SandboxCases.all.filter { $0.amountNumber != nil }
        for code in codes.split(separator: " ") {
            #expect(cases.contains { $0.answer.code.description == code }, "response code \(code)")
        }
        for advice in "01 02 03 04 05 21 22 24 25 26 27 28 29 30 40 41 42 43".split(separator: " ") {
            #expect(cases.contains { $0.answer.advice.description == advice }, "merchant advice \(advice)")
        }
    }

    @Test("an amount chooses its answer in currencies of any exponent", arguments: ["EUR", "JPY", "BHD", "UYW"])
    func anyCurrency(currency: String) throws {
        for row in SandboxCases.all where row.amountNumber != nil && row.fault == nil && row.answer.twist == .none {
            var flow = SandboxFlow(row)
            flow.record = GatewayFixture.record(GatewayFixture.transaction(row.amountMinor, currency))
            _ = try flow.tokenise()
            guard case .transaction(let reply) = try flow.perform(.authorise) else {
                Issue.record("\(row.id) gave no transaction")
                continue
            }
            #expect(reply.providerCode == row.answer.code.description, "\(row.id)")
            #expect(
                reply.amount == (row.answer.response.isApproval ? row.amountMinor : nil) || reply.state == .refused, "\(row.id)"
            )
            #expect(reply.currency == currency)
        }
    }
}
