/// A response code of the issuer (ISO 8583:1987, field 39, with the schemes' additions), as the sandbox gives it.
struct SandboxResponseCode: Sendable {
    let code: StaticString
    /// The code of the `CRD` family that goes with it; the bare code where there is none, which PXP's replies show too.
    let stateCode: StaticString
    let isApproval: Bool
    /// The issuer's words to the merchant. What a shopper may read of them is another matter.
    let message: StaticString

    private init(_ code: StaticString, _ stateCode: StaticString, _ message: StaticString, approves: Bool = false) {
        self.code = code
        self.stateCode = stateCode
        self.message = message
        isApproval = approves
    }

    func isCode(_ other: StaticString) -> Bool {
        code.utf8CodeUnitCount == other.utf8CodeUnitCount
            && code.withUTF8Buffer { mine in other.withUTF8Buffer { mine.elementsEqual($0) } }
    }

    /// What a merchant advice code says. Mastercard, DE 48 SE 84.
    static func advice(_ code: StaticString) -> StaticString {
        advices.first { $0.0.description == code.description }?.1 ?? ""
    }

    private static let advices: [(StaticString, StaticString)] = [
        ("01", "New account information available"), ("02", "Cannot approve now, try later"), ("03", "Do not try again"),
        ("04", "Token requirements not fulfilled"), ("05", "Negotiated value not approved"), ("21", "Payment cancelled"),
        ("22", "Merchant does not qualify for product code"), ("24", "Retry after 1 hour"), ("25", "Retry after 24 hours"),
        ("26", "Retry after 2 days"), ("27", "Retry after 4 days"), ("28", "Retry after 6 days"), ("29", "Retry after 8 days"),
        ("30", "Retry after 10 days"), ("40", "Non-reloadable prepaid card"), ("41", "Single-use virtual card"),
        ("42", "Sanctions score too high"), ("43", "Multi-use virtual card"),
    ]

    /// The index of a code in `all`; that of 05 for one that is not there, since a sandbox does not approve what it does not
    /// know.
    static func index(_ code: StaticString) -> UInt8 {
        let index = all.firstIndex { $0.isCode(code) } ?? all.firstIndex { $0.isCode("05") } ?? 0
        return UInt8(truncatingIfNeeded: index)
    }

    /// The row of that index.
    static func at(_ index: UInt8) -> SandboxResponseCode { all.indices.contains(Int(index)) ? all[Int(index)] : all[0] }

    /// The index of 00.
    static let approved: UInt8 = 0

