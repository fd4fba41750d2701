import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import Logging

/// A service that keeps the collaborations on the documents of any back end.
///
/// All state is in the records of `Collaborations`, so that any number of servers may share a database.
struct Routes: Sendable {
    let collaborations: Collaborations

    let accounts: AccountTokens
    let backend: BackendTokens

    /// Limits the requests of each account; nil for no limit.
    var limit: AccountLimit?

    /// Tells whether the clock is wrong; nil if nobody compares it.
    var database: DatabaseCheck?

    /// What only the page of the development mode needs; nil in production.
    var demo: Demo?

    /// What links begin with, such as `https://documents.example.com`; nil to take it from the request.
    var publicURL: String?
    var appIDs: [String] = []
    var bodies = BodyMemory()

    /// Adds the routes that `openapi.json` describes, and the page, behind the middleware that stands before everything else.
    func addRoutes(to router: Router<AppContext>) {
        let description = Response(PackageResources.openapi_json)
        router.get("openapi.json") { _, _ in description }
        addAppAssociationRoute(to: router)
        let authenticated = router.group().add(middleware: Authentication(accounts: accounts, backend: backend))
        if let limit { authenticated.add(middleware: limit) }
        authenticated.add(middleware: ErrorResponses(demo: demo))
        addAppRoutes(to: authenticated)
        addBackendRoutes(to: authenticated)
        addPeopleRoutes(to: authenticated)
        if let demo {
            router.addPage()
            demo.addRoutes(to: router, authenticated, self)
        }
    }

    /// Serves the file that tells Apple's systems which apps open the links.
    ///
    /// Apple's article *Supporting associated domains* describes it. Answers with 404 when no app is set.
    private func addAppAssociationRoute(to router: Router<AppContext>) {
        router.get(".well-known/apple-app-site-association") { _, _ in
            guard !appIDs.isEmpty else { throw HTTPError(.notFound) }
            let path = publicURL.flatMap { URL(string: $0)?.path() } ?? ""
            let details: [String: Any] = ["appIDs": appIDs, "components": [["/": "\(path)/collaborations/*"]]]
            let file = ["applinks": ["details": [details]]]
            let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
            return Response(try JSONSerialization.data(withJSONObject: file, options: options), "application/json")
        }
    }

    /// Carries out an act in a collaboration, tells of what it has changed, and answers with 204.
    func act(
        _ request: Request,
        _ context: AppContext,
        _ body: (Collaboration) async throws -> Change
    ) async throws -> HTTPResponse.Status {
        let collaboration = collaborations[try context.collaboration]
        report(try await body(collaboration), in: collaboration.identifier, context)
        return .noContent
    }

    /// Notes for whom the app's connections should be closed, and whom to remove again after a restore.
    func report(_ change: Change, in collaboration: CollaborationIdentifier, _ context: AppContext) {
        let name: Logger.MetadataValue = "\(collaboration.rawValue)"
        for event in change.events {
            switch event {
            case .identityRemoved(let identity):
                let hash = identity.rootHash.base64EncodedString()
                context.logger.notice("Removed", metadata: ["collaboration": name, "rootHash": "\(hash)"])
            case .ended, .forgotten: context.logger.notice("Ended", metadata: ["collaboration": name])
            default: break
            }
        }
        for account in change.lost.sorted() {
            context.logger.notice("Revoked", metadata: ["collaboration": name, "account": "\(account.rawValue)"])
        }
        demo?.send(change, in: collaboration)
    }

    /// The response with what the app fulfills its start action with.
    func link(
        to collaboration: CollaborationIdentifier,
        _ request: Request,
        status: HTTPResponse.Status
    ) throws -> Response {
        // The request's own name for the server reaches nobody but its sender.
        let base = publicURL ?? "http://\(request.head.authority ?? "127.0.0.1")"
        let link = "\(base)/collaborations/\(collaboration.rawValue.percentEncoded)"
        guard let url = URL(string: link) else { throw HTTPError(.badRequest) }
        return Response(StartResponse(collaborationIdentifier: collaboration, url: url).json, status: status)
    }
}
