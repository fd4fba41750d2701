import CollaborationCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a server answered.
struct Answer: Sendable, CustomStringConvertible {
    let status: Int

    /// The values, by lowercase names.
    let headers: [String: String]

    let body: Data

    var description: String {
        "status \(status) \(String(decoding: body.prefix(300), as: UTF8.self).onOneLine)"
    }
}

/// Sends requests over HTTP, and waits 10 seconds for each answer.
struct Client: Sendable {
    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 10
        configuration.timeoutIntervalForResource = 10
        configuration.httpMaximumConnectionsPerHost = 8
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration)
    }

    /// Sends a request, and up to ten times again while the server has too many.
    func answer(_ method: String, _ url: String, token: String?, body: String?) async throws -> Answer {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, timeoutInterval: 10)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        for _ in 0..<10 {
            let (data, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            let headers = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
            let fields = Dictionary(headers, uniquingKeysWith: { first, _ in first })
            guard response.statusCode == 429 else {
                return Answer(status: response.statusCode, headers: fields, body: data)
            }
            try await Task.sleep(for: .seconds(min(Int(fields["retry-after"] ?? "") ?? 1, 5)))
        }
        throw URLError(.timedOut)
    }
}
