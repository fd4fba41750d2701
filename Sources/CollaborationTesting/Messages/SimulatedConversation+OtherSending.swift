public import CollaborationModels
import CollaborationProofs

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension SimulatedConversation {
    /// Sends a copy, as a person does who chooses so in the share sheet instead of collaborating.
    ///
    /// The app gets no action, and the members get data instead of a link.
    ///
    /// - Parameters:
    ///   - item: What the app gives to the share sheet. Its first copy is sent.
    ///   - sender: The member who sends it.
    /// - Returns: What the members get.
    /// - Throws: ``SimulationError/notInConversation``, ``SimulationError/noCopy``, or what the representation
    ///   throws.
    @discardableResult
    public func sendCopy(of item: TransferItem, from sender: SimulatedPerson) async throws -> SentCopy {
        try checkIsMember(sender)
        let offered = item.representations(visibleTo: .all).first { $0.role == .copy }
        guard let offered else { throw SimulationError.noCopy }
        let copy = SentCopy(
            title: item.preview?.title,
            typeIdentifier: offered.typeIdentifier,
            data: try await offered.data()
        )
        thread.append(.copy(copy, from: sender.name), from: sender.handle)
        return copy
    }

    /// Sends a CloudKit share to all other members.
    ///
    /// The share is prepared first if it does not exist. The app gets no actions, and nobody has an identity:
    /// the system adds the members to the share by their handles, by which they can be mentioned.
    ///
    /// - Parameters:
    ///   - share: The share.
    ///   - sender: The member who sends it.
    /// - Returns: The highlight, whose identifier here is the name of the share's record.
    /// - Throws: ``SimulationError/notInConversation``, ``SimulationError/shareHasNoLink``, or what the
    ///   preparation throws.
    @discardableResult
    public func send(
        _ share: ExportedShare,
        from sender: SimulatedPerson
    ) async throws -> CollaborationHighlight {
        try checkIsMember(sender)
        let share = try await share.share()
        guard let url = share.url else { throw SimulationError.shareHasNoLink }
        let highlight = CollaborationHighlight(
            collaborationIdentifier: CollaborationIdentifier(share.recordName),
            url: url,
            title: share.title,
            creationDate: messages.clock.date
        )
        let invited = members
        let handles = invited.map { ($0.handle, [Person.Identity]()) }
        let (recipients, _) = thread.share(
            nil,
            highlight: highlight,
            from: sender,
            to: invited,
            identities: Dictionary(uniqueKeysWithValues: handles)
        )
        for person in recipients {
            messages.mailbox(of: person).receive(highlight, identity: nil, in: thread)
        }
        return highlight
    }
}

/// A copy of some content that was sent in a conversation.
public struct SentCopy: Hashable, Sendable {
    /// The title of the content.
    public let title: String?

    /// The kind of the data.
    public let typeIdentifier: TypeIdentifier

    /// The content.
    public let data: Data
}
