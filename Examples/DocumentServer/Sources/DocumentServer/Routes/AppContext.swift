import CollaborationProofs
import Foundation
import Hummingbird

/// What is known about a request besides its message.
struct AppContext: RequestContext {
    typealias Next = (Request, AppContext) async throws -> Response

    var coreContext: CoreRequestContextStorage

    /// The address of the client, or of the proxy in front of this server; nil in tests.
    let address: String?

    /// The account that the token names; nil before the authentication.
    var authenticated: AccountIdentifier?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress
    }

    var responseEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// The authenticated account; throws when no middleware has set it.
    var account: AccountIdentifier {
        get throws {
            guard let authenticated else { throw HTTPError(.unauthorized) }
            return authenticated
        }
    }

    /// The document that the path names.
    ///
    /// The router leaves the path percent-encoded, so that an identifier may contain any character, a slash too.
    var document: CollaborationIdentifier {
        get throws {
            guard let name = try parameters.require("document").removingPercentEncoding else {
                throw HTTPError(.badRequest, message: "document: not percent-encoded UTF-8")
            }
            return try CollaborationIdentifier(field: "document", name)
        }
    }
}

extension CollaborationIdentifier {
    /// Refuses a name from a URL that is too long, with status 400 and the field.
    init(field: String, _ name: String) throws {
        guard name.utf8.count <= JSONLimits.identifierByteCount else {
            throw HTTPError(
                .badRequest,
                message: "\(field): more than \(JSONLimits.identifierByteCount) bytes"
            )
        }
        self.init(name)
    }
}
