/// What cannot be done in a simulation.
public enum SimulationError: Error, Hashable, Sendable, CaseIterable {
    /// The device is none of the person's.
    case unknownDevice

    /// The identity was derived without this device.
    case deviceNotInIdentity

    /// The person is not in the conversation.
    case notInConversation

    /// What was drafted is not a custom collaboration, or nothing to collaborate on at all.
    case notACustomCollaboration
}
