/// Writes DER (X.690) from the inside out: each element wraps content that is already written.
enum DERWriter {
    /// Returns an element.
    ///
    /// Its content must have at most 127 bytes, so that the length takes one byte.
    static func element(_ tag: DERReader.Tag, _ content: [UInt8]) -> [UInt8] {
        [tag.rawValue, UInt8(content.count)] + content
    }

    /// Returns an INTEGER in its shortest form.
    ///
    /// The magnitude has its most significant byte first.
    static func unsignedInteger(_ magnitude: [UInt8]) -> [UInt8] {
        let significant = Array(magnitude.drop { $0 == 0 })
        let needsZero = significant.first.map { $0 >= 0x80 } ?? true
        return element(.integer, (needsZero ? [0] : []) + significant)
    }
}
