// The header documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CCountersign
import Countersign
import CountersignRuntime

@implementation @_cdecl("csn_sandbox_cases_json")
public func csn_sandbox_cases_json() -> UnsafePointer<CChar>? { SandboxTexts.cases }

/// Hands the issuer's answer over.
private func visit(
    _ engine: OpaquePointer?, _ creq: UnsafePointer<CChar>?, _ cres: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?, _ error: ErrorSlot?,
    _ body: (Engine, UnsafeRawBufferPointer) throws(Failure) -> SandboxAcsAnswer
) -> csn_status {
    answer(error) { () throws(Failure) in
        let challenge = HostText.bytes(creq)
        let found = try withEngine(engine) { (engine) throws(Failure) in
            guard let challenge else { throw Failure(.invalid, "The challenge is NULL.", field: "creq") }
            // Looked at first, so that a buffer that is too small leaves the challenge open.
            guard capacity >= SandboxAcsAnswer.greatestLength else {
                length?.pointee = SandboxAcsAnswer.greatestLength
                throw Failure(.buffer, "The buffer is too small: the length says what is enough.", field: "capacity")
            }
            return try body(engine, challenge)
        }
        switch found {
        case .tryAgain(let triesLeft):
            length?.pointee = triesLeft
            return .tryAgain
        case .finished(var response):
            let result = response.withUTF8 { utf8 in
                Result { () throws(Failure) in
                    try write(UnsafeRawBufferPointer(utf8), to: cres, capacity, length, endings: 1)
                }
            }
            return try result.get()
        case .unknownChallenge:
            throw Failure(
                .notFound, "No such challenge is open at the issuer: pass challenge.creq of a payment that waits for it.")
        }
    }
}

@implementation @_cdecl("csn_sandbox_acs_answer")
public func csn_sandbox_acs_answer(
    _ engine: OpaquePointer?, _ creq: UnsafePointer<CChar>?, _ otp: UnsafePointer<CChar>?, _ cres: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    visit(engine, creq, cres, capacity, length, error) { (engine, challenge) throws(Failure) in
        guard let code = HostText.bytes(otp) else { throw Failure(.invalid, "The code is NULL.", field: "otp") }
        return try engine.answerIssuer(challenge, code: code)
    }
}

@implementation @_cdecl("csn_sandbox_acs_cancel")
public func csn_sandbox_acs_cancel(
    _ engine: OpaquePointer?, _ creq: UnsafePointer<CChar>?, _ cres: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    visit(engine, creq, cres, capacity, length, error) { (engine, challenge) throws(Failure) in
        try engine.cancelAtIssuer(challenge)
    }
}

@implementation @_cdecl("csn_sandbox_books_json_copy")
public func csn_sandbox_books_json_copy(
    _ engine: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> csn_status {
    json?.pointee = nil
    return answer(error) { () throws(Failure) in
        let slot = try required(json, "json")
        slot.pointee = HostText.copy(try withEngine(engine) { (engine) throws(Failure) in try engine.sandboxBooks() })
        return .ok
    }
}
