public import CollaborationModels

/// A collaboration in the compose field, before it is sent.
public struct CollaborationDraft: Sendable {
    /// The person who is about to send it.
    public let sender: SimulatedPerson

    /// The app's metadata, with the options as the sender has selected them so far.
    public private(set) var metadata: CollaborationMetadata

    init(sender: SimulatedPerson, metadata: CollaborationMetadata) {
        self.sender = sender
        self.metadata = metadata
        if metadata.userSelectedShareOptions == nil {
            self.metadata.userSelectedShareOptions = metadata.defaultShareOptions
        }
    }

    /// Selects an option as a person would.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Throws: `CollaborationOptionsError`; without options, every identifier is unknown.
    public mutating func select(_ identifier: String) throws(CollaborationOptionsError) {
        guard var options = metadata.userSelectedShareOptions else { throw .unknownOption(identifier) }
        try options.select(identifier)
        metadata.userSelectedShareOptions = options
    }

    /// Switches an option off as a person would.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Throws: `CollaborationOptionsError`; without options, every identifier is unknown.
    public mutating func deselect(_ identifier: String) throws(CollaborationOptionsError) {
        guard var options = metadata.userSelectedShareOptions else { throw .unknownOption(identifier) }
        try options.deselect(identifier)
        metadata.userSelectedShareOptions = options
    }
}
