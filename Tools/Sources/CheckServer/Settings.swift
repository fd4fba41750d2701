import Foundation

/// An account of the run.
///
/// Alice starts all collaborations.
enum Account: String, CaseIterable {
    case alice
    case bob
    case carol
}

/// What a server is asked for.
///
/// The name of a case is the option that sets its method and path.
enum Route: String, CaseIterable {
    case tokens
    case start
    case participants
    case challenge
    case proof
    case read
    case list
    case leave
    case end

    /// The route of the example service.
    var standard: String {
        switch self {
        case .tokens: "POST /development/tokens"
        case .start: "POST /collaborations"
        case .participants: "POST /collaborations/{collaboration}/participants"
        case .challenge: "POST /collaborations/{collaboration}/challenge"
        case .proof: "POST /collaborations/{collaboration}/proof"
        case .read: "GET /collaborations/{collaboration}"
        case .list: "GET /collaborations"
        case .leave: "DELETE /collaborations/{collaboration}/access"
        case .end: "DELETE /collaborations/{collaboration}"
        }
    }

    /// Whether a server may do without it.
    var isOptional: Bool { [.list, .leave, .end].contains(self) }
}

/// The arguments of a run.
struct Settings {
    struct WrongArgument: Error, CustomStringConvertible {
        let description: String
    }

    static let version = "1"

    private(set) var server: String
    private(set) var routes = Dictionary(uniqueKeysWithValues: Route.allCases.map { ($0, $0.standard) })
    private(set) var tokens: [Account: String] = [:]
    private(set) var options = ["write"]
    private(set) var certificates: String?
    private(set) var texts: [Data] = []
    private(set) var wait = 0
    private(set) var limit = 120
    private(set) var only: [String] = []

    init(_ arguments: some Sequence<String>) throws(WrongArgument) {
        var words: [String] = []
        var options: [(name: String, value: String)] = []
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            if argument == "--json" { continue }
            if argument.hasPrefix("--") {
                guard let value = rest.next() else { throw Self.wrong("\(argument) has no value") }
                options.append((String(argument.dropFirst(2)), value))
            } else {
                words.append(argument)
            }
        }
        guard words.count == 1, let url = URL(string: words[0]), let host = url.host, !host.isEmpty,
            url.scheme == "http" || url.scheme == "https"
        else { throw Self.wrong("there must be one address of a server, such as http://127.0.0.1:8080") }
        guard url.query == nil, url.fragment == nil, url.user == nil else {
            throw Self.wrong("the address of the server has no query, no fragment and no account")
        }
        server = words[0]
        while server.hasSuffix("/") { server.removeLast() }
        for (name, value) in options {
            if let sentence = set(name, to: value) { throw Self.wrong("--\(name): \(sentence)") }
        }
    }

    private static func wrong(_ sentence: String) -> WrongArgument {
        WrongArgument(description: sentence + "; see --help")
    }

    /// Sets an option, and returns what is wrong with it, if something is.
    private mutating func set(_ name: String, to value: String) -> String? {
        switch name {
        case "options": options = value.split(separator: ",").map(String.init)
        case "only":
            only.append(value)
            guard Rule.all.contains(where: { $0.sentence.contains(value) }) else { return "no rule has this text" }
        case "token":
            let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let account = Account(rawValue: parts[0]) else {
                return "it is written as alice=TOKEN, for alice, bob or carol"
            }
            tokens[account] = parts[1]
        case "certificate":
            guard FileManager.default.isReadableFile(atPath: value) else { return "no such file" }
            guard server.hasPrefix("https") else { return "the address of the server begins with https" }
            certificates = value
        case "vectors":
            texts = (try? Vectors(path: value).texts) ?? []
            if texts.isEmpty { return "it is the file Tests/Vectors/identity-proofs.json" }
        case "wait", "limit":
            guard let seconds = Int(value), 0...3600 ~= seconds else {
                return "it is a number of seconds from 0 to 3600"
            }
            if name == "wait" { wait = seconds } else { limit = seconds }
        default: return setRoute(name, to: value)
        }
        return nil
    }

    private mutating func setRoute(_ name: String, to value: String) -> String? {
        guard let route = Route(rawValue: name) else { return "there is no such option" }
        routes[route] = value
        guard value != "none" || !route.isOptional else { return nil }
        let words = value.split(separator: " ")
        guard words.count == 2, words[1].hasPrefix("/"), !value.contains("?") else {
            return "it is written as METHOD /PATH, without a query"
        }
        let rest = words[1].replacing("{collaboration}", with: "")
        guard !rest.contains("{"), !rest.contains("}") else { return "the only placeholder is {collaboration}" }
        guard rest.count < words[1].count || [.tokens, .start, .participants, .list].contains(route) else {
            return "the path must have {collaboration}"
        }
        return nil
    }

    /// The method and the path of a route; nil if the server has none.
    func words(of route: Route) -> (method: String, path: String)? {
        let words = (routes[route] ?? "").split(separator: " ").map(String.init)
        return words.count == 2 ? (words[0], words[1]) : nil
    }
}
