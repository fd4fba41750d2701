#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The device's record of what was shared with the user.
///
/// On Apple's systems it is the class `SWHighlightCenter`. Here it is what an app needs of it, so that an app
/// can be tested with another. On a device an app writes an adapter: it keeps Apple's centre on the main
/// actor and a copy of its highlights for the calls that do not wait, and makes Apple's events, each of the
/// highlight that has the event's link.
public protocol HighlightCenter: Sendable {
    /// The highlights of the app's links, the most important first.
    var highlights: [Highlight] { get }

    /// A new subscription to ``highlights``: once at its beginning and again after each change.
    ///
    /// Apple has a delegate for this, `SWHighlightCenterDelegate`.
    var highlightUpdates: AsyncStream<[Highlight]> { get }

    /// Finds the highlight of a link.
    ///
    /// - Parameter url: The universal link that was shared.
    /// - Returns: The highlight.
    /// - Throws: ``HighlightCenterError/invalidURL`` when no highlight has the link.
    func highlight(for url: URL) async throws(HighlightCenterError) -> Highlight

    /// Finds the collaboration of a link.
    ///
    /// - Parameter url: The universal link by which the collaboration is opened.
    /// - Returns: The highlight of the collaboration.
    /// - Throws: ``HighlightCenterError/invalidURL`` when no collaboration has the link.
    func collaborationHighlight(for url: URL) async throws(HighlightCenterError) -> CollaborationHighlight

    /// Finds a collaboration.
    ///
    /// - Parameter collaborationIdentifier: What the collaboration is called everywhere.
    /// - Returns: The highlight of the collaboration.
    /// - Throws: ``HighlightCenterError/invalidURL`` when the device knows no such collaboration.
    func collaborationHighlight(
        forIdentifier collaborationIdentifier: CollaborationIdentifier
    ) throws(HighlightCenterError) -> CollaborationHighlight

    /// Signs data with this device's key for a collaboration and tells how the key belongs to the user's
    /// identity.
    ///
    /// - Parameters:
    ///   - highlight: The collaboration.
    ///   - data: The bytes to be signed: a challenge of the server, or a nonce.
    /// - Returns: The proof with its signature over exactly these bytes.
    /// - Throws: ``HighlightCenterError/internalError`` when the device cannot sign or has no proof.
    func signedIdentityProof(
        for highlight: CollaborationHighlight,
        using data: Data
    ) async throws(HighlightCenterError) -> Person.SignedIdentityProof

    /// Shows a notice of an event to the other participants.
    ///
    /// - Parameter event: What the user did.
    func postNotice(for event: any HighlightEvent)

    /// Takes back the notices of a collaboration.
    ///
    /// - Parameter highlight: The collaboration.
    func clearNotices(for highlight: CollaborationHighlight)
}

extension HighlightCenter {
    /// The title above a list of highlights; Apple's, in English.
    public static var highlightCollectionTitle: String { "Shared with You" }

    /// Whether the system supports collaboration fully: always, as on Apple's systems that have the
    /// framework.
    public static var isSystemCollaborationSupportAvailable: Bool { true }
}
