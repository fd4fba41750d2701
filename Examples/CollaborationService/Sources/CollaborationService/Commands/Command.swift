import CollaborationCore
import CollaborationServer
import Foundation

/// What a person asks for on the command line.
enum Command: Equatable {
    /// Serves until SIGTERM or SIGINT.
    case serve(settings: [String])

    /// Prints a token for an account.
    case token(account: String, settings: [String])

    /// Prints a new key.
    case newKey

    /// Copies the SQLite database into a file.
    case backup(file: String, settings: [String])

    /// Makes the SQLite database of such a file.
    case restore(file: String, settings: [String])

    /// Ends the access of all but the owners, until each account proves an identity anew.
    case resetAccess(settings: [String])

    case help

    init(arguments: [String]) throws(StartError) {
        let rest = Array(arguments.dropFirst())
        func argument(_ meaning: String) throws(StartError) -> String {
            guard let value = rest.first, !value.isEmpty, !value.hasPrefix("--"),
                value.utf8.count <= JSONLimits.identifierByteCount
            else { throw .usage("\(arguments[0]) needs \(meaning) of at most 1024 bytes.") }
            return value
        }
        let settings = Array(rest.dropFirst())
        switch arguments.first {
        case _ where arguments.contains("--help") || arguments.contains("-h"): self = .help
        case "new-key" where rest.isEmpty: self = .newKey
        case "new-key": throw .usage("new-key has no arguments.")
        case "backup": self = .backup(file: try argument("the path of a file"), settings: settings)
        case "restore": self = .restore(file: try argument("the path of a file"), settings: settings)
        case "token": self = .token(account: try argument("the name of an account"), settings: settings)
        case "reset-access": self = .resetAccess(settings: rest)
        case "serve": self = .serve(settings: rest)
        default: self = .serve(settings: arguments)
        }
    }

    func run() async throws(StartError) {
        switch self {
        case .help: try Self.print(Self.usage)
        case .newKey: try Self.print(ChallengeKey().rawRepresentation.base64EncodedString())
        case .backup(let file, let settings): try await Self.backup(settings).write(to: file)
        case .restore(let file, let settings):
            try await Self.backup(settings).restore(from: file)
            try Self.print(Backup.meaningOfRestore)
        case .resetAccess(let arguments):
            try Self.print(try await AccessReset.run(try await Self.settings(arguments)))
        case .token(let account, let arguments):
            let accounts = try await Self.settings(arguments).accounts
            guard let token = try? accounts.issue(for: AccountIdentifier(account)) else {
                throw StartError("accounts.key is a public key. Whoever has the private key issues tokens.")
            }
            try Self.print(token)
        case .serve(let arguments):
            try await Server.run(try Settings(await SettingsReader(arguments: arguments)))
        }
    }

    /// The settings of a server that has been started before.
    private static func settings(_ arguments: [String]) async throws(StartError) -> Settings {
        try Settings(await SettingsReader(arguments: arguments), makesKeys: false)
    }

    /// Reads the setting of the database alone, since no key is needed.
    private static func backup(_ arguments: [String]) async throws(StartError) -> Backup {
        try Backup(Settings.Database(await SettingsReader(arguments: arguments)))
    }

    private static func print(_ text: String) throws(StartError) {
        guard StandardStream.output.write(text + "\n") else {
            throw StartError("The output could not be written.", status: .output)
        }
    }
}

/// Runs a command, and says in a sentence why it fails.
@main
enum Main {
    static func main() async {
        // Only the server's own account may read the files that it makes.
        umask(0o077)
        // A write to a pipe that nobody reads fails instead.
        signal(SIGPIPE, SIG_IGN)
        _ = PrometheusMetrics.start
        do throws(StartError) {
            try await Command(arguments: Array(CommandLine.arguments.dropFirst())).run()
        } catch {
            _ = StandardStream.error.write(LineLogHandler.onOneLine("\(error)") + "\n")
            exit(error.status.rawValue)
        }
    }
}
