import CollaborationCrypto
import Foundation
import ToolSupport

/// The parts of an `IdentityProofAnswer`, which may break any rule.
struct ProofText: Changeable {
    var challenge: Data
    var publicKey: Data
    var index: String
    var hashes: [Data]
    var signature: Data

    var json: String {
        let hashes = hashes.map { "\"\($0.base64EncodedString())\"" }.joined(separator: ",")
        return """
            {"challenge":"\(challenge.base64EncodedString())","proof":{\
            "publicKey":"\(publicKey.base64EncodedString())","publicKeyIndex":\(index),\
            "inclusionHashes":[\(hashes)],"signatureData":"\(signature.base64EncodedString())"}}
            """
    }

    /// r and s, 64 bytes.
    var rawSignature: [UInt8] {
        get throws { try P256.Signing.ECDSASignature(derRepresentation: signature).rawRepresentation }
    }
}
