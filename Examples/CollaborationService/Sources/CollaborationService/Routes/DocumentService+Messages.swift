import CollaborationCore
import Foundation
import Hummingbird

extension DocumentService {
    /// Reads the body of a request as a message.
    ///
    /// A body with more bytes than the limit is answered with 413, and with 429 one of an account that has too many bytes
    /// in memory.
    func message<Message>(
        of request: Request,
        from account: AccountIdentifier,
        upTo limit: Int,
        reading read: (Data) throws -> Message
    ) async throws -> Message {
        let tooLarge = HTTPError(.contentTooLarge, message: "The body has more than \(limit) bytes.")
        guard request.headers[.contentLength].flatMap({ Int($0) }) ?? 0 <= limit else { throw tooLarge }
        var (bytes, held) = (Data(), HeldBytes(account, in: bodies))
        for try await part in request.body {
            guard bytes.count + part.readableBytes <= limit else { throw tooLarge }
            try held.add(part.readableBytes)
            bytes.append(contentsOf: part.readableBytesView)
        }
        return try withExtendedLifetime(held) { try read(bytes) }
    }
}
