import Countersign
import Testing

@Suite("JSON limits")
struct JSONLimitsTests {
    @Test("Depth counts containers, the outermost first", arguments: [1, 2, 32, 100, 1_000])
    func depth(_ limit: Int) throws {
        let limits = JSONLimits(depth: limit)
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let inner = open == "[" ? "" : "1"
            let fitting = String(repeating: open, count: limit) + inner + String(repeating: close, count: limit)
            _ = try JSONDocument(parsing: fitting, limits: limits)
            let error = #expect(throws: JSONError.self) {
                try JSONDocument(parsing: open == "[" ? "[\(fitting)]" : "{\"a\":\(fitting)}", limits: limits)
            }
            #expect(error?.fault == .depth)
            #expect(error?.offset == limit * open.utf8.count)
        }
    }

    @Test("Siblings do not add to the depth")
    func siblings() throws {
        _ = try JSONDocument(parsing: "[[],[],{},[[]],{\"a\":[]}]", limits: JSONLimits(depth: 3))
    }

    @Test("The usual depth is 32")
    func usualDepth() throws {
        _ = try JSONDocument(parsing: String(repeating: "[", count: 32) + String(repeating: "]", count: 32))
        #expect(throws: JSONError.self) {
            try JSONDocument(parsing: String(repeating: "[", count: 33) + String(repeating: "]", count: 33))
        }
    }

    @Test("A million opening brackets take no stack")
    func noRecursion() {
        let limits = JSONLimits(depth: .max, bytes: .max, values: .max)
        for text in ["[", "{\"a\":"] {
            let error = #expect(throws: JSONError.self) {
                try JSONDocument(parsing: String(repeating: text, count: 1_000_000), limits: limits)
            }
            #expect(error?.fault == .truncated)
        }
        let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let document = try? JSONDocument(parsing: nested, limits: limits)
        var writer = JSONWriter()
        document?.root.write(to: &writer)
        #expect(writer.finish().count == 200_000)
    }

    @Test("Bytes are counted before anything is read")
    func bytes() throws {
        let limits = JSONLimits(bytes: 4)
        _ = try JSONDocument(parsing: "1234", limits: limits)
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: "x2345", limits: limits) }
        #expect(error?.fault == .tooBig)
    }

    @Test("Values are counted with their containers")
    func values() throws {
        let limits = JSONLimits(values: 4)
        _ = try JSONDocument(parsing: "[1,2,3]", limits: limits)
        _ = try JSONDocument(parsing: "{\"a\":[1,2]}", limits: limits)
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: "[1,[2],3]", limits: limits) }
        #expect(error?.fault == .tooMany)
        #expect(error?.offset == 7)
    }

    @Test("Limits of nothing refuse, and do not trap", arguments: [0, -1, .min])
    func nothing(_ limit: Int) {
        for limits in [JSONLimits(depth: limit), JSONLimits(bytes: limit), JSONLimits(values: limit)] {
            #expect(throws: JSONError.self) { try JSONDocument(parsing: "[]", limits: limits) }
        }
    }

    @Test("Many values move to memory of their own without a loss", arguments: [7, 8, 9, 100, 5_000])
    func growth(_ count: Int) throws {
        let root = try JSONDocument(parsing: "[" + (0..<count).map { _ in "1" }.joined(separator: ",") + "]").root
        #expect(root.count == count)
        #expect(root.elements.allSatisfy { $0.int64 == 1 })
    }
}
