/// What the system needs to know of content that is to be shared.
///
/// An app makes it with a local identifier and hands it to the share sheet. The system adds what the user
/// selected and returns it in a ``StartCollaborationAction``; when that is fulfilled, the metadata carries
/// the collaboration identifier too. Apple's name is `SWCollaborationMetadata`, which is a class; this is a
/// value, so copies never alias.
public struct CollaborationMetadata: Hashable, Sendable {
    /// What the content is called in this app on this device; empty when it is known by its collaboration
    /// identifier.
    public let localIdentifier: LocalCollaborationIdentifier

    /// What the collaboration is called everywhere, known once a start action is fulfilled.
    public internal(set) var collaborationIdentifier: CollaborationIdentifier?

    /// The title of the content.
    public var title: String?

    /// The options with the selection that the user starts from.
    public var defaultShareOptions: CollaborationShareOptions?

    /// The options as the user has selected them.
    public var userSelectedShareOptions: CollaborationShareOptions?

    /// The account from which the user shares, as an address or a phone number, for the user to confirm.
    ///
    /// It is shown on this device alone, and so it is never encoded.
    public var initiatorHandle: String?

    /// The name of the user who shares, for the user to confirm.
    ///
    /// It is shown on this device alone, and so it is never encoded.
    public var initiatorNameComponents: PersonName?

    /// Makes metadata of content that is not shared yet.
    ///
    /// - Parameters:
    ///   - localIdentifier: What the content is called in this app on this device.
    ///   - title: The title of the content.
    ///   - defaultShareOptions: The options with the selection that the user starts from.
    ///   - initiatorHandle: The account from which the user shares.
    ///   - initiatorNameComponents: The name of the user who shares.
    public init(
        localIdentifier: LocalCollaborationIdentifier,
        title: String? = nil,
        defaultShareOptions: CollaborationShareOptions? = nil,
        initiatorHandle: String? = nil,
        initiatorNameComponents: PersonName? = nil
    ) {
        self.localIdentifier = localIdentifier
        self.title = title
        self.defaultShareOptions = defaultShareOptions
        self.initiatorHandle = initiatorHandle
        self.initiatorNameComponents = initiatorNameComponents
    }

    /// Makes metadata of a collaboration that exists.
    ///
    /// - Parameter collaborationIdentifier: What the collaboration is called everywhere.
    public init(collaborationIdentifier: CollaborationIdentifier) {
        localIdentifier = LocalCollaborationIdentifier("")
        self.collaborationIdentifier = collaborationIdentifier
    }
}

extension CollaborationMetadata: CustomStringConvertible {
    /// The title and the identifiers, as in `Baking Recipes (local 7, collaboration doc-42)`.
    public var description: String {
        let local = localIdentifier.rawValue
        let identifiers = [
            local.isEmpty ? nil : "local \(local)",
            collaborationIdentifier.map { "collaboration \($0.rawValue)" },
        ]
        return "\(title ?? "Untitled") (\(identifiers.compactMap(\.self).joined(separator: ", ")))"
    }
}
