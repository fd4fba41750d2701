import CollaborationCore
import Hummingbird

/// A part of a list, as a client asks for it: `?after=`, the last name that it has seen, and `&limit=`.
struct PageRequest {
    let after: String?
    let limit: Int

    init(_ request: Request) throws {
        let query = try request.query
        after = query["after"]
        let limit = query["limit"].map { Int($0) } ?? 100
        let error = HTTPError(.badRequest, message: "limit: not a whole number from 1 to 100")
        guard let limit, (1...100).contains(limit) else { throw error }
        self.limit = limit
        guard after?.utf8.count ?? 0 <= JSONLimits.identifierByteCount else {
            throw HTTPError(.badRequest, message: "after: an identifier of more than 1024 bytes")
        }
    }
}

extension Request {
    /// The parameters of the query, decoded; throws for two of one name.
    var query: [String: String] {
        get throws {
            var parameters: [String: String] = [:]
            for part in (uri.query ?? "").split(separator: "&") {
                let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = String(percentDecoding: words[0]),
                    let value = String(percentDecoding: words.count == 2 ? words[1] : ""),
                    parameters.updateValue(value, forKey: name) == nil
                else { throw HTTPError(.badRequest, message: "query: not percent-encoded UTF-8, or a name twice") }
            }
            return parameters
        }
    }
}
