/// What the issuer's page makes of a shopper's answer.
public enum SandboxAcsAnswer: Sendable, Equatable {
    /// A wrong code, and so many tries left.
    case tryAgain(triesLeft: Int)
    /// The CRes that the page posts back, base64url.
    case finished(challengeResponse: String)
    /// No such challenge is open, or its page does not answer.
    case unknownChallenge

    /// No CRes of the page is longer, with a zero at its end.
    public static let greatestLength = 512
}

/// The issuer's access control server: its challenge page and its 3DS Method. EMV 3-D Secure 2.2, challenge flow.
extension SandboxServer {
    /// The code that is right.
    private static let rightCode: StaticString = "1234"

    /// The shopper enters a code at the page of a challenge.
    ///
    /// - Parameters:
    ///   - challengeRequest: the CReq as it was posted, base64url.
    ///   - code: what the shopper entered.
    public mutating func acsAnswer(
        challengeRequest: UnsafeRawBufferPointer, code: UnsafeRawBufferPointer
    ) -> SandboxAcsAnswer {
        guard let number = openChallenge(challengeRequest), let row = authentications[number] else { return .unknownChallenge }
        let path = SandboxCases.all[Int(row.caseIndex)].issuer.path
        guard path != .challengeHanging, path != .challengeExpiring else { return .unknownChallenge }
        let isRight = code.count == Self.rightCode.utf8CodeUnitCount && SandboxField.starts(code, Self.rightCode)
        let triesLeft =
            authentications.update(number) { row -> UInt8 in
                row.triesLeft &-= isRight || row.triesLeft == 0 ? 0 : 1
                row.wasChallenged = true
                if isRight, path != .challengeFailing {
                    row.end("Y")
                } else if isRight || row.triesLeft == 0 {
                    row.end("N")
                }
                return row.triesLeft
            } ?? 0
        return isRight || triesLeft == 0
            ? .finished(challengeResponse: challengeResponse(number)) : .tryAgain(triesLeft: Int(triesLeft))
    }

    /// The shopper presses cancel there.
    public mutating func acsCancel(challengeRequest: UnsafeRawBufferPointer) -> SandboxAcsAnswer {
        guard let number = openChallenge(challengeRequest) else { return .unknownChallenge }
        _ = authentications.update(number) { row in
            row.wasChallenged = true
            row.end("N", cancelIndicator: 1)
        }
        return .finished(challengeResponse: challengeResponse(number))
    }

    /// What the 3DS Method's page posts back as `threeDSMethodData`, for the data that it was called with; nil when those are
    /// none.
    public func acsMethodNotification(fingerprintData: UnsafeRawBufferPointer) -> String? {
        let named = PublicBase64.withDecoded(fingerprintData) { Self.identifier("threeDSServerTransID", in: $0) } ?? nil
        guard let id = named, authenticationNumber(id) != nil else { return nil }
        var writer = JSONWriter(capacity: 64)
        writer.beginObject()
        id.write("threeDSServerTransID", to: &writer)
        writer.endObject()
        return writer.finish().withBytes { PublicBase64.text($0, alphabet: .url) }
    }

    /// Writes the CReq of a challenge.
    func writeChallengeRequest(_ number: Int, _ row: Authentication, to writer: inout JSONWriter) {
        var request = JSONWriter(capacity: 256)
        request.beginObject()
        writeIds(number, "CReq", to: &request)
        withUnsafeBytes(of: (UInt8(0x30), UInt8(0x30) &+ row.windowSize)) { request.member("challengeWindowSize", bytes: $0) }
        request.endObject()
        request.finish().withBytes {
            PublicBase64.write($0, as: "threeDSecureChallengeData", alphabet: .url, to: &writer)
        }
    }

    /// The number of the open challenge that a CReq is about.
    private func openChallenge(_ request: UnsafeRawBufferPointer) -> Int? {
        let ids = PublicBase64.withDecoded(request) { Self.challengeIds($0) } ?? nil
        guard let ids, let number = authenticationNumber(ids.server),
            identifiers.number(.acsTransaction, of: ids.acs) == number,
            let row = authentications[number], row.state == .pendingCustomerChallenge, row.status == UInt8(ascii: "C")
        else { return nil }
        return number
    }

    /// The ids of a CReq; nil for any other message.
    private static func challengeIds(
        _ message: UnsafeRawBufferPointer
    ) -> (server: SandboxIdentifiers.Identifier, acs: SandboxIdentifiers.Identifier)? {
        guard let document = try? JSONDocument(parsing: message) else { return nil }
        defer { withExtendedLifetime(document) {} }
        let root = document.view
        guard root["messageType"]?.isString("CReq") == true,
            let server = root["threeDSServerTransID"]?.withStringBytes({ SandboxIdentifiers.Identifier($0) }) ?? nil,
            let acs = root["acsTransID"]?.withStringBytes({ SandboxIdentifiers.Identifier($0) }) ?? nil
        else { return nil }
        return (server, acs)
    }

    /// The id that a member of a message holds.
    static func identifier(_ name: StaticString, in message: UnsafeRawBufferPointer) -> SandboxIdentifiers.Identifier? {
        guard let document = try? JSONDocument(parsing: message) else { return nil }
        defer { withExtendedLifetime(document) {} }
        return document.view[name]?.withStringBytes { SandboxIdentifiers.Identifier($0) } ?? nil
    }

    private func challengeResponse(_ number: Int) -> String {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writeIds(number, "CRes", to: &writer)
        writer.member("challengeCompletionInd", "Y" as StaticString)
        withUnsafeBytes(of: authentications[number]?.status ?? 0) { writer.member("transStatus", bytes: $0) }
        writer.endObject()
        return writer.finish().withBytes { PublicBase64.text($0, alphabet: .url) }
    }

    private func writeIds(_ number: Int, _ type: StaticString, to writer: inout JSONWriter) {
        writer.member("messageType", type)
        writer.member("messageVersion", "2.2.0" as StaticString)
        identifiers.identifier(.authentication, number).write("threeDSServerTransID", to: &writer)
        identifiers.identifier(.acsTransaction, number).write("acsTransID", to: &writer)
    }
}
