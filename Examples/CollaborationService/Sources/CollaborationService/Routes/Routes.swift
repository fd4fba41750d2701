import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird

/// A service that keeps the collaborations on the documents of any back end.
///
/// All state is in the records of `Collaborations`, so that any number of servers may share a database.
struct Routes: Sendable {
    let store: Database
    let keys: Current<Keys>

    /// The greatest number of collaborations in the share of an account.
    var maximumStartedCount = 1000
    let accounts: AccountTokens
    var limit: AccountLimit?
    var audit: AuditLog
    var changes = EventFeed()
    var database: DatabaseCheck?

    /// Nil in production.
    var demo: Demo?

    /// What links look like, such as `https://recipes.example/d/{collaboration}`; nil to take the host from the request.
    var link: String?
    var appIDs: [String] = []
    var bodies = BodyMemory()

    var collaborations: Collaborations { keys.value.collaborations }

    /// Adds the routes for accounts and for everybody, which are on the Internet.
    func addRoutes(to router: Router<AppContext>) {
        addDescriptionRoute(to: router)
        addAppAssociationRoute(to: router)
        let authenticated = router.group().add(middleware: LinkPage()).add(
            middleware: Authentication { [accounts] token throws(TokenError) in
                .account(try await accounts.account(of: token))
            }
        )
        if let limit { authenticated.add(middleware: limit) }
        authenticated.add(middleware: ErrorResponses(demo: demo))
        addAppRoutes(to: authenticated)
        addPeopleRoutes(to: authenticated)
        if let demo {
            router.addPage()
            demo.addRoutes(to: router, authenticated, self)
        }
    }

    /// Adds the routes for the back end, which may also act for an account.
    func addBackendRoutes(to router: Router<AppContext>) {
        addDescriptionRoute(to: router)
        let authenticated = router.group().add(
            middleware: Authentication { [keys] token throws(TokenError) in
                guard keys.value.backend.contains(token) else { throw .invalid("It is none of backend.token.") }
                return .server
            }
        )
        authenticated.add(middleware: ErrorResponses(demo: demo))
        addAppRoutes(to: authenticated)
        addPeopleRoutes(to: authenticated)
        addBackendRoutes(to: authenticated)
    }

    private func addDescriptionRoute(to router: Router<AppContext>) {
        let description = Response(PackageResources.openapi_json)
        router.get("openapi.json") { _, _ in description }
    }

    /// Serves the file that tells Apple's systems which apps open the links (Apple's article *Supporting associated domains*).
    private func addAppAssociationRoute(to router: Router<AppContext>) {
        router.get(".well-known/apple-app-site-association") { _, _ in
            guard !appIDs.isEmpty else { throw HTTPError(.notFound) }
            let path = link.flatMap { URL(string: $0.replacing("{collaboration}", with: "*"))?.path() }
            let details: [String: Any] = ["appIDs": appIDs, "components": [["/": path ?? "/collaborations/*"]]]
            let file = ["applinks": ["details": [details]]]
            let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
            return Response(try JSONSerialization.data(withJSONObject: file, options: options), "application/json")
        }
    }

    /// Reads the body of a request, within the bounds of whoever sends it.
    func body(of request: Request, _ context: AppContext) async throws -> Data {
        try await bodies.body(of: request, from: context.caller, at: context.client)
    }

    /// Carries out an act, tells whose access it has changed, writes the line of the audit log, and answers with 204.
    ///
    /// It is in the collaboration that the path names, or in another one.
    @discardableResult
    func act(
        in name: CollaborationIdentifier? = nil,
        _ request: Request,
        _ context: AppContext,
        sets: [AuditLine.Event] = [],
        _ body: (Collaboration) async throws -> Change?
    ) async throws -> HTTPResponse.Status {
        let name = try name ?? context.collaboration
        try await audit.record(AuditLine(request, context, name), sets: sets) {
            guard let change = try await body(collaborations[name]) else { return [] }
            changes.send(change)
            demo?.send(change)
            return change.events.map { AuditLine.Event($0) }
        } unknown: {
            changes.sendUnknown(in: name, by: try? context.actor(of: request))
        }
        return .noContent
    }

    /// The response with what the app fulfills its start action with.
    func link(
        to collaboration: CollaborationIdentifier,
        _ request: Request,
        status: HTTPResponse.Status
    ) throws -> Response {
        // The request's own name for the server reaches nobody but its sender.
        let link = link ?? "http://\(request.head.authority ?? "127.0.0.1")/collaborations/{collaboration}"
        let name = collaboration.rawValue.percentEncoded
        guard let url = URL(string: link.replacing("{collaboration}", with: name)) else { throw HTTPError(.badRequest) }
        return Response(StartResponse(collaborationIdentifier: collaboration, url: url).json, status: status)
    }
}
