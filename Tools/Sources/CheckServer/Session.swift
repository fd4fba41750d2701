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
    var body: Data?

    /// A method in place of that of the route.
    var method: String?

    /// The identifier in the path in other bytes, percent-encoded.
    var encodedName: String?

    /// Headers beside the account's token; one of the same name takes its place.
    var headers: [String: String] = [:]

    /// What is put behind the path, such as a query.
    var suffix = ""
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
            let call = Call(route: .tokens, body: Data(#"{"account":"\#(account)"}"#.utf8))
            let answer = try await expect(.success, call, "a token of \(account)")
            guard let token = answer.json("token") else {
                throw Failure("a token of \(account)", #"{"token":"..."}"#, answer)
            }
            tokens.withLock { $0[account] = token }
        }
        _ = try await start()
    }

    func token(of account: Account) -> String { tokens.withLock { $0[account] } ?? "" }

    /// Whether the paths say which collaboration is started.
    var namesCollaborations: Bool { settings.words(of: .start)?.path.contains("{collaboration}") ?? false }

    /// The message of a start, by default that selects what the settings say.
    func startText(_ options: [String]? = nil) -> String {
        let request = StartRequest(
            localIdentifier: "check",
            selectedOptions: (options ?? settings.options).map { OptionIdentifier($0) }
        )
        return String(decoding: request.json, as: UTF8.self)
    }

    /// Starts a collaboration of an account.
    func start(by account: Account = .alice) async throws -> StartResponse {
        let name = namesCollaborations ? "check-\(UInt64.random(in: 0 ... .max))" : ""
        let call = Call(route: .start, collaboration: name, account: account, body: Data(startText().utf8))
        let what = "\(account) starts a collaboration"
        let answer = try await expect(.success, call, what)
        do {
            return try StartResponse(json: answer.body)
        } catch {
            throw Failure(what, "a StartResponse with an identifier and a link", "\(answer): \(error)")
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
            let came = "\(answer)" + (location.map { "to \($0), which is not followed" } ?? "")
            throw Failure(describe(call, what), expected.rawValue, came, isOfSuccess: expected == .success)
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
        request.httpBody = call.body
        for (name, value) in headers(of: call) { request.setValue(value, forHTTPHeaderField: name) }
        do {
            return try await client.answer(request)
        } catch {
            throw Failure(describe(call, what), "an answer of HTTP", "\(error)")
        }
    }

    /// The headers of a request, where those of the call take the place of others.
    func headers(of call: Call) -> [String: String] {
        var headers = ["Authorization": call.account.map { "Bearer \(token(of: $0))" }].compactMapValues { $0 }
        if call.body != nil { headers["Content-Type"] = "application/json" }
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
        let line = (try? line(of: call)).map { "\($0.method) \($0.path)" } ?? ""
        guard let text = call.body.map({ String(decoding: $0, as: UTF8.self) }) else { return "\(line): \(what)" }
        return "\(line): \(what): " + (text.count <= 700 ? text : "\(text.prefix(700))… (\(text.utf8.count) bytes)")
    }
}

extension String {
    /// The bytes of UTF-8, as they stand in a path.
    var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}
