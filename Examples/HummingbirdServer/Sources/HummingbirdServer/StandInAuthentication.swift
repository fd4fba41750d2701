import CollaborationModels
import CollaborationServer
import Hummingbird

/// A placeholder for authentication, to be replaced by yours.
///
/// It trusts a header such as `Authorization: Stand-In bob`.
struct StandInAuthentication: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        let words = request.headers[.authorization]?.split(separator: " ") ?? []
        guard words.count == 2, words[0] == "Stand-In" else { throw HTTPError(.unauthorized) }
        var context = context
        context.authenticated = AccountIdentifier(String(words[1]))
        return try await next(request, context)
    }
}

struct AppContext: RequestContext {
    typealias Next = (Request, AppContext) async throws -> Response
    var coreContext: CoreRequestContextStorage
    var authenticated: AccountIdentifier?
    let maxUploadSize = 64 * 1024  // Proofs and updates have a few kilobytes.
    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    /// The authenticated account; throws when no middleware has set it.
    var account: AccountIdentifier {
        get throws {
            guard let authenticated else { throw HTTPError(.unauthorized) }
            return authenticated
        }
    }

    var document: CollaborationIdentifier {
        get throws { try parameters.require("document", as: CollaborationIdentifier.self) }
    }
}
