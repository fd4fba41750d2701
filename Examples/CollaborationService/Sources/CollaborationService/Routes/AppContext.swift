import CollaborationCore
import Foundation
import Hummingbird
import NIOCore

/// What is known about a request besides its message.
struct AppContext: RequestContext {
    typealias Next = (Request, AppContext) async throws -> Response

    var coreContext: CoreRequestContextStorage

    /// The address of the client, or of the proxy in front of this server; nil in tests.
    let address: String?

    /// Whom the token names; nil before the authentication.
    var caller: Caller?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress
    }

    /// The account that sends the request; throws for the back end.
    var account: AccountIdentifier {
        get throws {
            guard case .account(let account) = caller else {
                throw HTTPError.invalidToken("The token is not an account's.")
            }
            return account
        }
    }

    /// Throws unless the back end sends the request.
    func requireBackend() throws {
        guard caller == .backend else { throw HTTPError.invalidToken("The token is not the back end's.") }
    }

    /// The collaboration that the path names.
    var collaboration: CollaborationIdentifier {
        get throws { CollaborationIdentifier(try decoded("collaboration")) }
    }

    /// The account that the path names.
    var namedAccount: AccountIdentifier { get throws { AccountIdentifier(try decoded("account")) } }

    /// The router leaves the path percent-encoded, so that an identifier may contain any character, a slash too.
    private func decoded(_ name: String) throws -> String {
        let text = try parameters.require(name)
        // Foundation takes long, also for a text that has nothing to decode.
        guard let decoded = text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : text else {
            throw HTTPError(.badRequest, message: "\(name): not percent-encoded UTF-8")
        }
        return decoded
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
    init(
        _ bytes: some Sequence<UInt8>,
        _ contentType: String = "application/json; charset=utf-8",
        status: HTTPResponse.Status = .ok
    ) {
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        self.init(status: status, headers: [.contentType: contentType], body: body)
    }

    init(json value: some Encodable, status: HTTPResponse.Status = .ok) {
        // The values of this service can be encoded.
        self.init((try? JSONEncoder.sorted.encode(value)) ?? Data(), status: status)
    }
}
