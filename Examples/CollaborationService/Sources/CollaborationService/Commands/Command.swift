import CollaborationCore
import CollaborationServer
import Foundation

/// What the server is asked to do on the command line.
enum Command: Equatable {
    /// Serves until SIGTERM or SIGINT.
    case serve(settings: [String])

    /// Prints a token for an account.
    case token(account: String, lifetime: Duration, settings: [String])

    /// Prints a new key.
    case newKey

    /// Copies the database into a file.
    case backup(file: String, settings: [String])

    /// Makes the database of such a file.
    case restore(file: String, settings: [String])

    case help

    init(arguments: [String]) throws(StartError) {
        if arguments.contains("--help") || arguments.contains("-h") {
            self = .help
            return
        }
        switch arguments.first {
        case "new-key" where arguments.count == 1: self = .newKey
        case "new-key": throw .usage("new-key has no arguments.")
        case "backup", "restore":
            guard arguments.count > 1, !arguments[1].isEmpty, !arguments[1].hasPrefix("--") else {
                throw .usage("\(arguments[0]) needs the path of a file.")
            }
            let settings = Array(arguments.dropFirst(2))
            self =
                arguments[0] == "backup"
                ? .backup(file: arguments[1], settings: settings)
                : .restore(file: arguments[1], settings: settings)
        case "token": self = try Self.token(Array(arguments.dropFirst()))
        case "serve": self = .serve(settings: Array(arguments.dropFirst()))
        default: self = .serve(settings: arguments)
        }
    }

    private static func token(_ arguments: [String]) throws(StartError) -> Self {
        guard let account = arguments.first, !account.hasPrefix("--"), !account.isEmpty else {
            throw .usage("token needs the name of an account: CollaborationService token alice")
        }
        guard account.utf8.count <= JSONLimits.identifierByteCount else {
            throw .usage("The name of the account has more than \(JSONLimits.identifierByteCount) bytes.")
        }
        var settings = Array(arguments.dropFirst())
        guard let index = settings.firstIndex(of: "--lifetime") else {
            return .token(account: account, lifetime: .seconds(86_400), settings: settings)
        }
        // A greater number than that of a hundred years is a mistake.
        guard index + 1 < settings.count, let seconds = Int(settings[index + 1]),
            (1...3_155_760_000).contains(seconds)
        else {
            throw .usage("--lifetime must be a number of seconds.")
        }
        settings.removeSubrange(index...index + 1)
        return .token(account: account, lifetime: .seconds(seconds), settings: settings)
    }

    /// Reads the settings of the database alone, since no key is needed.
    private static func backup(_ settings: [String]) throws(StartError) -> Backup {
        let reader = try SettingsSources.reader(arguments: settings)
        return try Backup(DatabaseSettings(reader, mode: reader.choice(.mode)))
    }

    func run() async throws(StartError) {
        switch self {
        case .help:
            print(Self.usage)
        case .newKey:
            print(ChallengeKey().rawRepresentation.base64EncodedString())
        case .backup(let file, let settings): try Self.backup(settings).write(to: file)
        case .restore(let file, let settings): try Self.backup(settings).restore(from: file)
        case .token(let account, let lifetime, let settings):
            let settings = try Settings(SettingsSources.reader(arguments: settings), makesKeys: false)
            do {
                let accounts = AccountTokens(settings.accounts)
                print(try accounts.issue(for: AccountIdentifier(account), lifetime: lifetime))
            } catch {
                throw StartError(
                    "accounts.public-key verifies tokens only. Whoever has the private key issues them."
                )
            }
        case .serve(let settings):
            try await Server.run(try Settings(SettingsSources.reader(arguments: settings)))
        }
    }
}

/// Runs a command, and says in a sentence why it cannot be run.
@main
enum Main {
    static func main() async {
        // Only the server's own account may read the files that it makes.
        umask(0o077)
        _ = ProcessMetrics.start
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(StartError) {
            try await Command(arguments: arguments).run()
        } catch {
            LogSettings.Format(arguments: arguments).print("\(error)", .critical, to: .standardError)
            exit(error.status.rawValue)
        }
    }
}
