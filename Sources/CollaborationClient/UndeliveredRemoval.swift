public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A removal of people that the server does not have yet, or has refused: they may still have access.
public struct UndeliveredRemoval: Hashable, Sendable, Identifiable {
    /// The identifier of the action that brought it.
    public let id: UUID

    /// The collaboration.
    public let collaboration: CollaborationIdentifier

    /// The identities to remove.
    public let identities: [Person.Identity]

    /// When the app got it.
    public let date: Date

    /// Whether it is known which account it is of.
    ///
    /// If not, it is sent when the server names the account that is signed in as the owner, or by
    /// ``SharingSession/tryAgain(_:)``.
    public let isAccountKnown: Bool

    /// That the server has refused it for good; nil while it is tried again.
    public let refusal: Refusal?

    /// A refusal of the server.
    public struct Refusal: Hashable, Sendable, Codable {
        /// 403: the collaboration has ended, or is another account's, or the account may not remove people; or 400.
        public let status: Int

        /// When the server responded so.
        public let date: Date
    }

    init(_ removal: StoredFile.Removal) {
        id = removal.id
        collaboration = removal.collaboration
        identities = removal.identities
        date = removal.date
        isAccountKnown = removal.account != nil
        refusal = removal.givenUp
    }
}
