import CollaborationCore
import Foundation
import HTTPTypes
import Hummingbird

/// A part of a list, as a client asks for it: `?after=`, the last name that it has seen, and `&limit=`.
struct PageRequest {
    private static let maximumCount = 100

    let after: String?
    let limit: Int

    init(_ request: Request) throws {
        after = try request.parameter("after")
        let limit = try request.parameter("limit").map { Int($0) } ?? Self.maximumCount
        guard let limit, (1...Self.maximumCount).contains(limit) else {
            throw HTTPError(.badRequest, message: "limit: not a whole number from 1 to \(Self.maximumCount)")
        }
        self.limit = limit
    }

    /// Answers with an array, and with the next page in the field `Link` (RFC 8288), relative to this one.
    func response(_ names: [String]) -> Response {
        var response = Response(json: names)
        if let last = names.last, names.count == limit, let link = HTTPField.Name("Link") {
            // Foundation encodes characters outside of ASCII, also those that are allowed.
            let key = last.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            response.headers[link] = "<?after=\(key)&limit=\(limit)>; rel=\"next\""
        }
        return response
    }
}

extension Request {
    /// The value of a parameter of the query, decoded.
    func parameter(_ name: String) throws -> String? {
        let values = (uri.query ?? "").split(separator: "&").filter { $0.hasPrefix(name + "=") }
        guard values.count <= 1 else { throw HTTPError(.badRequest, message: "\(name): more than once") }
        return try values.first.map { value in
            guard let text = value.dropFirst(name.utf8.count + 1).removingPercentEncoding else {
                throw HTTPError(.badRequest, message: "\(name): not percent-encoded UTF-8")
            }
            return text
        }
    }
}
