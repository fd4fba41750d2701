import CollaborationCore
import Foundation
import Synchronization

/// What the answers to the requests of a run have in common.
extension Rule {
    static let answers: [Rule] = [
        Rule("An answer to a malformed message is JSON and says what is wrong with it.") { scene in
            for (sent, answer) in try scene.session.seen(.malformed) {
                let body = try? JSONValue(answer.body)
                guard let error = try? body?.member("error").string(), !error.isEmpty,
                    let message = try? body?.member("message").string(), !message.isEmpty
                else { throw Failure(sent, #"{"error":"...","message":"..."}"#, answer) }
            }
        },
        Rule("All refusals have the same answer, which is JSON.") { scene in
            let refusals = try scene.session.seen(.refusal)
            let first = refusals[0].answer
            for (sent, answer) in refusals {
                let error = try? JSONValue(answer.body).member("error").string()
                guard error == "accessDenied", answer.body == first.body else {
                    throw Failure(sent, #"{"error":"accessDenied"}, always in the same bytes"#, answer)
                }
                // A header may have another value each time, such as a date or a number of the request. None may come
                // with some reasons only, and those that clients act on are the same.
                let names = [answer, first].map { $0.headers.keys.sorted() }
                guard names[0] == names[1] else { throw Failure(sent, "the headers \(names[1])", names[0]) }
                for name in [
                    "content-type", "content-length", "cache-control", "connection", "www-authenticate",
                ] {
                    guard answer.headers[name] == first.headers[name] else {
                        throw Failure(
                            sent,
                            "\(name): \(first.headers[name] ?? "")",
                            answer.headers[name] ?? ""
                        )
                    }
                }
            }
        },
    ]
}

extension Session {
    /// The answers of a kind that have come so far, which must be JSON.
    fileprivate func seen(_ expected: Expected) throws -> [(sent: String, answer: Answer)] {
        let seen = seen.withLock { $0[expected] ?? [] }
        if seen.isEmpty { throw NotSeen(reason: "No rule before has seen such an answer.") }
        for (sent, answer) in seen {
            let type = answer.headers["content-type"] ?? "no type"
            guard type.lowercased().hasPrefix("application/json") else {
                throw Failure(sent, "the content type application/json", type)
            }
        }
        return seen
    }
}
