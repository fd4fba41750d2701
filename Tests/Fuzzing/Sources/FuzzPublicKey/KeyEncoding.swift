import CollaborationCrypto
import Crypto
import Fuzzing

/// One encoding of a public key, as this package and as swift-crypto read and write it.
struct KeyEncoding {
    typealias Ours = CollaborationCrypto.P256.Signing.PublicKey
    typealias Theirs = Crypto.P256.Signing.PublicKey

    let name: String
    let parse: ([UInt8]) throws -> Ours
    let encode: (Ours) -> [UInt8]
    let parseTheirs: ([UInt8]) throws -> Theirs
    let encodeTheirs: (Theirs) -> [UInt8]

    static var all: [KeyEncoding] { [x963, compressed, raw, der] }

    static var x963: KeyEncoding {
        KeyEncoding(
            name: "x9.63",
            parse: { try Ours(x963Representation: $0) },
            encode: \.x963Representation,
            parseTheirs: { try Theirs(x963Representation: $0) },
            encodeTheirs: { Array($0.x963Representation) }
        )
    }

    static var compressed: KeyEncoding {
        KeyEncoding(
            name: "compressed",
            parse: { try Ours(compressedRepresentation: $0) },
            encode: \.compressedRepresentation,
            parseTheirs: { try Theirs(compressedRepresentation: $0) },
            encodeTheirs: { Array($0.compressedRepresentation) }
        )
    }

    static var raw: KeyEncoding {
        KeyEncoding(
            name: "raw",
            parse: { try Ours(rawRepresentation: $0) },
            encode: \.rawRepresentation,
            parseTheirs: { try Theirs(rawRepresentation: $0) },
            encodeTheirs: { Array($0.rawRepresentation) }
        )
    }

    static var der: KeyEncoding {
        KeyEncoding(
            name: "DER",
            parse: { try Ours(derRepresentation: $0) },
            encode: \.derRepresentation,
            parseTheirs: { try Theirs(derRepresentation: $0) },
            encodeTheirs: { Array($0.derRepresentation) }
        )
    }

    /// Checks that both sides agree on the bytes, and all encodings on the key.
    ///
    /// - Returns: The key, if the bytes are one.
    @discardableResult
    func check(_ bytes: [UInt8]) -> Ours? {
        let ours = try? parse(bytes)
        let theirs = try? parseTheirs(bytes)
        guard let ours else {
            // swift-crypto takes object identifiers with leading zeros, which DER forbids. It does not write such
            // a key as it was read, which distinguishes it from every other key.
            let isWrong = theirs.map { encodeTheirs($0) == bytes } ?? false
            Fuzzing.check(!isWrong, "a \(name) key that swift-crypto accepts is accepted", bytes.hexadecimal)
            return nil
        }
        Fuzzing.check(encode(ours) == bytes, "a \(name) key re-encodes to the same bytes", bytes.hexadecimal)
        guard let theirs else {
            Fuzzing.check(
                false,
                "a \(name) key that is accepted is accepted by swift-crypto",
                bytes.hexadecimal
            )
            return nil
        }
        for encoding in Self.all {
            let encoded = encoding.encode(ours)
            Fuzzing.check(
                encoded == encoding.encodeTheirs(theirs),
                "both write the same \(encoding.name) form",
                bytes.hexadecimal
            )
            Fuzzing.check(
                (try? encoding.parse(encoded)) == ours,
                "the \(encoding.name) form parses to the same key",
                bytes.hexadecimal
            )
        }
        return ours
    }
}
