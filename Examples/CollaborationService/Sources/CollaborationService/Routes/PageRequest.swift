import CollaborationCore
import Foundation
import HTTPTypes
import Hummingbird

/// A part of a list, as a client asks for it: `?after=`, the last key that it has seen, and `&limit=`.
struct PageRequest {
    /// The key; nil for the first page.
    let after: String?

    /// The greatest number of entries.
    let limit: Int

    /// Reads the query.
    ///
    /// - Throws: Status 400 with the field that is malformed or occurs twice.
    init(_ request: Request) throws {
        after = try request.parameter("after")
        let limit = try request.parameter("limit").map { Int($0) } ?? DocumentLimits.pageCount
        guard let limit, (1...DocumentLimits.pageCount).contains(limit) else {
            throw HTTPError(
                .badRequest,
                message: "limit: not a whole number from 1 to \(DocumentLimits.pageCount)"
            )
        }
        self.limit = limit
    }

    /// The document that the page begins after; nil for the first page.
    var document: CollaborationIdentifier? {
        get throws { try after.map { try CollaborationIdentifier(field: "after", $0) } }
    }

    /// The identity that the page begins after; nil for the first page.
    var identity: Person.Identity? {
        get throws {
            try after.map { text in
                // Foundation reads several spellings of the same bytes.
                guard let rootHash = Data(base64Encoded: text), rootHash.base64EncodedString() == text,
                    let identity = try? Person.Identity(rootHash: rootHash)
                else { throw HTTPError(.badRequest, message: "after: not 32 bytes in base64") }
                return identity
            }
        }
    }
}

/// A part of a list, with a link to the next one.
struct Page<Entry: Encodable & Sendable>: ResponseGenerator {
    let entries: [Entry]

    /// The key that the next page begins after; nil if this is the last page.
    let last: String?

    let request: PageRequest

    /// Answers with an array, and with the next page in the field `Link` (RFC 8288), relative to this one.
    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try context.responseEncoder.encode(entries, from: request, context: context)
        if let last, let link = HTTPField.Name("Link") {
            // Foundation encodes characters outside of ASCII, also those that are allowed.
            let key = last.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            response.headers[link] = "<?after=\(key)&limit=\(self.request.limit)>; rel=\"next\""
        }
        return response
    }
}

extension Request {
    /// The value of a parameter of the query, decoded.
    fileprivate func parameter(_ name: String) throws -> String? {
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
