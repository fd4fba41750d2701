import CollaborationCore
import CollaborationCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Each collaboration gets a different key, so that nobody can link what a person does in two of them. Apple's
// derivation is not known, and a server never needs it. Here a number t, computed from the public key and the
// collaboration, is added to the private key: d' = d + t. A sender could compute the public key d'G = dG + tG from dG.

extension SigningKey {
    /// Derives the private key of this device for one collaboration.
    func diversified(for collaboration: CollaborationIdentifier) -> SigningKey {
        var tweaks = Tweaks(publicKey: point, collaboration: collaboration)
        while true {
            if let key = SigningKey(scalar + tweaks.next()) { return key }
        }
    }
}

/// The numbers t for a key and a collaboration.
///
/// The first is used, unless the sum is not a valid key, which is not known to happen.
private struct Tweaks {
    private let message: [UInt8]
    private var counter: UInt8 = 0

    init(publicKey: P256.Signing.PublicKey, collaboration: CollaborationIdentifier) {
        message = publicKey.x963Representation + Array(collaboration.rawValue.utf8)
    }

    /// The next SHA-256 of a counter, the key and the collaboration that lies in 1 ..< n.
    mutating func next() -> Scalar {
        while true {
            let digest = SHA256.hash(data: [counter] + message)
            counter &+= 1
            let tweak = Scalar(bigEndian: digest.rawRepresentation)
            if let tweak, !tweak.isZero { return tweak }
        }
    }
}
