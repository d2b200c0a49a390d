/// Why the sandbox's server does not take a request.
struct SandboxRefusal: Error {
    var status = 400
    var code: StaticString = "VALIDATION_EXCEPTION"
    var reason: String
    /// Dotted path of the field at fault, or empty.
    var field: StaticString = ""

    static func field(_ path: StaticString, _ reason: String) -> SandboxRefusal {
        SandboxRefusal(reason: "\(path) \(reason)", field: path)
    }

    static let notJSON = SandboxRefusal(reason: "The body is not a JSON object.")
    static let unknownPath = SandboxRefusal(status: 404, code: "NOT_FOUND", reason: "There is nothing at this path.")
    static let wrongMethod = SandboxRefusal(
        status: 405, code: "METHOD_NOT_ALLOWED", reason: "The path does not take this method.")
    static let noTransaction = SandboxRefusal(
        status: 404, code: "TRANSACTION_NOT_FOUND", reason: "There is no such transaction.")
    static let noAuthentication = SandboxRefusal(
        status: 404, code: "AUTHENTICATION_NOT_FOUND", reason: "There is no such authentication.")
    static let noToken = SandboxRefusal(
        code: "TOKEN_NOT_FOUND", reason: "There is no such gateway token.", field: "card.gatewayTokenId")
}
