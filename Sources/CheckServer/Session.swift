import CollaborationCore
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request of an account, or of nobody.
struct Call: Sendable {
    let route: Route
    var collaboration = ""
    var account: Account?
    var body: String?

    /// The bytes of a body that is no text, in its place.
    var bytes: Data?

    /// A method in place of that of the route.
    var method: String?

    /// The identifier in the path in other bytes, percent-encoded.
    var encodedName: String?

    /// Headers beside the account's token; one of the same name takes its place.
    var headers: [String: String] = [:]

    /// What is put behind the path, such as a query.
    var suffix = ""

    var content: Data? { bytes ?? body.map { Data($0.utf8) } }
}

/// A run against one server: its accounts, and the answers that are compared at the end.
final class Session: Sendable {
    let settings: Settings
    let people = People()

    /// Refusals and answers to malformed messages, with what was sent.
    let seen = Mutex<[Expected: [(sent: String, answer: Answer)]]>([:])

    private let client = Client()
    private let tokens: Mutex<[Account: String]>
    private let end: ContinuousClock.Instant

    /// Gets the missing tokens, and a first collaboration, which shows that the server can be reached.
    init(settings: Settings) async throws {
        self.settings = settings
        tokens = Mutex(settings.tokens)
        end = .now + .seconds(settings.limit + settings.wait)
        for account in Account.allCases where settings.tokens[account] == nil {
            let call = Call(route: .tokens, body: #"{"account":"\#(account)"}"#)
            let answer = try await expect(.success, call, "a token of \(account)")
            guard let token = try? JSONValue(answer.body).member("token").string() else {
                throw Failure("a token of \(account)", #"{"token":"..."}"#, answer)
            }
            tokens.withLock { $0[account] = token }
        }
        _ = try await start()
    }

    func token(of account: Account) -> String { tokens.withLock { $0[account] } ?? "" }

    /// Whether the paths say which collaboration is started.
    var namesCollaborations: Bool {
        settings.words(of: .start)?.path.contains("{collaboration}") ?? false
    }

    func startText(_ options: [String]) -> String {
        String(decoding: StartRequest(localIdentifier: "check", selectedOptions: options).json, as: UTF8.self)
    }

    /// Starts a collaboration of an account.
    func start(by account: Account = .alice) async throws -> StartResponse {
        let name = namesCollaborations ? "check-\(UInt64.random(in: 0 ... .max))" : ""
        let body = startText(settings.options)
        let call = Call(route: .start, collaboration: name, account: account, body: body)
        let answer = try await expect(.success, call, "\(account) starts a collaboration")
        do {
            return try StartResponse(json: answer.body)
        } catch {
            throw Failure(
                "\(account) starts a collaboration",
                "a StartResponse with an identifier and a link",
                "\(answer): \(error)"
            )
        }
    }

    /// Sends a request and checks the status of the answer.
    @discardableResult
    func expect(_ expected: Expected, _ call: Call, _ what: String) async throws -> Answer {
        let answer = try await send(call, what)
        try check(answer, expected, call, what)
        return answer
    }

    /// Checks the status of an answer, and keeps it for the rules about all answers.
    func check(_ answer: Answer, _ expected: Expected, _ call: Call, _ what: String) throws {
        guard expected.accepts(answer) else {
            let location = 300...399 ~= answer.status ? answer.headers["location"] : nil
            let target = location.map { "to \($0), which is not followed" } ?? ""
            throw Failure(
                describe(call, what),
                expected.rawValue,
                "\(answer)\(target)",
                isOfSuccess: expected == .success
            )
        }
        seen.withLock { $0[expected, default: []].append((describe(call, what), answer)) }
    }

    /// Sends a request, and again until the end of the run while the server has too many.
    func send(_ call: Call, _ what: String) async throws -> Answer {
        while ContinuousClock.now < end {
            let answer = try await once(call, what)
            guard answer.status == 429 else { return answer }
            try await Task.sleep(for: .seconds(min(Double(answer.headers["retry-after"] ?? "") ?? 1, 5)))
        }
        throw NotSeen(reason: "There was no time left: see --limit.")
    }

    private func once(_ call: Call, _ what: String) async throws -> Answer {
        // Where URLSession has curl, it takes no address of IPv6, and no certificate of a file.
        if settings.server.hasPrefix("http://[") || settings.certificates != nil {
            if let answer = try await sendRaw(call) { return answer }
            throw Failure(describe(call, what), "an answer of HTTP", "no connection, or none within 10 seconds")
        }
        let (method, path) = try line(of: call)
        guard let url = URL(string: settings.server + path) else { throw Client.Unanswered("no URL") }
        var request = URLRequest(url: url, timeoutInterval: Client.timeLimit)
        request.httpMethod = method
        request.httpBody = call.content
        for (name, value) in headers(of: call) { request.setValue(value, forHTTPHeaderField: name) }
        do {
            return try await client.answer(request)
        } catch {
            throw Failure(describe(call, what), "an answer of HTTP", "\(error)")
        }
    }

    /// The headers of a request, where those of the call take the place of others.
    func headers(of call: Call) -> [String: String] {
        var headers = ["Authorization": call.account.map { "Bearer \(token(of: $0))" }].compactMapValues {
            $0
        }
        if call.content != nil { headers["Content-Type"] = "application/json" }
        return headers.merging(call.headers) { $1 }
    }

    /// The method and the path of a request.
    func line(of call: Call) throws(NotSeen) -> (method: String, path: String) {
        guard let words = settings.words(of: call.route) else {
            throw NotSeen(reason: "The server has no route for it: see --\(call.route).")
        }
        let name = call.encodedName ?? call.collaboration.percentEncoded
        return (call.method ?? words.method, words.path.replacing("{collaboration}", with: name) + call.suffix)
    }

    func describe(_ call: Call, _ what: String) -> String {
        let body = call.body.map { $0.count <= 700 ? $0 : "\($0.prefix(700))… (\($0.utf8.count) bytes)" }
        let line = (try? line(of: call)).map { "\($0.method) \($0.path)" } ?? ""
        return "\(line): \(what)" + (body.map { ": \($0)" } ?? "")
    }
}

extension String {
    /// The bytes of UTF-8, as they stand in a path.
    var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}
