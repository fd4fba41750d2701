/// Answers the lines of its input, one for one.
///
/// It is compiled in one module with `CollaborationCrypto`, whose internal operations it runs too.
@main
enum Program {
    static func main() {
        while let words = readWords() {
            if words[0].spells("verify") {
                write(Verifier.verdict(words))
            } else if words[0].spells("hash") {
                writeLine("", SHA256.hash(data: bytes(words[1])))
            } else if words[0].spells("edges") {
                writeEdges()
            } else {
                write("unknown\n")
            }
        }
    }
}

/// Verifies signatures.
enum Verifier {
    /// Returns the verdict on a line: `verify`, the key's encoding and bytes, the signature's encoding and
    /// bytes, `message` or `digest`, and its bytes.
    static func verdict(_ words: [[UInt8]]) -> StaticString {
        guard let key = key(bytes(words[2]), encoding: words[1]) else { return "malformedKey\n" }
        guard let signature = signature(bytes(words[4]), encoding: words[3]) else { return "malformedSignature\n" }
        let input = bytes(words[6])
        let isDigest = words[5].spells("digest")
        guard let digest = isDigest ? try? SHA256Digest(rawRepresentation: input) : SHA256.hash(data: input)
        else { return "malformedDigest\n" }
        return key.isValidSignature(signature, for: digest) ? "valid\n" : "mismatched\n"
    }

    private static func key(_ bytes: [UInt8], encoding: [UInt8]) -> P256.Signing.PublicKey? {
        if encoding.spells("x963") { return try? P256.Signing.PublicKey(x963Representation: bytes) }
        if encoding.spells("compressed") { return try? P256.Signing.PublicKey(compressedRepresentation: bytes) }
        if encoding.spells("raw") { return try? P256.Signing.PublicKey(rawRepresentation: bytes) }
        return try? P256.Signing.PublicKey(derRepresentation: bytes)
    }

    private static func signature(_ bytes: [UInt8], encoding: [UInt8]) -> P256.Signing.ECDSASignature? {
        if encoding.spells("raw") { return try? P256.Signing.ECDSASignature(rawRepresentation: bytes) }
        return try? P256.Signing.ECDSASignature(derRepresentation: bytes)
    }
}
