import Foundation
import Synchronization

/// A request of an account, or of nobody.
struct Call: Sendable {
    let route: Route
    var document = ""
    var account: Account?
    var body: String?
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
            let token = try await text("token", of: call, "a token of \(account)")
            tokens.withLock { $0[account] = token }
        }
        _ = try await start()
    }

    /// Starts a collaboration of Alice.
    func start() async throws -> String {
        let start = Call(route: .start, account: .alice, body: settings.request)
        return try await text("collaborationIdentifier", of: start, "alice starts a collaboration")
    }

    /// Sends a request and checks the status of the answer.
    @discardableResult
    func expect(_ expected: Expected, _ call: Call, _ what: String, token: String? = nil) async throws
        -> Answer
    {
        let answer = try await send(call, what, token: token)
        let sent = "\(settings.routes[call.route] ?? ""): \(what)"
        guard expected.accepts(answer) else { throw Failure(sent, expected.rawValue, answer) }
        seen.withLock { $0[expected, default: []].append((sent, answer)) }
        return answer
    }

    /// Sends a request.
    func send(_ call: Call, _ what: String, token: String? = nil) async throws -> Answer {
        let words = (settings.routes[call.route] ?? "").split(separator: " ").map(String.init)
        let document = call.document.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let url = settings.server + words[1].replacing("{collaboration}", with: document)
        let token = token ?? call.account.flatMap { account in tokens.withLock { $0[account] } }
        guard ContinuousClock.now < end else { throw Failure(what, "time for it", "the end: see --limit") }
        do {
            return try await client.answer(words[0], url, token: token, body: call.body)
        } catch {
            let isLate = (error as? URLError)?.code == .timedOut
            let came = isLate ? "none" : error.localizedDescription
            throw Failure("\(words[0]) \(url): \(what)", "an answer within 10 seconds", came)
        }
    }

    /// Reads a member of an answer.
    private func text(_ name: String, of call: Call, _ what: String) async throws -> String {
        let answer = try await expect(.success, call, what)
        let members = try? JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        guard let text = members?[name] as? String else { throw Failure(what, name, answer) }
        return text
    }
}
