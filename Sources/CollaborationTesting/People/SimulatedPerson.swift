public import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A person with devices, for tests.
///
///     let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
///     let identity = try bob.identity(in: "doc-42")
///     try await access.addParticipants([identity.identity], to: "doc-42")
///     let challenge = access.challenge(for: "doc-42", account: "bob")
///     let proof = try bob.devices[1].signedProof(signing: challenge, for: identity)
///     try await access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
///
/// The keys follow from the handle, the device's name and the seed, so that they are the same in every run.
public struct SimulatedPerson: Sendable {
    /// The name that others see.
    public let name: String

    /// The address that tells the person from others.
    public let handle: String

    /// The person's devices.
    public private(set) var devices: [SimulatedDevice]

    private let seed: String

    /// Makes a person.
    ///
    /// - Parameters:
    ///   - name: The name that others see.
    ///   - handle: The address that tells the person from others; made of the name when none is given.
    ///   - devices: The names of the devices.
    ///   - seed: What the keys follow from, besides the handle and the names of the devices.
    public init(_ name: String, handle: String? = nil, devices: [String] = ["phone"], seed: String = "") {
        self.name = name
        self.handle = handle ?? "\(name.lowercased())@example.com"
        self.seed = seed
        self.devices = []
        for device in devices { addDevice(device) }
    }

    /// Gives the person one more device, which identities that were derived before do not know.
    ///
    /// - Parameter name: What its owner calls it.
    public mutating func addDevice(_ name: String) {
        var generator = SeededGenerator("device", seed, handle, name)
        devices.append(SimulatedDevice(name: name, key: SigningKey(using: &generator)))
    }

    /// The first device with a name.
    ///
    /// - Parameter name: What its owner calls it.
    /// - Returns: The device.
    /// - Throws: ``SimulationError/unknownDevice``.
    public func device(_ name: String) throws(SimulationError) -> SimulatedDevice {
        guard let device = devices.first(where: { $0.name == name }) else { throw .unknownDevice }
        return device
    }

    /// Derives the person's identity in a collaboration, as Messages does for a sender.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration.
    ///   - invitation: Counts the times that the person was invited: each has other padding, and so another
    ///     root hash.
    /// - Returns: The identity of the devices that the person has now.
    /// - Throws: Nothing that is known: the devices' keys are valid.
    public func identity(
        in collaboration: CollaborationIdentifier,
        invitation: Int = 0
    ) throws(IdentityProofError) -> DerivedIdentity {
        var generator = SeededGenerator("padding", seed, handle, collaboration.rawValue, String(invitation))
        return try DerivedIdentity(
            publicKeys: devices.map(\.publicKey),
            collaboration: collaboration,
            using: &generator
        )
    }
}
