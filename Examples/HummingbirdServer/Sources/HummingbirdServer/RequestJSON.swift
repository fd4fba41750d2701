import Foundation
import Hummingbird

/// Decodes JSON, and answers a malformed body with 400 and the field at fault.
struct RequestJSON: RequestDecoder {
    func decode<Value: Decodable>(
        _ type: Value.Type,
        from request: Request,
        context: some RequestContext
    ) async throws -> Value {
        var body = try await request.body.collect(upTo: context.maxUploadSize)
        // Foundation's decoder traps where the last byte opens an array too many; a byte after it prevents that.
        body.writeString("\n")
        do {
            return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
        } catch let error as DecodingError {
            throw HTTPError(.badRequest, message: "Malformed: \(Self.field(of: error)).")
        }
    }

    private static func field(of error: DecodingError) -> String {
        let path: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        guard !path.isEmpty else { return "the body" }
        return path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
