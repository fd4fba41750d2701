import CollaborationCore
import Foundation
import Synchronization
import ToolSupport

struct Call: Sendable, Changeable {
    let route: Route
    var collaboration = ""
    var account: Account?
    var body: Data?

    /// Whom the request means, in place of the account that sends it.
    var target: Account?

    /// A method in place of that of the route.
    var method: String?

    /// The identifier in the path in other bytes, percent-encoded.
    var encodedName: String?

    /// Whom the path means, in other bytes, percent-encoded.
    var encodedTarget: String?

    /// A token in place of the account's; empty for none.
    var token: String?

    /// Headers beside the account's token; one of the same name takes its place.
    var headers: [String: String] = [:]

    /// What is put behind the path, such as a query.
    var suffix = ""

    var framing = Client.Framing.whole

    /// Whether the answer is read with the phrase behind its status.
    var asBytes = false
}

/// What the requests of one rule were, and what came.
final class Trace: Sendable {
    @TaskLocal static var current = Trace()

    private let lines = Mutex<[String]>([])

    func append(_ line: String) {
        let short = line.count <= 200 ? line : "\(line.prefix(90))…\(line.suffix(100))"
        lines.withLock { $0 = $0.suffix(19) + [short] }
    }

    /// The last 20 steps.
    var steps: [String] { lines.withLock { $0 } }
}

/// A run against one server: its accounts, and the answers that are compared at the end.
final class Session: Sendable {
    let settings: Settings
    let vectors: Vectors?
    let people = People()

    /// Refusals and answers to malformed messages, with what was sent.
    let seen = Mutex<[Expected: [(sent: String, answer: Answer)]]>([:])

    private let client: Client
    /// Whether the server gives tokens to the run.
    let asksForTokens: Bool

    private let tokens: Mutex<[String: String]>
    private let end: ContinuousClock.Instant

