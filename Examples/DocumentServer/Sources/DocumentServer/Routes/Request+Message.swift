import CollaborationProofs
import Foundation
import Hummingbird

extension Request {
    /// Reads the body as a message.
    ///
    /// A body with more bytes than the limit is answered with 413, a malformed one with 400 and the field at fault.
    func message<Message>(upTo limit: Int, reading read: (Data) throws -> Message) async throws -> Message {
        let buffer: ByteBuffer
        do {
            buffer = try await body.collect(upTo: limit)
        } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
            throw HTTPError(.contentTooLarge, message: "The body has more than \(limit) bytes.")
        }
        do {
            return try read(Data(buffer.readableBytesView))
        } catch let error as MalformedJSONError {
            throw HTTPError(.badRequest, message: error.description)
        }
    }

    /// Reads the body as a value.
    func decode<Value: Decodable>(_ type: Value.Type, upTo limit: Int) async throws -> Value {
        try await message(upTo: limit) { try StrictJSONDecoder().decode(type, from: $0) }
    }
}
