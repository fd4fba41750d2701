public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What an app asks of its server, each time as an account.
///
/// ``HTTPSharingServer`` is one over HTTP; `LocalSharingServer` of `CollaborationTesting` is one in the process.
public protocol SharingServer: Sendable {
    /// Tells this server from others: the same name at two servers is two accounts.
    var identifier: SharingServerIdentifier { get }

    /// The collaboration that a link opens; nil for a link of another form, for which nothing is asked.
    func collaboration(of link: URL) -> CollaborationIdentifier?

    /// Shares a document. A repetition with the same idempotency key, or with the collaboration's identifier, gets the same
    /// collaboration and link.
    func start(
        _ request: StartRequest,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> StartResponse

    /// Adds and removes participants. A repetition has no further effect.
    func apply(
        _ update: ParticipantsUpdate,
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError)

    /// Returns what the account may do; nil if it has no access.
    func access(
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> AccessAnswer?

    /// Issues a challenge for the account.
    func challenge(
        for collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> ChallengeMessage

    /// Gives the account access by a proof. It is sent once: a challenge is good for one use.
    func admit(
        _ answer: IdentityProofAnswer,
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError)

    /// Returns the identities that a participant has proven, by which the account mentions the person.
    func identities(
        of participant: AccountIdentifier,
        in collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> [Person.Identity]

    /// Ends the account's own access.
    func leave(
        _ collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError)

    /// Ends the collaboration, which the account owns, for everybody.
    func end(
        _ collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError)

    /// Returns a page of the collaborations that the account has access to, in the order of their bytes.
    func list(
        after collaboration: CollaborationIdentifier?,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> [CollaborationIdentifier]
}

/// Identifies a server to an app: such as the text of its URL.
public struct SharingServerIdentifier: StringIdentifier {
    /// The identifier as the app knows it.
    public let rawValue: String

    /// Makes an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// Why a server did not do what an app asked for.
public enum SharingServerError: Error, Hashable, Sendable {
    /// The server cannot be reached, or its response was lost: whether it did what was asked is unknown.
    case noNetwork

    /// The server does not accept the account's token, or the app has none (401).
    case notSignedIn

    /// The account may not do this, and the server does not say why (403).
    case refused

    /// The server has too much to do (429, 503); it may have said until when.
    case later(Date?)

    /// The server does not understand the request (400), which stays so however often it is sent.
    case malformed

    /// The server responded with another status, or with a body that cannot be read.
    case unexpected(status: Int)
}

/// An account at a server.
struct ServerAccount: Hashable, Codable, Sendable {
    let server: SharingServerIdentifier
    let name: AccountIdentifier
}