    /// Every code of the reference tables, digits first.
    static let all: [SandboxResponseCode] = [
        SandboxResponseCode("00", "CRD000", "Approved", approves: true),
        SandboxResponseCode("01", "CRD107", "Refer to card issuer"),
        SandboxResponseCode("02", "CRD108", "Refer to card issuer, special conditions"),
        SandboxResponseCode("03", "CRD109", "Invalid merchant"),
        SandboxResponseCode("04", "CRD104", "Pick up card"),
        SandboxResponseCode("05", "CRD100", "Do not honour"),
        SandboxResponseCode("06", "CRD100", "Error"),
        SandboxResponseCode("07", "CRD104", "Pick up card, special conditions"),
        SandboxResponseCode("08", "CRD001", "Honour with identification", approves: true),
        SandboxResponseCode("10", "CRD002", "Approved for partial amount", approves: true),
        SandboxResponseCode("11", "CRD003", "Approved (VIP)", approves: true),
        SandboxResponseCode("12", "CRD115", "Invalid transaction"),
        SandboxResponseCode("13", "CRD110", "Invalid amount"),
        SandboxResponseCode("14", "CRD111", "Invalid card number"),
        SandboxResponseCode("15", "CRD111", "No such issuer"),
        SandboxResponseCode("19", "19", "Re-enter transaction"),
        SandboxResponseCode("21", "21", "No action taken"),
        SandboxResponseCode("25", "25", "Record not found"),
        SandboxResponseCode("28", "28", "File unavailable"),
        SandboxResponseCode("30", "30", "Format error"),
        SandboxResponseCode("33", "CRD101", "Expired card"),
        SandboxResponseCode("34", "CRD102", "Suspected fraud"),
        SandboxResponseCode("36", "CRD104", "Restricted card"),
        SandboxResponseCode("39", "CRD114", "No credit account"),
        SandboxResponseCode("41", "CRD104", "Lost card"),
        SandboxResponseCode("43", "CRD104", "Stolen card"),
        SandboxResponseCode("46", "CRD118", "Closed account"),
        SandboxResponseCode("51", "CRD116", "Insufficient funds"),
        SandboxResponseCode("52", "CRD114", "No current account"),
        SandboxResponseCode("53", "CRD114", "No savings account"),
        SandboxResponseCode("54", "CRD101", "Expired card"),
        SandboxResponseCode("55", "CRD117", "Incorrect PIN"),
        SandboxResponseCode("57", "CRD119", "Not permitted to cardholder"),
        SandboxResponseCode("58", "CRD120", "Not permitted to terminal"),
        SandboxResponseCode("59", "CRD102", "Suspected fraud"),
        SandboxResponseCode("61", "CRD121", "Exceeds amount limit"),
        SandboxResponseCode("62", "CRD104", "Restricted card"),
        SandboxResponseCode("63", "CRD122", "Security violation"),
        SandboxResponseCode("64", "64", "Anti-money-laundering requirement"),
        SandboxResponseCode("65", "CRD123", "Exceeds frequency limit, or authentication required"),
        SandboxResponseCode("70", "CRD107", "Contact card issuer, or PIN data required"),
        SandboxResponseCode("71", "71", "PIN not changed"),
        SandboxResponseCode("74", "74", "Different value than pre-authorised"),
        SandboxResponseCode("75", "CRD106", "PIN tries exceeded"),
        SandboxResponseCode("76", "76", "Reversal not matched, or invalid account"),
        SandboxResponseCode("77", "77", "Invalid account"),
        SandboxResponseCode("78", "CRD125", "Card not activated"),
        SandboxResponseCode("79", "79", "Already reversed, or life cycle"),
        SandboxResponseCode("80", "80", "No financial impact, or issuer unavailable"),
        SandboxResponseCode("81", "81", "Cryptographic error, or domestic debit refused"),
        SandboxResponseCode("82", "CRD122", "Security code wrong, or policy"),
        SandboxResponseCode("83", "83", "Security, or network block"),
        SandboxResponseCode("84", "84", "Invalid authorisation life cycle"),
        SandboxResponseCode("85", "CRD000", "Card OK", approves: true),
        SandboxResponseCode("86", "86", "Cannot verify PIN"),
        SandboxResponseCode("87", "CRD000", "Approved, purchase only", approves: true),
        SandboxResponseCode("88", "CRD128", "Cryptographic failure"),
        SandboxResponseCode("89", "89", "PIN unacceptable, or invalid terminal"),
        SandboxResponseCode("90", "90", "Cut-off in progress"),
        SandboxResponseCode("91", "91", "Issuer unavailable"),
        SandboxResponseCode("92", "92", "Unable to route"),
        SandboxResponseCode("93", "CRD124", "Violation of law"),
        SandboxResponseCode("94", "94", "Duplicate transmission"),
        SandboxResponseCode("96", "96", "System malfunction"),
        // The order of these is the order of their amounts, 100 onwards: add at the end.
        SandboxResponseCode("1A", "1A", "Additional authentication required"),
        SandboxResponseCode("1Z", "1Z", "System inoperative"),
        SandboxResponseCode("5C", "5C", "Not supported or blocked by issuer"),
        SandboxResponseCode("6P", "6P", "Verification data failed"),
        SandboxResponseCode("9G", "9G", "Blocked by cardholder"),
        SandboxResponseCode("B1", "B1", "Surcharge not permitted"),
        SandboxResponseCode("N0", "N0", "Force STIP"),
        SandboxResponseCode("N3", "N3", "Cash service not available"),
        SandboxResponseCode("N4", "N4", "Exceeds cash limit"),
        SandboxResponseCode("N7", "CRD122", "Security code wrong"),
        SandboxResponseCode("N8", "N8", "Exceeds pre-authorised amount"),
        SandboxResponseCode("P5", "P5", "PIN change refused"),
        SandboxResponseCode("P6", "P6", "PIN unsafe"),
        SandboxResponseCode("Q1", "Q1", "Card authentication failed"),
        SandboxResponseCode("R0", "CRD119", "Stop this payment"),
        SandboxResponseCode("R1", "CRD119", "Stop all payments at this merchant"),
        SandboxResponseCode("R2", "R2", "Not qualified for PIN"),
        SandboxResponseCode("R3", "CRD119", "Stop all recurring payments"),
        SandboxResponseCode("Z3", "Z3", "Unable to go online"),
        SandboxResponseCode("Z5", "Z5", "Valid account, amount refused"),
        SandboxResponseCode("Z6", "Z6", "Declined by issuer"),
    ]
}
