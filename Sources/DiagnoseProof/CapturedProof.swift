import CollaborationCore
import Foundation

/// A proof as a device sent it, before anything is known about its form.
///
/// As JSON it has the members of a `VerificationRequest`. Any bytes are accepted for the key,
/// the hashes and the signature, so that ``ProofDiagnosis`` can tell what they are.
struct CapturedProof: Hashable, Sendable {
    /// What the device signed and sent, without checks.
    struct Parts: Hashable, Sendable {
        var publicKey: Data
        var publicKeyIndex: UInt64

        /// The hashes that lead from the key to the root.
        var inclusionHashes: [Data]
        var signatureData: Data
    }

    /// The bytes that the app passed to the system to be signed.
    var challenge: Data

    /// What the device answered.
    var proof: Parts

    /// The root hashes among which the device's identity is; nil if they are not known.
    var knownRootHashes: [Data]?

    /// The largest parts of a proof that is diagnosed: every rule of a tree is tried, so that more would take minutes.
    ///
    /// A tree has no more levels, since an index has 64 bits.
    private static let (maximumHashCount, maximumHashByteCount, maximumKeyByteCount) = (64, 64, 1024)

}

extension CapturedProof {
    init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json, byteCountLimit: JSONLimits.byteCount)
        challenge = try message.member("challenge").bytes()
        let parts = try message.member("proof")
        let index = try parts.member("publicKeyIndex")
        guard let publicKeyIndex = try index.integer(UInt64.self) else { throw index.error(.notInteger) }
        proof = Parts(
            publicKey: try parts.member("publicKey").bytes(atMost: Self.maximumKeyByteCount),
            publicKeyIndex: publicKeyIndex,
            inclusionHashes: try parts.member("inclusionHashes").elements { hash throws(CollaborationError) in
                try hash.bytes(atMost: Self.maximumHashByteCount)
            },
            signatureData: try parts.member("signatureData").bytes(atMost: Self.maximumKeyByteCount)
        )
        guard proof.inclusionHashes.count <= Self.maximumHashCount else {
            throw try parts.member("inclusionHashes").error(.tooLarge)
        }
        if let known = try message.optionalMember("knownRootHashes"), !known.isNull {
            knownRootHashes = try known.elements { hash throws(CollaborationError) in try hash.bytes() }
        }
    }
}

extension JSONValue {
    fileprivate func bytes(atMost count: Int) throws(CollaborationError) -> Data {
        let bytes = try bytes()
        guard bytes.count <= count else { throw error(.tooLarge) }
        return bytes
    }
}
