#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The request to set up a collaboration and to say by which link it is opened.
///
/// The system makes it when a person sends the message. When it fails, the message is cancelled. Apple's name
/// is `SWStartCollaborationAction`; Apple's cannot be made by an app, this one can, so that a handler can be
/// tested.
public final class StartCollaborationAction: Action {
    /// A value that no other action has.
    public let uuid: UUID

    let requestedMetadata: CollaborationMetadata
    let completion = Completion<StartedCollaboration>()

    /// Makes a pending action.
    ///
    /// - Parameters:
    ///   - collaborationMetadata: The app's metadata with what the user selected.
    ///   - uuid: A value that no other action has.
    public init(collaborationMetadata: CollaborationMetadata, uuid: UUID = UUID()) {
        requestedMetadata = collaborationMetadata
        self.uuid = uuid
    }

    /// The app's metadata with what the user selected; once fulfilled, with the collaboration identifier.
    public var collaborationMetadata: CollaborationMetadata {
        guard case .success(let started) = completion.outcome else { return requestedMetadata }
        return started.collaborationMetadata
    }

    /// Whether the action waits to be completed, was fulfilled or failed.
    public var state: ActionState { completion.state }

    /// Reports that the collaboration is set up.
    ///
    /// What cannot be accepted is thrown and leaves the action pending, so that the app can fail it or try
    /// again.
    ///
    /// - Parameters:
    ///   - url: The universal link by which the collaboration is opened: an https link with a host.
    ///   - collaborationIdentifier: What the collaboration is called everywhere; not empty.
    /// - Returns: True when this completed the action, false when it was complete before.
    /// - Throws: ``ActionError``, which names what is wrong with the link or the identifier.
    @discardableResult
    public func fulfill(
        using url: URL,
        collaborationIdentifier: CollaborationIdentifier
    ) throws(ActionError) -> Bool {
        guard url.scheme?.lowercased() == "https" else { throw .linkIsNotHTTPS }
        guard let host = url.host(), !host.isEmpty else { throw .linkHasNoHost }
        guard !collaborationIdentifier.rawValue.isEmpty else { throw .missingCollaborationIdentifier }
        return completion.decide(
            .success(
                StartedCollaboration(
                    url: url,
                    collaborationIdentifier: collaborationIdentifier,
                    requestedMetadata: requestedMetadata
                )
            )
        )
    }

    /// Reports that the app could not do the work; this cancels the message.
    ///
    /// - Returns: True when this completed the action, false when it was complete before.
    @discardableResult
    public func fail() -> Bool {
        completion.decide(.failure(.failed))
    }

    /// Waits until the action is complete; cancelling the waiting task fails the action.
    ///
    /// - Returns: The link, the identifier and the completed metadata.
    /// - Throws: ``ActionFailure``, which says why the action failed.
    public func outcome() async throws(ActionFailure) -> StartedCollaboration {
        try await completion.value()
    }

    /// What was asked for and what became of it.
    public var description: String {
        "Start \(collaborationMetadata): \(state)"
    }
}
