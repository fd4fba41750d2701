public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A device of a simulated person, with the private key that it alone holds.
public struct SimulatedDevice: Sendable {
    /// What its owner calls it.
    public let name: String

    let key: SigningKey

    /// Makes a device.
    ///
    /// - Parameters:
    ///   - name: What its owner calls it.
    ///   - key: Its private key.
    public init(name: String, key: SigningKey) {
        self.name = name
        self.key = key
    }

    /// The public key that others know the device by, 65 bytes; each collaboration sees another that is
    /// derived from it.
    public var publicKey: Data { key.publicKey }

    /// Signs a challenge and proves that the device belongs to an identity.
    ///
    /// - Parameters:
    ///   - challenge: The bytes to sign.
    ///   - identity: The identity, which was derived while the person had the device.
    /// - Returns: What the device sends to the server.
    /// - Throws: ``SimulationError/deviceNotInIdentity`` for a device that the person did not have then, or
    ///   another person's.
    public func signedProof(
        signing challenge: Data,
        for identity: DerivedIdentity
    ) throws(SimulationError) -> Person.SignedIdentityProof {
        let diversified = key.diversified(for: identity.collaborationIdentifier)
        return Person.SignedIdentityProof(
            personIdentityProof: try identity.proof(forDiversifiedKey: diversified.publicKey),
            signatureData: diversified.signature(for: challenge)
        )
    }
}
