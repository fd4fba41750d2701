import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import Logging

/// A service that keeps the collaborations on the documents of any back end.
///
/// All state is in the records of `Collaborations`, so that any number of servers may share a database.
struct CollaborationService: Sendable {
    let collaborations: Collaborations

    let options: CollaborationShareOptions
    let accounts: AccountTokens
    let backend: BackendTokens

    /// Limits the requests of each account; nil for no limit.
    var limit: AccountLimit?

    /// Tells whether the clock is wrong; nil if nobody compares it.
    var database: DatabaseCheck?

    /// What only the page of the development mode needs; nil in production.
    var development: Development?

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
        authenticated.add(middleware: ErrorAnswers(development: development))
        addAppRoutes(to: authenticated)
        addBackendRoutes(to: authenticated)
        if let development {
            router.addPage()
            development.addRoutes(to: router, authenticated, self)
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

    /// Starts a collaboration and answers with what the app fulfills its start action with.
    func start(
        _ collaboration: CollaborationIdentifier,
        by account: AccountIdentifier,
        _ request: Request,
        _ caller: Caller,
        status: HTTPResponse.Status
    ) async throws -> Response {
        let message = try StartRequest(json: try await bodies.body(of: request, from: caller))
        try await collaborations.start(collaboration, with: message, offering: options, by: account)
        development?.send(.started, collaboration, account)
        // The request's own name for the server reaches nobody but its sender.
        let base = publicURL ?? "http://\(request.head.authority ?? "127.0.0.1")"
        let characters = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let name = collaboration.rawValue.addingPercentEncoding(withAllowedCharacters: characters) ?? ""
        guard let url = URL(string: "\(base)/collaborations/\(name)") else { throw HTTPError(.badRequest) }
        return Response(StartResponse(collaborationIdentifier: collaboration, url: url).json, status: status)
    }

    /// Notes for whom the app's connections should be closed, and whom to remove again after a restore.
    func report(
        removed identities: some Sequence<Person.Identity>,
        revoked accounts: some Sequence<AccountIdentifier>,
        in collaboration: CollaborationIdentifier,
        _ context: AppContext
    ) {
        let name: Logger.MetadataValue = "\(collaboration.rawValue)"
        for hash in identities.map({ $0.rootHash.base64EncodedString() }) {
            context.logger.notice("Removed", metadata: ["collaboration": name, "rootHash": "\(hash)"])
        }
        for account in accounts.sorted() {
            context.logger.notice("Revoked", metadata: ["collaboration": name, "account": "\(account.rawValue)"])
            development?.send(.removed, collaboration, account)
        }
    }
}
