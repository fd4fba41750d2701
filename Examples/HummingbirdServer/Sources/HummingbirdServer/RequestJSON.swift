import Foundation
import Hummingbird

/// Decodes JSON with a byte after its end: without one, Foundation's decoder traps where the last byte opens an
/// array too many.
struct RequestJSON: RequestDecoder {
    func decode<Value: Decodable>(
        _ type: Value.Type,
        from request: Request,
        context: some RequestContext
    ) async throws -> Value {
        var body = try await request.body.collect(upTo: context.maxUploadSize)
        body.writeString("\n")
        return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
    }
}
