import CSystem
import Glibc

/// The memory of one document: its text, the nodes, and what belongs to them only now and then.
///
/// Text and nodes share one block, the nodes in front, with room for as many as texts of that length usually need. Where they
/// need more, the nodes move into a block of their own; the text stays.
struct JSONTape: ~Copyable {
    /// The private copy of the text, followed by `JSONScanner.padding` zeros.
    let text: UnsafePointer<UInt8>
    let textCount: Int
    /// Strings that had escapes, undone: each at the offset that it has in the text. Made with the first of them.
    private(set) var sideText: UnsafeMutablePointer<UInt8>?
    private(set) var nodes: UnsafeMutablePointer<JSONNode>
    private(set) var count = 0
    /// The members of large objects, sorted; see `JSONKeyOrder`.
    var keyOrder: [UInt32] = []
    /// Members whose name an earlier member of the same object has.
    var duplicates: [UInt32] = []
    let isSecret: Bool

    private var capacity: Int
    private let block: UnsafeMutableRawPointer
    private var nodesLeftBlock = false

    init(copying bytes: UnsafeRawBufferPointer, isSecret: Bool) {
        self.isSecret = isSecret
        textCount = bytes.count
        capacity = 8 &+ bytes.count >> 4
        let nodeBytes = capacity &* MemoryLayout<JSONNode>.stride
        block = allocateBytes(nodeBytes &+ bytes.count &+ JSONScanner.padding)
        nodes = block.bindMemory(to: JSONNode.self, capacity: capacity)
        let copy = (block + nodeBytes).bindMemory(to: UInt8.self, capacity: bytes.count &+ JSONScanner.padding)
        if let source = bytes.baseAddress {
            UnsafeMutableRawPointer(copy).copyMemory(from: source, byteCount: bytes.count)
        }
        (copy + bytes.count).update(repeating: 0, count: JSONScanner.padding)
        text = UnsafePointer(copy)
    }

    deinit {
        if isSecret {
            csys_wipe(UnsafeMutablePointer(mutating: text), textCount)
            if let sideText { csys_wipe(sideText, textCount) }
        }
        free(sideText)
        if nodesLeftBlock { free(nodes) }
        free(block)
    }

    /// Adds `node` and gives its number.
    @inline(__always) mutating func append(_ node: JSONNode) -> UInt32 {
        if count == capacity { grow() }
        (nodes + count).initialize(to: node)
        count &+= 1
        return UInt32(truncatingIfNeeded: count &- 1)
    }

    @inline(never) private mutating func grow() {
        let room = capacity &* 2
        let memory = allocateBytes(room &* MemoryLayout<JSONNode>.stride)
        let larger = memory.bindMemory(to: JSONNode.self, capacity: room)
        larger.initialize(from: nodes, count: count)
        if nodesLeftBlock { free(nodes) }
        nodes = larger
        capacity = room
        nodesLeftBlock = true
    }

    /// Undoes the escapes of the checked string at `place` and gives its length then.
    @inline(never) mutating func undoEscapes(_ place: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int {
        let side = sideText ?? makeSideText()
        return JSONStringScanner.undo(place, to: end, into: side + (place - text))
    }

    private mutating func makeSideText() -> UnsafeMutablePointer<UInt8> {
        let room = textCount &+ JSONScanner.padding
        let side = allocateBytes(room, zeroed: true).bindMemory(to: UInt8.self, capacity: room)
        sideText = side
        return side
    }

    /// Where the member name of `node` stands, its escapes undone; seven bytes more can be read.
    @inline(__always) func key(_ node: UnsafePointer<JSONNode>) -> UnsafePointer<UInt8> {
        bytes(at: node.pointee.keyStart, isEscaped: node.pointee.keyIsEscaped)
    }

    /// Where the content of the string `node` stands, its escapes undone.
    @inline(__always) func content(_ node: UnsafePointer<JSONNode>) -> UnsafePointer<UInt8> {
        bytes(at: node.pointee.start &+ 1, isEscaped: node.pointee.isEscaped)
    }

    @inline(__always) private func bytes(at offset: UInt32, isEscaped: Bool) -> UnsafePointer<UInt8> {
        if isEscaped, let sideText { return UnsafePointer(sideText + Int(offset)) }
        return text + Int(offset)
    }
}
