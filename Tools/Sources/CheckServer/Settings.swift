import ArgumentParser
import Foundation
import ToolSupport

/// An account of the run.
///
/// Alice starts all collaborations.
enum Account: String, CaseIterable, CodingKeyRepresentable {
    case alice, bob, carol
}

struct Settings: ParsableArguments {
    @Argument(help: "The address of the server, such as http://127.0.0.1:8080.") var server: String?

    @OptionGroup(title: "Routes") var lines: Lines
    @Option(help: "What alice selects: identifiers of options with commas between.") var options = "write"

    @Option(help: "All options that the server offers, with commas between; without it some rules are not asked.")
    var offered: String?

    @Flag(help: "Participants may send updates too, which some rules otherwise expect to be refused.")
    var participantsMayUpdate = false

    @Option(
        help: """
            A token as ACCOUNT=TOKEN, or ACCOUNT=@FILE, of alice, bob, carol or back-end; it can also stand in the environment \
            as CHECKSERVER_TOKEN_ALICE and so on. That of back-end is sent where a route's query has {account}, and \
            to remove an account.
            """
    )
    var token: [String] = []

    @Option(help: "A header with {token} in place of 'Authorization: Bearer {token}', or one without it besides.")
    var header: [String] = []

    @Option(help: "The certificates in PEM that are trusted, in place of the system's.") var certificate: String?
    @Option(help: "The client's certificate in PEM.") var clientCertificate: String?
    @Option(help: "The client's private key in PEM.") var clientKey: String?
    @Option(help: "Tests/Vectors/identity-proofs.json, whose texts are posted too.") var vectors: String?
    @Option(help: "How many seconds to wait for a challenge to expire; without it its end is not asked.") var wait = 0
    @Option(help: "How many seconds the whole run may take besides.") var limit = 600

    @Option(help: "Check only the rules whose identifier begins with this, or whose sentence has it; may be repeated.")
    var only: [String] = []

    private static let tokenNames = Account.allCases.map(\.rawValue) + ["back-end"]

    func validate() throws {
        guard let server else { return }
        let url = URL(string: server)
        guard let url, url.host()?.isEmpty == false, ["http", "https"].contains(url.scheme),
            0...65_535 ~= url.port ?? 0
        else {
            throw ValidationError("'\(server)' is no address of a server, such as http://127.0.0.1:8080")
        }
        guard url.query() == nil, url.fragment() == nil, url.user() == nil else {
            throw ValidationError("the address of the server has no query, no fragment and no account")
        }
        guard certificate == nil && clientCertificate == nil || url.scheme == "https" else {
            throw ValidationError("--certificate: the address of the server begins with https")
        }
        guard (clientCertificate == nil) == (clientKey == nil) else {
            throw ValidationError("--client-certificate and --client-key belong together")
        }
        for (name, seconds) in [("wait", wait), ("limit", limit)] where !(0...3600 ~= seconds) {
            throw ValidationError("--\(name): it is a number of seconds from 0 to 3600")
        }
        for value in token where !Self.tokenNames.contains(where: { value.hasPrefix($0 + "=") }) {
            throw ValidationError("--token: it is written as alice=TOKEN, for alice, bob, carol or back-end")
        }
        for value in header where value.firstMatch(of: #/^[!-9;-~]+: [^\r\n]*$/#) == nil {
            throw ValidationError("--header: it is written as 'Name: value'")
        }
        for text in only where !Rule.all.contains(where: { $0.matches(text) }) {
            throw ValidationError("--only: no rule has the text '\(text)'")
        }
    }

    var address: String {
        var address = server ?? ""
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }

    var selectedOptions: [String] { options.split(separator: ",").map(String.init) }

    /// All options that are offered, where that is known.
    var offeredOptions: [String]? { offered?.split(separator: ",").map(String.init) }

    /// The tokens that are given, by the names of their accounts.
    func tokens() throws(Stop) -> [String: String] {
        var tokens: [String: String] = [:]
        for name in Self.tokenNames {
            let variable = "CHECKSERVER_TOKEN_" + name.uppercased().replacing("-", with: "_")
            tokens[name] = ProcessInfo.processInfo.environment[variable]
        }
        for value in token {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts[1].hasPrefix("@") else {
                tokens[parts[0]] = parts[1]
                continue
            }
            let text = String(decoding: try Input(path: String(parts[1].dropFirst())).rest(), as: UTF8.self)
            tokens[parts[0]] = text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return tokens
    }

    /// Reads a file that an option names.
    ///
    /// - Throws: `Stop` with status 66 and the name of the file.
    static func read<Value>(_ file: String, _ value: ([UInt8]) throws -> Value) throws(Stop) -> Value {
        let bytes = try Input(path: file).rest()
        do { return try value(bytes) } catch {
            throw Stop("\(file) has not what its option says: \(error)", status: EX_NOINPUT)
        }
    }

    func headers(token: String?) -> [(name: String, value: String)] {
        let own = header.map { text in
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (name: parts[0], value: parts[1].trimmingCharacters(in: .whitespaces))
        }
        let replaces = own.contains { $0.value.contains("{token}") }
        return ((replaces ? [] : [("Authorization", "Bearer {token}")]) + own).compactMap { name, value in
            guard value.contains("{token}") else { return (name, value) }
            return token.map { (name, value.replacing("{token}", with: $0)) }
        }
    }

    /// Whether accounts have bearer tokens, of which some rules know what a wrong one looks like.
    var hasBearerTokens: Bool { !header.contains { $0.contains("{token}") } }
}
