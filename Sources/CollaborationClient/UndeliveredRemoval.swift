public import CollaborationCore
public import Foundation

/// A removal of people that the server does not have yet, or has refused: they may still have access.
public struct UndeliveredRemoval: Hashable, Sendable, Identifiable, Codable {
    /// The identifier of the action that brought it.
    public let id: UUID

    /// The collaboration.
    public let collaboration: CollaborationIdentifier

    /// The identities to remove.
    public let identities: [Person.Identity]

    /// When the app got it.
    public let date: Date

    /// Whose collaboration it is, as which it is sent.
    var account: ServerAccount?

    /// That the server has refused it for good; nil while it is tried again.
    public internal(set) var refusal: Refusal?

    /// Whether it is known which account it is of.
    ///
    /// If not, it is sent when the server names the account that is signed in as the owner, or by
    /// ``SharingSession/tryAgain(_:)``.
    public var isAccountKnown: Bool { account != nil }

    /// A refusal of the server.
    public struct Refusal: Hashable, Sendable, Codable {
        /// 403: the collaboration has ended, or is another account's, or the account may not remove people; or 400.
        public let status: Int

        /// When the server responded so.
        public let date: Date
    }
}
