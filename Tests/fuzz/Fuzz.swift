import Glibc

/// One fuzz target: what is done with an input, and what must hold then.
///
/// `planted` runs the harness with a bug of its own, behind the code under test: that it is found shows that the fuzzer sees
/// which way that code goes.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable (_ input: UnsafeRawBufferPointer, _ planted: Bool) -> Void

    static let all = [
        json, transaction, card, expiry, money, issuers, reply, sandbox, calls,
    ]

    /// The one that `CSN_FUZZ_TARGET` names, and whether `CSN_FUZZ_PLANTED` is set.
    static let chosen: (target: FuzzTarget, planted: Bool) = {
        let name = getenv("CSN_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = all.first(where: { $0.name == name }) else {
            fail("CSN_FUZZ_TARGET is one of " + all.map(\.name).joined(separator: ", "))
        }
        return (target, getenv("CSN_FUZZ_PLANTED") != nil)
    }()
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let chosen = FuzzTarget.chosen
    chosen.target.run(UnsafeRawBufferPointer(start: bytes, count: count), chosen.planted)
    return 0
}

/// Ends the process as a crash, which the fuzzer keeps the input of.
func fail(_ message: String) -> Never {
    let line = Array("== \(message)\n".utf8)
    _ = write(2, line, line.count)
    abort()
}

func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fail("does not hold: \(message())") }
}

/// An input as a source of choices. At its end there are zeros.
struct Choices {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ input: UnsafeRawBufferPointer) { rest = input[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(byte()) % bound : 0 }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

    /// As many bytes as the next byte says.
    mutating func bytes() -> UnsafeRawBufferPointer {
        let count = min(Int(byte()), rest.count)
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return UnsafeRawBufferPointer(rebasing: taken)
    }

    /// All that is left.
    var remainder: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: rest) }
}
