import Foundation
import Hummingbird

/// A part of a list, as a client asks for it: `?after=`, the last name that it has seen, and `&limit=`.
struct PageRequest {
    let after: String?
    let limit: Int

    init(_ request: Request) throws {
        let query = try request.query
        after = query.get("after")
        let limit = query["limit"].map { Int($0) } ?? 100
        let error = HTTPError(.badRequest, message: "limit: not a whole number from 1 to 100")
        guard let limit, (1...100).contains(limit) else { throw error }
        self.limit = limit
    }
}

extension Request {
    /// The parameters of the query, decoded; of two of one name the first one counts.
    var query: Parameters {
        get throws {
            guard uri.query == nil || uri.query?.removingPercentEncoding != nil else {
                throw HTTPError(.badRequest, message: "query: not percent-encoded UTF-8")
            }
            return uri.queryParameters
        }
    }
}
