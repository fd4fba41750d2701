import CollaborationCore
import CollaborationServer
import Foundation

/// What a person asks for on the command line.
enum Command: Equatable {
    /// Serves until SIGTERM or SIGINT.
    case serve(settings: [String])

    /// Prints a token for an account.
    case token(account: String, lifetime: Duration, settings: [String])

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
        let (name, rest) = (arguments.first, Array(arguments.dropFirst()))
        if arguments.contains("--help") || arguments.contains("-h") {
            self = .help
            return
        }
        switch name {
        case "new-key" where rest.isEmpty: self = .newKey
        case "new-key": throw .usage("new-key has no arguments.")
        case "backup", "restore":
            guard let file = rest.first, !file.isEmpty, !file.hasPrefix("--") else {
                throw .usage("\(name ?? "") needs the path of a file.")
            }
            let settings = Array(rest.dropFirst())
            self =
                name == "backup"
                ? .backup(file: file, settings: settings) : .restore(file: file, settings: settings)
        case "reset-access": self = .resetAccess(settings: rest)
        case "token": self = try Self.token(rest)
        case "serve": self = .serve(settings: rest)
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

    func run() async throws(StartError) {
        switch self {
        case .help: try Self.print(Self.usage)
        case .newKey: try Self.print(ChallengeKey().rawRepresentation.base64EncodedString())
        case .backup(let file, let settings): try await Backup(settings).write(to: file)
        case .restore(let file, let settings):
            try await Backup(settings).restore(from: file)
            try Self.print(Backup.meaningOfRestore)
        case .resetAccess(let settings):
            try Self.print(
                try await AccessReset.run(
                    try await Settings(SettingsReader(arguments: settings), makesKeys: false)
                )
            )
        case .token(let account, let lifetime, let settings):
            let settings = try Settings(await SettingsReader(arguments: settings), makesKeys: false)
            let token: String
            do {
                token = try settings.accounts.issue(for: AccountIdentifier(account), lifetime: lifetime)
            } catch {
                throw StartError("accounts.key is a public key. Whoever has the private key issues tokens.")
            }
            try Self.print(token)
        case .serve(let settings):
            try await Server.run(try Settings(await SettingsReader(arguments: settings)))
        }
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
        _ = ProcessMetrics.start
        do throws(StartError) {
            try await Command(arguments: Array(CommandLine.arguments.dropFirst())).run()
        } catch {
            _ = StandardStream.error.write(LineLogHandler.onOneLine("\(error)") + "\n")
            exit(error.status.rawValue)
        }
    }
}
