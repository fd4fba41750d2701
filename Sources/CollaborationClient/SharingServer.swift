public import CollaborationCore
public import Foundation

/// What an app asks of its server, each time as an account.
///
/// ``HTTPSharingServer`` is one over HTTP; `LocalSharingServer` of `CollaborationTesting` is one in the process. To see why a
/// share fails, pass a session one of your own that logs, and hands on to another.
public protocol SharingServer: Sendable {
    /// Tells this server from others: the same name at two servers is two accounts.
    var identifier: SharingServerIdentifier { get }

    /// The collaboration that a link opens; nil for a link of another form, for which nothing is asked.
    func collaboration(of link: URL) -> CollaborationIdentifier?

    /// Does what an account asks for.
    ///
    /// It returns or throws within a few seconds: a session sends at most four removals that wait at a time, and
    /// waits for them.
    func respond(
        to request: SharingRequest,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> SharingResponse
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

    /// The server responded with another status, or with what is not a response to the request.
    case unexpected(status: Int)
}

extension SharingServerError: LocalizedError, CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .noNetwork: "the server cannot be reached, or its response was lost"
        case .notSignedIn: "nobody is signed in, or the server asks for a new sign-in"
        case .refused: "the account may not do this"
        case .later: "the server has too much to do"
        case .malformed: "the server does not understand the request"
        case .unexpected(let status): "the server responded unexpectedly, with status \(status)"
        }
    }

    /// The description.
    public var errorDescription: String? { description }
}

/// An account at a server.
struct ServerAccount: Hashable, Codable, Sendable {
    let server: SharingServerIdentifier
    let name: AccountIdentifier
}

extension ServerAccount {
    /// Decodes whatever names an app has signed in with, also those that no message can carry, so that no removal is lost.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        server = SharingServerIdentifier(try values.decode(String.self, forKey: .server))
        name = AccountIdentifier(try values.decode(String.self, forKey: .name))
    }
}
