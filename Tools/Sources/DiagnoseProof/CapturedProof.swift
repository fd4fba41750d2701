import CollaborationCore
import Foundation

/// A proof as a device sent it, before anything is known about its form.
///
/// As JSON it has the members of a `VerificationRequest`. Any bytes are accepted for the key,
/// the hashes and the signature, so that ``ProofDiagnosis`` can tell what they are.
struct CapturedProof: Hashable, Sendable, Decodable {
    /// What the device signed and sent, without checks.
    struct Parts: Hashable, Sendable, Decodable {
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
}

extension CapturedProof {
    /// The limit of a text in bytes: 128 KiB.
    static let byteLimit = 128 << 10

    /// Why a text is not a captured proof.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads a proof from JSON.
    ///
    /// The key and the signature have at most 1,024 bytes each, and there are at most 64 hashes of at most 64 bytes.
    ///
    /// - Parameter json: The text, at most 128 KiB.
    /// - Throws: ``Malformed``.
    init(json: Data) throws(Malformed) {
        do {
            // Strict about the text, and about what a device answers. Foundation's decoder is not.
            _ = try IdentityProofAnswer(json: json)
        } catch .malformed(let reason) {
            throw Malformed(description: "\(reason)")
        } catch {}  // A proof that breaks a rule is what the diagnosis is for.
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context) {
            throw Malformed(description: "\(context.codingPath.last?.stringValue ?? ""): \(context.debugDescription)")
        } catch {
            throw Malformed(description: "\(error)")
        }
        // Every rule of a tree is tried, so that more would take minutes. A tree has no more levels, since an index has 64 bits.
        let hashes = proof.inclusionHashes
        guard hashes.count <= 64, hashes.allSatisfy({ $0.count <= 64 }), proof.publicKey.count <= 1024,
            proof.signatureData.count <= 1024
        else { throw Malformed(description: "the key, the signature, a hash, or the number of hashes is too large") }
    }
}
