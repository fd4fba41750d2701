import CollaborationModels
import Foundation
import Hummingbird

extension Request {
    /// Reads the body as a message of the wire format.
    ///
    /// A malformed body is answered with status 400 and the field that is wrong.
    func message<Message>(
        in context: AppContext,
        reading read: (Data) throws -> Message
    ) async throws -> Message {
        let buffer = try await body.collect(upTo: context.maxUploadSize)
        do {
            return try read(Data(buffer.readableBytesView))
        } catch let error as MalformedJSONError {
            throw HTTPError(.badRequest, message: error.description)
        }
    }
}
