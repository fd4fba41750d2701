#if canImport(SharedWithYou) && !os(tvOS)
    import Foundation
    import SharedWithYouCore

    /// What a device answered to a challenge, as one line of JSON for `DiagnoseProof` of the folder `Tools`.
    ///
    /// It has the members of a `VerificationRequest`, so that `VerifyProof` reads it too if the root hashes are known.
    /// The proof is recorded as the device gave it, also one that breaks a rule: no part is checked or left out.
    ///
    /// It names nobody: the key and the hashes are made for one collaboration alone. The identifier of the
    /// collaboration may be private, so the text ``withheld`` stands for it.
    public nonisolated struct ProofRecord: Sendable {
        /// The text in place of the collaboration's identifier.
        public static let withheld = "withheld"

        /// The line, without a line break at its end.
        public let line: Data

        /// Records a proof.
        ///
        /// - Parameters:
        ///   - proof: What the device answered.
        ///   - challenge: The bytes that it was asked to sign.
        ///   - knownRootHashes: The root hashes that the sender's app got for the collaboration; nil, which leaves the
        ///     member out, if they are not known.
        /// - Throws: What the encoder throws.
        public init(_ proof: SWPerson.SignedIdentityProof, challenge: Data, knownRootHashes: [Data]?) throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            line = try encoder.encode(
                Members(
                    collaborationIdentifier: Self.withheld,
                    challenge: challenge,
                    proof: Members.Proof(
                        publicKey: proof.publicKey,
                        // Apple's is an NSUInteger, which Swift imports as an Int.
                        publicKeyIndex: UInt(bitPattern: proof.publicKeyIndex),
                        inclusionHashes: proof.inclusionHashes,
                        signatureData: proof.signatureData
                    ),
                    knownRootHashes: knownRootHashes
                )
            )
        }

        private struct Members: Encodable {
            struct Proof: Encodable {
                let publicKey: Data
                let publicKeyIndex: UInt
                let inclusionHashes: [Data]
                let signatureData: Data
            }

            let collaborationIdentifier: String
            let challenge: Data
            let proof: Proof
            let knownRootHashes: [Data]?
        }
    }
#endif
