public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request to set up a collaboration and to return the link that opens it.
///
/// The system makes the action when a person sends the message. When the action fails, the message is not
/// sent. Apple's name is `SWStartCollaborationAction`. An app cannot make Apple's action; it can make this
/// one, so that it can test its handler.
public final class StartCollaborationAction: Action {
    /// The unique identifier of the action.
    public let uuid: UUID

    let requestedMetadata: CollaborationMetadata
    let completion = Completion<StartedCollaboration>()

    /// Makes a pending action.
    public init(collaborationMetadata: CollaborationMetadata, uuid: UUID = UUID()) {
        requestedMetadata = collaborationMetadata
        self.uuid = uuid
    }

    /// The app's metadata with the options that the user selected.
    ///
    /// Once the action is fulfilled, it has the collaboration identifier too.
    public var collaborationMetadata: CollaborationMetadata {
        guard case .success(let started) = completion.outcome else { return requestedMetadata }
        return started.collaborationMetadata
    }

    /// Whether the action is pending, fulfilled or failed.
    public var state: ActionState { completion.state }

    /// Reports that the collaboration is set up.
    ///
    /// An invalid link or identifier leaves the action pending, so that the app can try again or fail it.
    ///
    /// - Parameters:
    ///   - url: The universal link that opens the collaboration: an https link with a host. A link relative to
    ///     a base is stored in its absolute form.
    ///   - collaborationIdentifier: The identifier of the collaboration on every device.
    /// - Returns: True when this call completed the action, false when it was complete before.
    /// - Throws: ``ActionError``, which names what is wrong with the link or the identifier.
    @discardableResult
    public func fulfill(using url: URL, collaborationIdentifier: CollaborationIdentifier) throws(ActionError) -> Bool {
        let url = url.absoluteURL
        guard url.scheme?.lowercased() == "https" else { throw .linkIsNotHTTPS }
        guard let host = url.host(), !host.isEmpty else { throw .linkHasNoHost }
        let started = StartedCollaboration(
            url: url,
            collaborationIdentifier: try ActionError.checked(collaborationIdentifier),
            requestedMetadata: requestedMetadata
        )
        return completion.complete(with: .success(started))
    }

    /// Reports that the app could not do the work; the message is then not sent.
    ///
    /// - Returns: True when this call completed the action, false when it was complete before.
    @discardableResult
    public func fail() -> Bool {
        completion.complete(with: .failure(.failed))
    }

    /// Waits until the action is complete.
    ///
    /// It only looks: canceled, it throws `ActionError.canceled` and leaves the action as it is. Who gives up calls
    /// ``fail()``.
    ///
    /// - Returns: The link, the identifier and the completed metadata.
    /// - Throws: ``ActionError``, which says why the action failed.
    public func outcome() async throws(ActionError) -> StartedCollaboration {
        try await completion.value()
    }
}

/// A collaboration that an app has set up: the result of a fulfilled start action.
public struct StartedCollaboration: Hashable, Sendable {
    /// The universal link that opens the collaboration, in its absolute form.
    public let url: URL

    /// The identifier of the collaboration on every device.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The app's metadata with the user's selection and the collaboration identifier.
    public let collaborationMetadata: CollaborationMetadata

    init(url: URL, collaborationIdentifier: CollaborationIdentifier, requestedMetadata: CollaborationMetadata) {
        self.url = url
        self.collaborationIdentifier = collaborationIdentifier
        var metadata = requestedMetadata
        metadata.collaborationIdentifier = collaborationIdentifier
        collaborationMetadata = metadata
    }
}

extension StartRequest {
    /// Makes the request that asks the app's server for a link, from the action that asks the app for one.
    ///
    /// It carries the selection of the person, or the default one if there is none; the collaboration, if the document was
    /// shared before; and the identifier of the action as the idempotency key.
    ///
    /// - Parameter action: The action to be fulfilled with the response.
    public init(_ action: StartCollaborationAction) {
        let metadata = action.collaborationMetadata
        let options = metadata.userSelectedShareOptions ?? metadata.defaultShareOptions
        self.init(
            localIdentifier: metadata.localIdentifier,
            collaborationIdentifier: metadata.collaborationIdentifier,
            idempotencyKey: action.uuid,
            selectedOptions: options?.selectedOptionsIdentifiers ?? []
        )
    }
}

extension StartCollaborationAction {
    /// Fulfills the action with what the app's server answered.
    ///
    /// - Returns: False if the action was completed before.
    /// - Throws: What ``fulfill(using:collaborationIdentifier:)`` throws.
    @discardableResult
    public func fulfill(with response: StartResponse) throws(ActionError) -> Bool {
        try fulfill(using: response.url, collaborationIdentifier: response.collaborationIdentifier)
    }
}
