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

    /// The route of the example service.
    var standard: String {
        switch self {
        case .tokens: "POST /development/tokens"
        case .start: "POST /collaborations"
        case .participants: "POST /collaborations/{collaboration}/participants"
        case .challenge: "POST /collaborations/{collaboration}/challenge"
        case .proof: "POST /collaborations/{collaboration}/proof"
        case .read: "GET /collaborations/{collaboration}"
        }
    }
}

/// The arguments of a run.
struct Settings {
    struct WrongArgument: Error, CustomStringConvertible {
        let description: String
        init(_ argument: String) { description = "wrong argument or value: \(argument); see --help" }
    }

    private(set) var server: String
    private(set) var routes = Dictionary(uniqueKeysWithValues: Route.allCases.map { ($0, $0.standard) })
    private(set) var tokens: [Account: String] = [:]
    private(set) var request = #"{"localIdentifier":"","selectedOptions":["write"]}"#
    private(set) var wait = 0
    private(set) var limit = 120
    private(set) var only: [String] = []
    private(set) var wantsJSON = false

    init(_ arguments: some Sequence<String>) throws(WrongArgument) {
        var words: [String] = []
        var options: [(name: String, value: String)] = []
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            if argument == "--json" {
                wantsJSON = true
            } else if !argument.hasPrefix("--") {
                words.append(argument)
            } else {
                guard let value = rest.next() else { throw WrongArgument(argument) }
                options.append((argument, value))
            }
        }
        guard words.count == 1, let url = URL(string: words[0]), url.host != nil,
            url.scheme == "http" || url.scheme == "https"
        else { throw WrongArgument("URL \(words)") }
        server = words[0]
        if server.hasSuffix("/") { server.removeLast() }
        for (name, value) in options where !set(name.dropFirst(2), to: value) { throw WrongArgument(name) }
    }

    /// Sets an option, and returns whether there is one of this name that can have the value.
    private mutating func set(_ name: Substring, to value: String) -> Bool {
        switch name {
        case "request": request = value
        case "only":
            only.append(value)
            return Rule.all.contains { $0.sentence.contains(value) }
        case "token":
            let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let account = Account(rawValue: parts[0]) else { return false }
            tokens[account] = parts[1]
        case "wait", "limit":
            guard let seconds = Int(value), 0...3600 ~= seconds else { return false }
            if name == "wait" { wait = seconds } else { limit = seconds }
        default:
            guard let route = Route(rawValue: String(name)) else { return false }
            routes[route] = value
            let words = value.split(separator: " ")
            return words.count == 2 && words[1].hasPrefix("/")
        }
        return true
    }
}
