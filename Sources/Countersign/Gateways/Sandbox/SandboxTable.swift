/// Rows numbered from 0 on, of which the last so many are kept.
struct SandboxTable<Row: Sendable>: Sendable {
    private var rows: [Row] = []
    private let capacity: Int
    /// How many rows there have been.
    private(set) var count = 0

    init(capacity: Int) { self.capacity = max(capacity, 1) }

    /// Adds a row; gives its number, and the row that was forgotten for it.
    mutating func append(_ row: Row) -> (number: Int, forgotten: Row?) {
        let number = count
        count &+= 1
        guard rows.count == capacity else {
            rows.append(row)
            return (number, nil)
        }
        let slot = number % capacity
        let forgotten = rows[slot]
        rows[slot] = row
        return (number, forgotten)
    }

    /// Whether the row was there and is not forgotten.
    func holds(_ number: Int) -> Bool { number >= 0 && number < count && number >= count &- capacity }

    /// The row, or nil.
    subscript(number: Int) -> Row? { holds(number) ? rows[number % capacity] : nil }

    /// Changes a row that is held.
    mutating func update<R>(_ number: Int, _ change: (inout Row) -> R) -> R? {
        holds(number) ? change(&rows[number % capacity]) : nil
    }

    /// The numbers of the rows that are held.
    var numbers: Range<Int> { max(0, count &- capacity)..<count }
}
