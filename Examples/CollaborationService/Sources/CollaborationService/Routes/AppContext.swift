import CollaborationCore
import Foundation
import Hummingbird
import NIOCore

/// What is known about a request besides its message.
struct AppContext: RequestContext {
    typealias Next = (Request, AppContext) async throws -> Response

    var coreContext: CoreRequestContextStorage

    let channel: any Channel

    /// The address of the client, or of the proxy in front of this server; nil in tests.
    let address: String?

    /// The account that the token names; nil before the authentication.
    var authenticated: AccountIdentifier?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        address = channel.remoteAddress?.ipAddress
    }

    var responseEncoder: JSONEncoder { .sorted }

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
            let text = try parameters.require("document")
            // Foundation takes long, also for a text that has nothing to decode.
            guard let name = text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : text
            else {
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

extension JSONEncoder {
    /// An encoder whose text for a value is always the same.
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension Response {
    /// Makes a response of some bytes.
    init(_ bytes: some Sequence<UInt8>, _ contentType: String, status: HTTPResponse.Status = .ok) {
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        self.init(status: status, headers: [.contentType: contentType], body: body)
    }
}
