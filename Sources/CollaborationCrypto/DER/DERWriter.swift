/// Bytes in DER (X.690), written from the inside out: each element wraps what was written as its content.
enum DERWriter {
    /// An element with a content of at most 127 bytes, so that its length takes one byte.
    static func element(_ tag: DERReader.Tag, _ content: [UInt8]) -> [UInt8] {
        [tag.rawValue, UInt8(content.count)] + content
    }

    /// An INTEGER of the given magnitude, most significant byte first, in its fewest bytes.
    static func unsignedInteger(_ magnitude: [UInt8]) -> [UInt8] {
        let significant = Array(magnitude.drop { $0 == 0 })
        let needsZero = significant.first.map { $0 >= 0x80 } ?? true
        return element(.integer, (needsZero ? [0] : []) + significant)
    }
}
