/// Identifiers as text, from randomness that the caller passes in.
public enum IdentifierText {
    /// A UUID of version 4 (RFC 9562, 5.4) in lower case, from 16 random bytes; nil where there are not 16.
    public static func uuid(random bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count == 16 else { return nil }
        return String(unsafeUninitializedCapacity: 36) { out in
            var place = 0
            for (index, byte) in bytes.enumerated() {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    out[place] = 0x2d
                    place &+= 1
                }
                var byte = byte
                if index == 6 { byte = byte & 0x0f | 0x40 }
                if index == 8 { byte = byte & 0x3f | 0x80 }
                out[place] = digit(byte >> 4)
                out[place &+ 1] = digit(byte & 15)
                place &+= 2
            }
            return place
        }
    }

    /// A UUID of version 4 in lower case, from 16 random bytes; nil where there are not 16.
    public static func uuid(random bytes: [UInt8]) -> String? {
        bytes.withUnsafeBytes { uuid(random: $0) }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 &+ value : 0x57 &+ value
    }
}
