/// JSON text without the white space between its tokens.
enum JSONCompaction {
    /// Copies `json`, which was checked before, to `output`, which has room for all of it. Gives the bytes written.
    static func compact(_ json: UnsafeRawBufferPointer, to output: UnsafeMutablePointer<UInt8>) -> Int {
        var written = 0
        var inString = false
        var afterBackslash = false
        for byte in json {
            if inString {
                inString = byte != 0x22 || afterBackslash
                afterBackslash = byte == 0x5c && !afterBackslash
            } else if byte <= 0x20 {
                continue
            } else {
                inString = byte == 0x22
            }
            output[written] = byte
            written &+= 1
        }
        return written
    }
}
