public import CollaborationCore

/// Describes content that is to be shared: Apple's `SWCollaborationMetadata`.
///
/// An app makes it with a local identifier and hands it to the share sheet. The system adds what the user
/// selected and returns it in a ``StartCollaborationAction``. When that is fulfilled, the metadata has the
/// collaboration identifier too. Apple's type is a class; this is a value.
public struct CollaborationMetadata: Hashable, Sendable {
    /// Identifies the content in this app on this device; empty when only the collaboration identifier is known.
    public let localIdentifier: LocalCollaborationIdentifier

    /// Identifies the collaboration everywhere; known once a start action is fulfilled.
    public internal(set) var collaborationIdentifier: CollaborationIdentifier?

    /// The title of the content.
    public var title: String?

    /// The options with the default selection.
    public var defaultShareOptions: CollaborationShareOptions?

    /// The options as the user has selected them.
    public var userSelectedShareOptions: CollaborationShareOptions?

    /// The account from which the user shares, as an address or a phone number, for the user to confirm.
    ///
    /// It is only shown on this device and never encoded.
    public var initiatorHandle: String? = nil

    /// The name of the user who shares, for the user to confirm.
    ///
    /// It is only shown on this device and never encoded.
    public var initiatorNameComponents: PersonName?

    /// Makes metadata of content that is not shared yet.
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
    public init(collaborationIdentifier: CollaborationIdentifier, localIdentifier: LocalCollaborationIdentifier = "") {
        self.init(localIdentifier: localIdentifier)
        self.collaborationIdentifier = collaborationIdentifier
    }
}

extension CollaborationMetadata: Codable {
    /// The encoded properties.
    ///
    /// The handle and the name of the initiator have no key, so that they never leave the device.
    private enum CodingKeys: String, CodingKey {
        case localIdentifier
        case collaborationIdentifier
        case title
        case defaultShareOptions
        case userSelectedShareOptions
    }
}

extension CollaborationMetadata: CustomStringConvertible {
    /// The title and the identifiers on one line, as in `Baking Recipes (local 7, collaboration doc-42)`.
    public var description: String {
        let local = localIdentifier.rawValue
        let identifiers = [
            local.isEmpty ? nil : "local \(local)",
            collaborationIdentifier.map { "collaboration \($0.rawValue)" },
        ]
        let title = title?.nonBlank ?? "Untitled"
        return "\(title) (\(identifiers.compactMap(\.self).joined(separator: ", ")))".onOneLine
    }
}
