import Glibc

/// Names at each level of a table, laid out once in plain memory, so that finding a member's field takes a hash of two words
/// and their comparison, and no reference is counted.
final class FieldTree: @unchecked Sendable {
    /// What a name leads to.
    enum Target {
        case field(Int)
        case group(Int)
        /// Another level, by its number.
        case branch(Int)
    }

    struct Child {
        /// A part of a path's literal, which lives as long as the process.
        let name: UnsafeBufferPointer<UInt8>
        let key: NameKey
        let target: Target

        var text: String { String(decoding: name, as: UTF8.self) }
    }

    private struct Level {
        /// The level's run of children, and its run of slots, each a child's position in the run or -1.
        let children: UnsafeMutableBufferPointer<Child>
        let slots: UnsafeMutableBufferPointer<Int16>
    }

    /// Where each level is in the table, dotted; empty at the top.
    private let levelPaths: [String]
    private let levels: UnsafeMutableBufferPointer<Level>

    /// Lays out paths with what they lead to. A path that comes twice leads to its first target.
    init(_ paths: [(path: StaticString, target: Target)]) {
        var levelPaths = [""]
        var levels: [[Child]] = [[]]
        for (path, target) in paths {
            var level = 0
            for (part, isLast) in Self.parts(of: path) {
                let known = levels[level].first { $0.name.elementsEqual(part) }
                if isLast {
                    if known == nil { levels[level].append(Child(name: part, key: NameKey(part), target: target)) }
                } else if case .branch(let next)? = known?.target {
                    level = next
                } else {
                    let name = String(decoding: part, as: UTF8.self)
                    levels[level].append(Child(name: part, key: NameKey(part), target: .branch(levels.count)))
                    levelPaths.append(levelPaths[level].isEmpty ? name : "\(levelPaths[level]).\(name)")
                    levels.append([])
                    level = levels.count - 1
                }
            }
        }
        self.levelPaths = levelPaths
        self.levels = .allocate(capacity: levels.count)
        _ = self.levels.initialize(from: levels.map(Self.level))
    }

    deinit {
        for level in levels {
            level.children.deallocate()
            level.slots.deallocate()
        }
        levels.deallocate()
    }

    private static func level(_ children: [Child]) -> Level {
        var size = 4
        while size < children.count * 2 { size *= 2 }
        let run = UnsafeMutableBufferPointer<Child>.allocate(capacity: children.count)
        _ = run.initialize(from: children)
        let slots = UnsafeMutableBufferPointer<Int16>.allocate(capacity: size)
        slots.initialize(repeating: -1)
        for (position, child) in children.enumerated() {
            var slot = child.key.hash & (size - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int16(truncatingIfNeeded: position)
        }
        return Level(children: run, slots: slots)
    }

    private static func parts(of path: StaticString) -> [(UnsafeBufferPointer<UInt8>, isLast: Bool)] {
        let text = UnsafeBufferPointer(start: path.utf8Start, count: path.utf8CodeUnitCount)
        let parts = text.split(separator: 0x2e, omittingEmptySubsequences: false)
        return parts.enumerated().map { (UnsafeBufferPointer(rebasing: $1), $0 == parts.count - 1) }
    }

    /// The position of a level's child by its name in UTF-8; negative for a name that it does not have.
    @inline(__always) func child(_ name: UnsafeBufferPointer<UInt8>, of level: Int) -> Int {
        let key = NameKey(name)
        let level = levels[level]
        let mask = level.slots.count &- 1
        var slot = key.hash & mask
        while true {
            let position = Int(level.slots[slot])
            if position < 0 { return -1 }
            if level.children[position].key == key {
                if key.isWhole { return position }
                if let own = level.children[position].name.baseAddress, let start = name.baseAddress,
                    memcmp(own, start, key.count) == 0
                {
                    return position
                }
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// A level's children, in the order of declaration.
    @inline(__always) func children(of level: Int) -> UnsafeMutableBufferPointer<Child> { levels[level].children }

    /// Where a level is in the table, dotted; empty at the top.
    func path(of level: Int) -> String { levelPaths[level] }

    /// The dotted path of a level's child.
    func path(of child: Int, in level: Int) -> String {
        let name = children(of: level)[child].text
        return levelPaths[level].isEmpty ? name : "\(levelPaths[level]).\(name)"
    }
}
