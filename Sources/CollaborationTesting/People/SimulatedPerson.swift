public import CollaborationCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A person with devices, for tests.
///
///     let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
///     let invited = try bob.identity(in: "doc-42")
///     let challenge = try collaborations.challenge(for: "doc-42", account: "bob")
///     let answer = try bob.devices[1].answer(challenge, for: invited)
///     try await collaborations.admit(answer, as: "bob", to: "doc-42")
///
/// The keys are derived from the handle, the device's name and the seed, so they are the same in every run.
public struct SimulatedPerson: Sendable {
    /// The name that others see.
    public let name: String

    /// The person's address, such as an email address; no two people share one.
    public let handle: String

    /// The person's devices.
    public let devices: [SimulatedDevice]

    private let seed: String

    /// Makes a person.
    ///
    /// - Parameters:
    ///   - name: The name that others see.
    ///   - handle: The person's address; made from the name when none is given.
    ///   - devices: The names of the devices; none for a person whose devices do not support collaboration. To give a
    ///     person another device, make the person again with its name too: the others have the same keys as before.
    ///   - seed: Changes the keys, so that two tests can use different ones.
    public init(_ name: String, handle: String? = nil, devices: [String] = ["phone"], seed: String = "") {
        self.name = name
        let handle = handle ?? "\(name.lowercased())@example.com"
        self.handle = handle
        self.seed = seed
        self.devices = devices.map { device in
            var generator = SeededGenerator("device", seed, handle, device)
            return SimulatedDevice(name: device, key: SigningKey(using: &generator))
        }
    }

    /// Finds the first device with a name.
    ///
    /// - Throws: ``SimulationError/unknownDevice``.
    public func device(_ name: String) throws(SimulationError) -> SimulatedDevice {
        guard let device = devices.first(where: { $0.name == name }) else { throw .unknownDevice }
        return device
    }

    /// Derives the person's identity in a collaboration, as the sender's Messages does.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration.
    ///   - invitation: The number of the invitation. Each has different padding, so its root hash differs too.
    /// - Returns: The identity of the devices that the person has now.
    /// - Throws: `IdentityProofError`, which never happens: the devices' keys are valid.
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
