/// What cannot be done in a simulation.
public enum SimulationError: Error, Hashable, Sendable, CaseIterable {
    /// The person has no device of this name.
    case unknownDevice

    /// The identity was derived without this device.
    case deviceNotInIdentity

    /// The person is not a member of the conversation.
    case notInConversation

    /// The item has no custom collaboration.
    case notACustomCollaboration

    /// The options are not those that the app offers.
    case optionsNotOffered

    /// The sender has no device, so that no identity can be derived.
    case noDevice

    /// The item has no representation as a copy.
    case noCopy

    /// The CloudKit share was prepared without a link.
    case shareHasNoLink
}
