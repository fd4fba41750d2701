import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird

/// A server that stores documents, which their owners share with others.
///
/// `CollaborationAccess` decides who has access besides the owner. All state is in the two stores, so that any number
/// of servers may share a database.
///
/// A document and its collaboration have one identifier and are in two stores, which no transaction spans. The rule
/// that makes every order of writes safe: a participant has access only while the document exists, is noted as shared,
/// and the participant has access to the collaboration. Access ends with the first write that contradicts one
/// of these, and it begins with the last.
struct DocumentService: Sendable {
    let documents: DocumentStore
    let collaborations: CollaborationAccess
    let accounts: AccountTokens

    /// The greatest number of documents of an account.
    let documentLimit: Int

    /// Limits the requests of each account; nil for no limit.
    var requestLimit: RateLimit?

    /// Tells whether the clock is wrong; nil if nobody compares it.
    var clock: ClockCheck?

    /// Tells the page of the development mode what happens; nil in production.
    var events: EventStream?

    /// Bounds the bytes of bodies on their way.
    var bodies = BodyMemory()

    /// Where clients reach the server, such as `https://documents.example.com`; nil to take it from the request.
    var publicURL: String?

    /// The apps that open the links of documents.
    var appIDs: [String] = []

    /// Adds all routes to a router, which has the middleware that stands before everything else.
    func addRoutes(to router: Router<AppContext>) {
        addDescribedRoutes(to: router)
        router.refuseOtherMethods()
    }

    /// Adds the routes that `openapi.json` describes, and the page.
    func addDescribedRoutes(to router: Router<AppContext>) {
        router.add(middleware: ErrorAnswers())
        let description = Response(PackageResources.openapi_json, "application/json; charset=utf-8")
        router.get("openapi.json") { _, _ in description }
        addAppAssociationRoute(to: router)
        if let events { addDevelopmentRoutes(to: router, events: events) }

        let authenticated = router.group()
            .add(middleware: Authentication(accounts: accounts))
        if let requestLimit { authenticated.add(middleware: requestLimit) }
        authenticated.add(middleware: RefusalAnswers(events: events))
        authenticated.add(middleware: AnswerMemory(memory: bodies))
        addDocumentRoutes(to: authenticated)
        addSharingRoutes(to: authenticated)
        addParticipationRoutes(to: authenticated)
        addAccountRoutes(to: authenticated)
    }

    /// Serves the file that tells Apple's systems which apps open the links of documents.
    ///
    /// Apple's article *Supporting associated domains* describes it. Answers with 404 when no app is set.
    private func addAppAssociationRoute(to router: Router<AppContext>) {
        router.get(".well-known/apple-app-site-association") { _, _ in
            guard !appIDs.isEmpty else { throw HTTPError(.notFound) }
            let path = publicURL.flatMap { URL(string: $0)?.path() } ?? ""
            let details: [String: Any] = ["appIDs": appIDs, "components": [["/": "\(path)/documents/*"]]]
            let file = ["applinks": ["details": [details]]]
            let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
            let json = try JSONSerialization.data(withJSONObject: file, options: options)
            return Response(json, "application/json")
        }
    }
}

extension Router {
    /// Answers the methods that a path does not have with 405 and those that it has, where the router would answer with 404.
    fileprivate func refuseOtherMethods() {
        let names = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"]
        let methods = Set(names.compactMap { HTTPRequest.Method($0) })
        for (path, routes) in Dictionary(grouping: routes, by: \.path.description) {
            var allowed = routes.map(\.method)
            if allowed.contains(.get) { allowed.append(.head) }
            let refusal = HTTPError(
                .methodNotAllowed,
                headers: [.allow: allowed.map(\.rawValue).sorted().joined(separator: ", ")],
                message: "The path does not have this method."
            )
            for method in methods.subtracting(allowed) {
                on(RouterPath(path), method: method) { _, _ -> Response in throw refusal }
            }
        }
    }
}

extension DocumentService {
    /// Returns a document that an account may read and change.
    ///
    /// The document is not read after the record: what was written after a participant was removed is never shown to that
    /// participant.
    func document(_ identifier: CollaborationIdentifier, for account: AccountIdentifier) async throws
        -> Document
    {
        let (document, record) = try await documents.documentAndRecord(identifier)
        guard let document,
            try document.owner == account
                || document.isShared && collaborations.access(of: account, in: record) != nil
        else {
            throw Denial(reason: .noAccess, document: identifier)
        }
        return document
    }

    /// Returns a document that an account owns.
    func ownDocument(
        _ identifier: CollaborationIdentifier,
        of account: AccountIdentifier
    ) async throws -> Document {
        guard let document = try await documents.document(identifier), document.owner == account else {
            throw Denial(reason: .notTheOwner, document: identifier)
        }
        return document
    }
}
