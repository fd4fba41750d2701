import CollaborationCore
import CollaborationCrypto
import Crypto
import Foundation
import ProofOracle

/// The same work done by this package and by swift-crypto.
struct Comparison {
    let name: String

    /// Makes the inputs, and the work on them by both packages.
    let works: () throws -> (ours: Work, theirs: Work)

    static var all: [Comparison] {
        [
            verification("verify, key and signature as bytes") {
                try Ours.PublicKey(x963Representation: $0.key)
                    .isValidSignature(Ours.ECDSASignature(derRepresentation: $0.signature), for: $0.message)
            } theirs: {
                try Theirs.PublicKey(x963Representation: $0.key)
                    .isValidSignature(Theirs.ECDSASignature(derRepresentation: $0.signature), for: $0.message)
            },
            verification("verify, parsed key") {
                let signature = try Ours.ECDSASignature(derRepresentation: $0.signature)
                return $0.ourKey.isValidSignature(signature, for: $0.message)
            } theirs: {
                let signature = try Theirs.ECDSASignature(derRepresentation: $0.signature)
                return $0.theirKey.isValidSignature(signature, for: $0.message)
            },
            root, proof, line, hashing(byteCount: 64), hashing(byteCount: 1_024),
        ]
    }

    /// Verification, which must refuse each input with a changed bit.
    private static func verification(
        _ name: String,
        ours: @escaping (SignedMessage) throws -> Bool,
        theirs: @escaping (SignedMessage) throws -> Bool
    ) -> Comparison {
        Comparison(name: name) {
            let messages = try several { try SignedMessage() }
            for damaged in messages.flatMap(\.damaged) {
                guard (try? ours(damaged)) != true, (try? theirs(damaged)) != true else { throw WrongAnswer() }
            }
            return (try Work(over: messages, perform: ours) { $1 }, try Work(over: messages, perform: theirs) { $1 })
        }
    }

    /// From a leaf and its siblings: digests here, and concatenations of `Data` with swift-crypto.
    private static var root: Comparison {
        Comparison(name: "root at depth 5") {
            let proofs = try several { try ReceivedProof() }
            return (
                try Work(over: proofs) {
                    $0.path.root(forLeaf: $0.leaf)
                } isRight: {
                    $1.elementsEqual($0.rootHash)
                },
                try Work(over: proofs.map { ($0, Data($0.leaf.rawRepresentation)) }) { received, leaf in
                    received.request.proof.root(fromLeaf: leaf)
                } isRight: {
                    $1 == $0.0.rootHash
                }
            )
        }
    }

    /// From the parts of a proof to the identity.
    private static var proof: Comparison {
        Comparison(name: "signed identity proof at depth 5") {
            let proofs = try several { try ReceivedProof() }
            return (
                try Work(over: proofs) {
                    let proof = $0.request.proof
                    return try Person.SignedIdentityProof(
                        personIdentityProof: Person.IdentityProof(
                            publicKey: proof.publicKey,
                            publicKeyIndex: proof.publicKeyIndex,
                            inclusionHashes: proof.inclusionHashes
                        ),
                        signatureData: proof.signatureData
                    ).verifiedIdentity(signing: $0.request.challenge)
                } isRight: {
                    $1.rootHash == $0.rootHash
                },
                try Work(over: proofs) {
                    try $0.request.rootBySwiftCrypto
                } isRight: {
                    $1 == $0.rootHash
                }
            )
        }
    }

    /// From a request as a line of JSON to the answer; with swift-crypto through Foundation's decoder.
    private static var line: Comparison {
        Comparison(name: "JSON line to answer") {
            let proofs = try several { try ReceivedProof() }
            return (
                try Work(over: proofs) {
                    Answer(to: $0.line)
                } isRight: {
                    $1 == .granted($0.rootHash)
                },
                try Work(over: proofs) {
                    let request = try JSONDecoder().decode(PlainRequest.self, from: $0.line)
                    return try request.rootBySwiftCrypto.flatMap { request.knownRootHashes.contains($0) ? $0 : nil }
                } isRight: {
                    $1 == $0.rootHash
                }
            )
        }
    }

    private static func hashing(byteCount: Int) -> Comparison {
        Comparison(name: "SHA-256 of \(byteCount) bytes") {
            let messages = try several { randomBytes(byteCount) }
            return (
                try Work(over: messages) {
                    CollaborationCrypto.SHA256.hash(data: $0)
                } isRight: {
                    $1.elementsEqual(Crypto.SHA256.hash(data: $0))
                },
                try Work(over: messages) {
                    Crypto.SHA256.hash(data: $0)
                } isRight: {
                    $1.elementsEqual(CollaborationCrypto.SHA256.hash(data: $0))
                }
            )
        }
    }
}
