import CollaborationCrypto
import Crypto

extension Comparison {
    /// The parsing of keys, which includes the check that they are on the curve.
    static let keyParsing = [
        keyParsing(
            "x9.63, 65 bytes",
            encoding: { Array($0.x963Representation) },
            ours: { try .init(x963Representation: $0) },
            theirs: { try .init(x963Representation: $0) }
        ),
        keyParsing(
            "compressed, 33 bytes",
            encoding: { Array($0.compressedRepresentation) },
            ours: { try .init(compressedRepresentation: $0) },
            theirs: { try .init(compressedRepresentation: $0) }
        ),
        keyParsing(
            "raw, 64 bytes",
            encoding: { Array($0.rawRepresentation) },
            ours: { try .init(rawRepresentation: $0) },
            theirs: { try .init(rawRepresentation: $0) }
        ),
        keyParsing(
            "DER, 91 bytes",
            encoding: { Array($0.derRepresentation) },
            ours: { try .init(derRepresentation: $0) },
            theirs: { try .init(derRepresentation: $0) }
        ),
    ]

    private static func keyParsing(
        _ encodingName: String,
        encoding: @escaping @Sendable (Crypto.P256.Signing.PublicKey) -> [UInt8],
        ours: @escaping @Sendable ([UInt8]) throws -> CollaborationCrypto.P256.Signing.PublicKey,
        theirs: @escaping @Sendable ([UInt8]) throws -> Crypto.P256.Signing.PublicKey
    ) -> Comparison {
        Comparison("parse key, \(encodingName)") {
            let keys = (0..<inputCount(byteCount: 64)).map { _ in
                Crypto.P256.Signing.PrivateKey().publicKey
            }
            let inputs = keys.map(encoding)
            let points = Dictionary(
                uniqueKeysWithValues: zip(inputs, keys.map { Array($0.rawRepresentation) })
            )
            for damaged in inputs.map({ $0.dropLast() }) {
                guard (try? ours(Array(damaged))) == nil, (try? theirs(Array(damaged))) == nil else {
                    throw MeasurementError.damageNotNoticed
                }
            }
            return (
                ours: try Work(over: inputs, perform: ours) { points[$0] == $1.rawRepresentation },
                theirs: try Work(over: inputs, perform: theirs) { points[$0] == Array($1.rawRepresentation) }
            )
        }
    }
}
