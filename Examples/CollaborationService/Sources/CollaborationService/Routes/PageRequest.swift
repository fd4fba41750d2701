import CollaborationCore
import Foundation
import HTTPTypes
import Hummingbird

/// A part of a list, as a client asks for it: `?after=`, the last name that it has seen, and `&limit=`.
struct PageRequest {
    /// The greatest number of entries, and of their bytes if there are several.
    static let maximumCount = 100
    private static let maximumByteCount = 4096

    /// The name; nil for the first page.
    let after: String?

    /// The greatest number of entries.
    let limit: Int

    /// Reads the query.
    ///
    /// - Throws: Status 400 with the field that is malformed or occurs twice.
    init(_ request: Request) throws {
        after = try request.parameter("after")
        let limit = try request.parameter("limit").map { Int($0) } ?? Self.maximumCount
        guard let limit, (1...Self.maximumCount).contains(limit) else {
            throw HTTPError(.badRequest, message: "limit: not a whole number from 1 to \(Self.maximumCount)")
        }
        self.limit = limit
    }

    /// Answers with an array, and with the next page in the field `Link` (RFC 8288), relative to this one.
    ///
    /// - Parameter names: Those after the name, at most as many as the limit.
    func response(_ names: [String]) -> Response {
        var (page, byteCount) = ([String](), 0)
        for name in names {
            byteCount += name.utf8.count
            if !page.isEmpty, byteCount > Self.maximumByteCount { break }
            page.append(name)
        }
        var response = Response(json: page)
        if let last = page.last, page.count == limit || page.count < names.count, let link = HTTPField.Name("Link") {
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
