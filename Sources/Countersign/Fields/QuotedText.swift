/// A host's own word in a message of ours: short, on one line, and never a card number, whatever somebody has put in its place.
enum QuotedText {
    private static let longest = 64
    /// The digits of the shortest card number.
    private static let fewestDigits = 12

    static func of(_ text: some StringProtocol) -> String {
        var shown = ""
        var digits = 0
        for (position, scalar) in text.unicodeScalars.enumerated() {
            guard position < longest else {
                shown += "…"
                break
            }
            if isDigit(scalar) { digits &+= 1 }
            shown.unicodeScalars.append(isPlain(scalar) ? scalar : "?")
        }
        guard digits >= fewestDigits else { return shown }
        return String(String.UnicodeScalarView(shown.unicodeScalars.map { isDigit($0) ? "#" : $0 }))
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .decimalNumber }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Control characters, marks of direction and the like, ends of lines, what nobody has given a meaning.
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        default: true
        }
    }
}
