/// Paths of the PXP API, built in one piece of memory with each variable part percent-encoded. PXP, environments and transport.
enum PXPPath {
    /// Where the API begins on its host.
    static let base: StaticString = "/api/v1"
    /// Initiations, and with an id in front of a further part, one of them. PXP, integrated authentication.
    static let authentications = "/api/v1/threedsecure/integrated/authentications"
    static let transactions = "/api/v1/transactions"
    /// ASSUMED: no public page names the technical cancel by merchant reference.
    static let technicalCancellations = "/api/v1/transactions/technical-cancellations"

    /// `POST`: makes a gateway token. PXP, token vault, create gateway token.
    static func gatewayTokens(ownerType: String, ownerId: String) -> String {
        join("/api/v1/token-vault/", ownerType, "/", ownerId, "/vaults/gateway-tokens")
    }

    /// `PUT`: initiates an authentication. The documented path of standalone ones, by analogy: ASSUMED.
    static func browserAuthentication(_ authenticationId: String) -> String {
        join("/api/v1/threedsecure/integrated/authentications/", authenticationId, "/browser-authentication")
    }

    /// `GET`: reads an authentication back. PXP, retrieve authentication by id.
    static func authentication(_ authenticationId: String) -> String {
        join("/api/v1/threedsecure/integrated/authentications/", authenticationId)
    }

    /// `GET`: finds a transaction by its merchant reference. PXP, get transaction details.
    static func lookUp(merchant: String, site: String, merchantTransactionId: String) -> String {
        join("/api/v1/transactions/", merchant, "/", site, "?merchantTransactionId=", merchantTransactionId)
    }

    /// Fixed text and encoded text in turn. Three bytes of room for each encoded one are always enough.
    private static func join(
        _ a: StaticString, _ b: String, _ c: StaticString = "", _ d: String = "", _ e: StaticString = "", _ f: String = ""
    ) -> String {
        let fixed = a.utf8CodeUnitCount &+ c.utf8CodeUnitCount &+ e.utf8CodeUnitCount
        let variable = b.utf8.count &+ d.utf8.count &+ f.utf8.count
        return String(unsafeUninitializedCapacity: fixed &+ 3 &* variable) { out in
            var count = 0
            append(a, to: out, &count)
            encode(b, to: out, &count)
            append(c, to: out, &count)
            encode(d, to: out, &count)
            append(e, to: out, &count)
            encode(f, to: out, &count)
            return count
        }
    }

    private static func append(_ text: StaticString, to out: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) {
        guard let start = out.baseAddress, count &+ text.utf8CodeUnitCount <= out.count else { return }
        (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count &+= text.utf8CodeUnitCount
    }

    private static func encode(_ text: String, to out: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) {
        var text = text
        text.withUTF8 { bytes in
            guard let start = out.baseAddress, count &+ 3 &* bytes.count <= out.count else { return }
            var place = start + count
            for byte in bytes {
                if isUnreserved(byte) {
                    place[0] = byte
                    place += 1
                } else {
                    place[0] = 0x25
                    place[1] = hexDigit(byte >> 4)
                    place[2] = hexDigit(byte & 15)
                    place += 3
                }
            }
            count = place - start
        }
    }

    /// RFC 3986, 2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: true
        default: false
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }
}
