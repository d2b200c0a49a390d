/// A reply sorted by what may be believed of it. PXP, transactions, states; error codes.
enum PXPAnswer {
    /// 2xx with a JSON object, no member of which is ambiguous.
    case success(JSONDocument)
    /// 4xx with an error body: the gateway read the request and refused it.
    case refused(status: Int, PXPErrorBody)
    /// Everything else, placed in time.
    case failed(PaymentError)

    init(_ reply: GatewayReply, to operation: Operation) {
        switch reply {
        case .notSent(let fault): self = .failed(PXPFailure.notSent(fault, operation))
        case .unknown(let fault): self = .failed(PXPFailure.unknown(fault, operation))
        case .answered(let status, let body):
            let document = Self.object(body)
            switch status {
            case 200..<300:
                self = document.map(PXPAnswer.success) ?? .failed(PXPFailure.unreadable(operation))
            case 401, 403:
                self = .failed(PXPFailure.unauthorised(operation, document.map { PXPErrorBody($0, to: operation) }))
            case 408:
                self = .failed(PXPFailure.serverFault(status, operation))
            case 400..<500:
                // Without a body that says so, a proxy on the way may have written it.
                self =
                    document.map { .refused(status: status, PXPErrorBody($0, to: operation)) }
                    ?? .failed(PXPFailure.unreadable(operation))
            default:
                self = .failed(PXPFailure.serverFault(status, operation))
            }
        }
    }

    /// The body as an object; nil when it is none, or when two members of one name leave open what it says.
    private static func object(_ body: ByteBuffer) -> JSONDocument? {
        guard let document = try? JSONDocument(parsing: body), document.view.kind == .object,
            document.duplicateMemberCount == 0
        else { return nil }
        return document
    }
}

/// The members of an error body. Their names on the wire are ASSUMED from those of the SDK's failed results.
struct PXPErrorBody {
    var code = ""
    /// The gateway's own sentence.
    var reason = ""
    /// Dotted path of the field at fault, where the gateway names it.
    var field = ""
    var correlationId = ""

    /// The body of a reply to that operation. The vault might repeat the card number that it was sent: what could be one is
    /// left out.
    init(_ document: JSONDocument, to operation: Operation) {
        defer { withExtendedLifetime(document) {} }
        self.init(document.view)
        guard operation == .tokenise else { return }
        reason = ""
        if PXPText.mayHoldCardNumber(code) { code = "" }
        if PXPText.mayHoldCardNumber(field) { field = "" }
        if PXPText.mayHoldCardNumber(correlationId) { correlationId = "" }
    }

    init(_ body: JSONView) {
        code = PXPText.code(body["errorCode"] ?? body["code"])
        reason = PXPText.text(body["errorReason"] ?? body["message"])
        field = PXPText.code(body["field"])
        correlationId = PXPText.code(body["correlationId"])
    }
}

/// Text out of replies.
enum PXPText {
    /// A string as it is, a number as it is written, otherwise nothing.
    static func text(_ value: JSONView?) -> String {
        guard let value else { return "" }
        return value.string ?? value.numberText ?? ""
    }

    /// The same for codes and names, which are short and plain; anything else gives nothing, so that no foreign text can pass
    /// for one.
    static func code(_ value: JSONView?) -> String {
        guard let value else { return "" }
        guard value.kind == .string else { return text(value) }
        return value.withStringBytes { bytes in
            guard bytes.count <= 64 else { return "" }
            for byte in bytes where !isPlain(byte) { return "" }
            return String(decoding: bytes, as: UTF8.self)
        } ?? ""
    }

    /// Whether twelve digits stand in a row, as in the shortest card number.
    static func mayHoldCardNumber(_ text: String) -> Bool {
        var run = 0
        for byte in text.utf8 {
            run = byte &- 0x30 < 10 ? run &+ 1 : 0
            if run == 12 { return true }
        }
        return false
    }

    /// Letters, digits and `-._[]`, as bits of the ASCII codes below and from 64 on.
    private static let plainLow: UInt64 = 0x03ff_6000_0000_0000
    private static let plainHigh: UInt64 = 0x07ff_fffe_afff_fffe

    @inline(__always) private static func isPlain(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? plainLow : plainHigh) >> UInt64(byte & 63) & 1 == 1
    }
}
