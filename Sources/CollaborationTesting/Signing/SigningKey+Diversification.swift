import CollaborationCrypto
public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// A key has a different one derived from it for each collaboration, so that what a person does in two of them
// cannot be brought together. How Apple derives it is not known; the server never needs to. Here a number t
// that follows from the public key and the collaboration is added: d' = d + t and Q' = Q + tG. So a sender
// finds Q' from the public key alone, and only the device finds d'.

extension SigningKey {
    /// The private key of this device for one collaboration.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The key that belongs to what ``diversifiedPublicKey(_:for:)`` makes of this key's public
    ///   key.
    public func diversified(for collaboration: CollaborationIdentifier) -> SigningKey {
        var tweaks = Tweaks(publicKey: point, collaboration: collaboration)
        while true {
            if let key = SigningKey(scalar + tweaks.next()) { return key }
        }
    }

    /// The public key of a device for one collaboration, as a sender derives it.
    ///
    /// - Parameters:
    ///   - publicKey: The public key of the device, 65 bytes.
    ///   - collaboration: The collaboration.
    /// - Returns: The derived public key, 65 bytes.
    /// - Throws: ``IdentityProofError/malformedPublicKey`` for bytes that are no public key.
    public static func diversifiedPublicKey(
        _ publicKey: Data,
        for collaboration: CollaborationIdentifier
    ) throws(IdentityProofError) -> Data {
        guard let point = try? P256.Signing.PublicKey(x963Representation: publicKey) else {
            throw .malformedPublicKey
        }
        var tweaks = Tweaks(publicKey: point, collaboration: collaboration)
        while true {
            if let sum = tweaks.next().timesGenerator?.adding(point) { return Data(sum.x963Representation) }
        }
    }
}

/// The numbers to add for a collaboration: the first, unless the sum is no key, which nobody has seen happen.
private struct Tweaks {
    private let message: [UInt8]
    private var counter: UInt8 = 0

    init(publicKey: P256.Signing.PublicKey, collaboration: CollaborationIdentifier) {
        message = publicKey.x963Representation + Array(collaboration.rawValue.utf8)
    }

    /// The SHA-256 of a counter, the key and the collaboration, where that is in 1 ..< n.
    mutating func next() -> P256.GroupScalar {
        while true {
            let digest = SHA256.hash(data: [counter] + message)
            counter &+= 1
            let tweak = P256.GroupScalar(bigEndian: digest.rawRepresentation)
            if let tweak, !tweak.isZero { return tweak }
        }
    }
}
