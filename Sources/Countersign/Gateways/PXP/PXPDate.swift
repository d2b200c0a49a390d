/// Times on the PXP wire: ISO 8601 in UTC with milliseconds.
enum PXPDate {
    static func write(_ milliseconds: Int64, as name: StaticString, to writer: inout JSONWriter) {
        writer.member(name, Timestamp.text(milliseconds))
    }
}
