import Countersign

/// Carries requests to the sandbox's server inside the process, and its answers back after the time that it takes.
struct SandboxTransport {
    private(set) var server: SandboxServer

    init(options: SandboxOptions) { server = SandboxServer(options: options) }

    /// The answer, and after how many milliseconds it arrives.
    mutating func send(_ request: GatewayRequest, now: Int64) -> SandboxDelivery { server.handle(request, now: now) }

    /// Lets the server's time pass.
    mutating func advance(to now: Int64) { server.advance(to: now) }

    /// The shopper at the issuer's page.
    mutating func visitIssuer(_ body: (inout SandboxServer) -> SandboxAcsAnswer) -> SandboxAcsAnswer { body(&server) }
}