    /// Gets the missing tokens, and a first collaboration, which shows that the server can be reached.
    init(settings: Settings, client: Client) async throws {
        self.settings = settings
        self.client = client
        let given = try settings.tokens()
        vectors = try settings.vectors.map { file throws(Stop) in
            try Settings.read(file) { try JSONDecoder().decode(Vectors.self, from: Data($0)) }
        }
        asksForTokens = given["bob"] == nil
        tokens = Mutex(given)
        end = .now + .seconds(settings.limit + settings.wait)
        for account in Account.allCases where given[account.rawValue] == nil {
            let answer = try await newToken(of: account.rawValue)
            guard let token = answer.json("token"), Expected.success.accepts(answer) else {
                throw Failure("a token of \(account)", #"{"token":"..."}"#, answer)
            }
            tokens.withLock { $0[account.rawValue] = token }
        }
        _ = try await start()
    }

    func newToken(of name: String) async throws -> Answer {
        let call = Call(route: .tokens, body: Data(#"{"account":"\#(name)"}"#.utf8))
        return try await send(call, "a token of \(name)")
    }

    func token(of account: Account) -> String { token(of: account.rawValue) }

    func token(of name: String) -> String { tokens.withLock { $0[name] } ?? "" }

    /// Whether the query of a route names the account for which a back end sends the request.
    private func needsBackEnd(_ route: Route) -> Bool {
        settings.lines[route].path.contains("={account}") && route != .identities
    }

    /// Whether the paths say which collaboration is started.
    var namesCollaborations: Bool { settings.lines.start.path.contains("{collaboration}") }

    /// The message of a start, by default that selects what the settings say.
    func startText(_ options: [String]? = nil) -> String {
        let options = (options ?? settings.selectedOptions).map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"localIdentifier":"check","selectedOptions":[\#(options)]}"#
    }

    /// A name that the run chooses, where it may.
    func chosen(_ name: String) throws(NotSeen) -> String {
        if namesCollaborations { return name }
        throw NotSeen("The server makes the names: see --start.", isAllowed: false)
    }

    static var newName: String { "check-\(UInt64.random(in: 0 ... .max))" }

    func startCall(by account: Account = .alice, name: String? = nil) -> Call {
        let name = namesCollaborations ? name ?? Self.newName : ""
        return Call(route: .start, collaboration: name, account: account, body: Data(startText().utf8))
    }

    func start(by account: Account = .alice, name: String? = nil) async throws -> StartResponse {
        try await started(startCall(by: account, name: name), "\(account) starts a collaboration")
    }

    func started(_ call: Call, _ what: String, _ expected: Expected = .success) async throws -> StartResponse {
        let answer = try await expect(expected, call, what)
        do {
            return try StartResponse(json: answer.body)
        } catch {
            throw Failure(describe(call, what), "a StartResponse with an identifier and a link", "\(answer): \(error)")
        }
    }

    @discardableResult
    func expect(_ expected: Expected, _ call: Call, _ what: String) async throws -> Answer {
        var answer = try await send(call, what)
        // A busy server may have carried out what it answered with 503, and then refuses to do it twice.
        let leavesAccess: [Route: Bool] = [.proof: true, .transfer: true, .leave: false, .end: false]
        if answer.wasBusy, expected == .success || expected == .done, answer.status == 403, let account = call.account,
            let hasAccess = leavesAccess[call.route]
        {
            let read = Call(route: .read, collaboration: call.collaboration, account: account)
                .with(\.token, call.token)
            if try await (send(read, "what \(account) may do").status == 200) == hasAccess {
                answer = Answer(status: 204, headers: answer.headers, body: Data())
            }
        }
        // What it has started already is not created.
        try check(answer, expected == .created && answer.wasBusy ? .success : expected, call, what)
        return answer
    }

    /// Checks the status of an answer, and keeps it for the rules about all answers.
    func check(_ answer: Answer, _ expected: Expected, _ call: Call, _ what: String) throws {
        guard expected.accepts(answer) else {
            let location = 300...399 ~= answer.status ? answer.headers["location"] : nil
            var came = "\(answer)" + (location.map { " to \($0.onOneLine), which is not followed" } ?? "")
            if needsBackEnd(call.route), token(of: "back-end") == "", [401, 403].contains(answer.status) {
                came += ", and the token of the back end is missing: see --token"
            }
            throw Failure(describe(call, what), expected.rawValue, came)
        }
        seen.withLock { $0[expected, default: []].append((describe(call, what), answer)) }
    }

    /// Sends a request, and again until the end of the run while the server has too many, and some times while it is busy.
    func send(_ call: Call, _ what: String) async throws -> Answer {
        var busy = 0
        while ContinuousClock.now < end {
            var answer = try await once(call, what)
            if answer.status == 503 { busy += 1 }
            answer.wasBusy = busy > 0
            guard answer.status == 429 || answer.status == 503 && busy < 10 else { return answer }
            try await Task.sleep(for: .seconds(answer.retryAfter))
        }
        throw NotSeen("There was no time left: see --limit.")
    }

    private func once(_ call: Call, _ what: String) async throws -> Answer {
        let (method, path) = try line(of: call)
        let url = path.hasPrefix("/") ? settings.address + path : path
        do throws(Client.Unanswered) {
            let answer = try await client.answer(to: call, method, url, headers: headers(of: call))
            let account = call.account.map { " of \($0)" } ?? ""
            Trace.current.append("\(method) \(path)\(account): \(what): \(answer.status)")
            return answer
        } catch {
            throw Failure(describe(call, what), "an answer of HTTP", "\(error)")
        }
    }

    /// The headers of a request, where those of the call take the place of others.
    private func headers(of call: Call) -> [(name: String, value: String)] {
        var token = call.token ?? call.account.map { self.token(of: $0) }
        let isOfBackEnd = needsBackEnd(call.route) || call.route == .remove && call.account == .alice
        let backEnd = self.token(of: "back-end")
        if call.account != nil, call.token == nil, isOfBackEnd, backEnd != "" { token = backEnd }
        var headers = settings.headers(token: token == "" ? nil : token)
        if call.body != nil { headers.append(("Content-Type", "application/json")) }
        let own = call.headers.map { (name: $0.key, value: $0.value) }
        return headers.filter { header in !own.contains { $0.name.lowercased() == header.name.lowercased() } } + own
    }

    func line(of call: Call) throws(NotSeen) -> (method: String, path: String) {
        let line = settings.lines[call.route]
        guard !line.isNone else {
            throw NotSeen("The server has no route for it: see --\(call.route.rawValue).", isAllowed: false)
        }
        let path = line.path
            .replacing("{collaboration}", with: call.encodedName ?? call.collaboration.percentEncoded)
            .replacing("{account}", with: call.encodedTarget ?? (call.target ?? call.account)?.rawValue ?? "")
        return (call.method ?? line.method, path + call.suffix)
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

    /// A string of JSON, with its quotes.
    var quoted: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
