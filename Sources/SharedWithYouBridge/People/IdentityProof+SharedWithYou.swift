#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import Foundation
    import SharedWithYouCore

    nonisolated extension Person.IdentityProof {
        /// Makes a proof from Apple's.
        ///
        /// A device without a proof gives an empty one, which is not an error here: `isEmpty` tells.
        ///
        /// - Parameter proof: Apple's proof, as a highlight center has made it.
        /// - Throws: `IdentityProofError` when the index or a hash breaks a rule of the proofs.
        public init(_ proof: SWPerson.IdentityProof) throws(IdentityProofError) {
            try self.init(
                publicKey: proof.publicKey,
                publicKeyIndex: proof.publicKeyIndex,
                inclusionHashes: proof.inclusionHashes
            )
        }
    }

    nonisolated extension Person.SignedIdentityProof {
        /// Makes a signed proof from Apple's.
        ///
        /// - Parameter proof: Apple's proof, as a highlight center has made it.
        /// - Throws: `IdentityProofError` when the index or a hash breaks a rule of the proofs.
        public init(_ proof: SWPerson.SignedIdentityProof) throws(IdentityProofError) {
            self.init(personIdentityProof: try Person.IdentityProof(proof), signatureData: proof.signatureData)
        }
    }
#endif
