import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a server answered.
struct Answer: Sendable, CustomStringConvertible {
    let status: Int

    /// The phrase after the status, where the client shows it.
    var phrase = ""

    /// The values, by lowercase names.
    let headers: [String: String]

    /// At most 1 MiB.
    let body: Data

    var description: String { "status \(status) \(String(decoding: body.prefix(300), as: UTF8.self).onOneLine)" }

    /// The text of a member of the body; nil if the body is no JSON object with it.
    func json(_ member: String) -> String? {
        (try? JSONSerialization.jsonObject(with: body) as? [String: Any])?[member] as? String
    }
}

/// Sends requests over HTTP.
///
/// An answer has 10 seconds and 1 MiB. A redirect is not followed.
final class Client: NSObject, URLSessionDataDelegate {
    static let byteLimit = 1 << 20
    static let timeLimit = 10.0

    private struct Pending {
        var body = Data()
        let continuation: CheckedContinuation<Answer, any Error>
        var reason: String?
    }

    private let pending = Mutex<[Int: Pending]>([:])
    private let session = Mutex<URLSession?>(nil)

    override init() {
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.timeLimit
        configuration.timeoutIntervalForResource = Self.timeLimit
        configuration.httpMaximumConnectionsPerHost = 8
        configuration.httpShouldSetCookies = false
        session.withLock { $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: nil) }
    }

    struct Unanswered: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// Sends a request.
    func answer(_ request: URLRequest) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            guard let task = session.withLock({ $0?.dataTask(with: request) }) else {
                return continuation.resume(throwing: Unanswered("no session"))
            }
            pending.withLock { $0[task.taskIdentifier] = Pending(continuation: continuation) }
            task.resume()
            // A server that sends a byte now and then would not be idle for long enough to time out.
            Task { [weak self] in
                try await Task.sleep(for: .seconds(Self.timeLimit))
                self?.stop(task, reason: "no whole answer within 10 seconds")
            }
        }
    }

    private func stop(_ task: URLSessionTask, reason: String) {
        let isPending = pending.withLock { pending in
            pending[task.taskIdentifier]?.reason = reason
            return pending[task.taskIdentifier] != nil
        }
        if isPending { task.cancel() }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = pending.withLock { pending in
            pending[dataTask.taskIdentifier]?.body.append(data)
            return pending[dataTask.taskIdentifier]?.body.count ?? 0 > Self.byteLimit
        }
        if isTooLarge { stop(dataTask, reason: "more than 1 MiB") }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let pending = pending.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        guard pending.reason == nil, error == nil, let response = task.response as? HTTPURLResponse else {
            let reason =
                switch (error as? URLError)?.code {
                case .timedOut: "no answer within 10 seconds"
                case .networkConnectionLost, .badServerResponse: "the server closed the connection"
                default: error.map { "the connection failed: \($0.localizedDescription)" } ?? "no answer of HTTP"
                }
            return pending.continuation.resume(throwing: Unanswered(pending.reason ?? reason))
        }
        let headers = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        let fields = Dictionary(headers, uniquingKeysWith: { first, _ in first })
        pending.continuation.resume(returning: Answer(status: response.statusCode, headers: fields, body: pending.body))
    }
}

extension String {
    /// The text with all but printable characters escaped, so that it prints as one line and turns no terminal around.
    var onOneLine: String {
        unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                scalar.escaped(asASCII: true)
            default: String(scalar)
            }
        }.joined()
    }
}
