import CollaborationCore
import Foundation

/// The requests of an app to its server, each as a method and a path below the server's URL.
///
/// `{collaboration}` and `{account}` stand for identifiers, which are percent-encoded; in the route of a start the first is
/// what the app knows: the collaboration, if there is one, or the document. The defaults are the routes of the example
/// service.
public struct SharingRoutes: Hashable, Sendable {
    /// Shares a document.
    public var start = "POST collaborations"
    /// Adds and removes participants.
    public var participants = "POST collaborations/{collaboration}/participants"
    /// Says what the account may do.
    public var access = "GET collaborations/{collaboration}"
    /// Issues a challenge.
    public var challenge = "POST collaborations/{collaboration}/challenge"
    /// Gives access by a proof.
    public var proof = "POST collaborations/{collaboration}/proof"
    /// Names the identities of an account.
    public var identities = "GET collaborations/{collaboration}/identities?account={account}"
    /// Ends the account's access.
    public var leave = "DELETE collaborations/{collaboration}/access"
    /// Ends a collaboration.
    public var end = "DELETE collaborations/{collaboration}"
    /// Lists the collaborations of the account.
    public var list = "GET collaborations"
    /// The list after a collaboration.
    public var listAfter = "GET collaborations?after={collaboration}"

    /// Makes the routes of the example service.
    public init() {}

    /// The method, the path and the body of a request; nil for a route that is not a method and a path.
    func route(of request: SharingRequest) -> (method: String, path: String, body: Data?)? {
        let (route, name, body): (String, String?, Data?) =
            switch request {
            case .start(let request):
                (start, request.collaborationIdentifier?.rawValue ?? request.localIdentifier.rawValue, request.json)
            case .apply(let update, let collaboration): (participants, collaboration.rawValue, update.json)
            case .access(let collaboration): (access, collaboration.rawValue, nil)
            case .challenge(let collaboration): (challenge, collaboration.rawValue, nil)
            case .admit(let answer, let collaboration): (proof, collaboration.rawValue, answer.json)
            case .identities(let account, let collaboration):
                (identities.replacing("{account}", with: account.rawValue.percentEncoded), collaboration.rawValue, nil)
            case .leave(let collaboration): (leave, collaboration.rawValue, nil)
            case .end(let collaboration): (end, collaboration.rawValue, nil)
            case .list(let collaboration): (collaboration == nil ? list : listAfter, collaboration?.rawValue, nil)
            }
        let parts = route.split(separator: " ").map(String.init)
        guard parts.count == 2 else { return nil }
        let path = parts[1].trimmingPrefix("/").replacing("{collaboration}", with: name?.percentEncoded ?? "")
        return (parts[0], String(path), body)
    }
}
