public import CollaborationCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A person with devices, for tests.
///
///     let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
///     let invitation = bob.invitation(to: "doc-42")
///     let challenge = try server["doc-42"].challenge(as: "bob")
///     let answer = try bob.devices[1].answer(challenge, for: invitation)
///     try await server["doc-42"].admit(answer, as: "bob")
///
/// A key is derived from the handle, the device's name, the seed and the collaboration, so it is the same in every run.
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
        self.devices = devices.map { SimulatedDevice(name: $0, handle: handle, seed: seed) }
    }

    /// Finds the first device with a name.
    ///
    /// - Throws: ``SimulationError/unknownDevice``.
    public func device(_ name: String) throws(SimulationError) -> SimulatedDevice {
        guard let device = devices.first(where: { $0.name == name }) else { throw .unknownDevice }
        return device
    }

    /// Invites the person to a collaboration, as the sender's Messages does.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration.
    ///   - number: The number of the invitation. Each has different padding, so its root hash differs too.
    /// - Returns: The invitation, with the identity of the devices that the person has now.
    public func invitation(to collaboration: CollaborationIdentifier, number: Int = 0) -> SimulatedInvitation {
        var padding = SeededGenerator("padding", seed, handle, collaboration.rawValue, String(number))
        return SimulatedInvitation(of: devices, to: collaboration, padding: &padding)
    }
}
