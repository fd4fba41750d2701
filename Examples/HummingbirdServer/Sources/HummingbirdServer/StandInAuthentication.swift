import CollaborationModels
import CollaborationServer
import Hummingbird

/// A stand-in for authentication, to be replaced by yours: it believes whoever says `Authorization: Stand-In
/// bob`.
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
    let maxUploadSize = 64 * 1024  // A proof has a few kilobytes, and so has an update for a large group.
    let requestDecoder = RequestJSON()
    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    /// Throws where authentication was forgotten, rather than let anybody through.
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
