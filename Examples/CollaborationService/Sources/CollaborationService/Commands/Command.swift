import CollaborationCore
import CollaborationServer
import Foundation

/// Carries out what a person asks for on the command line, and says in a sentence why it fails.
@main
enum Command {
    static func main() async {
        // Only the server's own account may read the files that it makes.
        umask(0o077)
        StandardStream.replaceClosed()
        // A write to a pipe that nobody reads fails instead.
        signal(SIGPIPE, SIG_IGN)
        do throws(StartError) {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            _ = StandardStream.error.write(LineLogHandler.escaped("\(error)") + "\n")
            exit(error.status.rawValue)
        }
    }

    static func run(_ arguments: [String]) async throws(StartError) {
        if arguments.contains("--help") || arguments.contains("-h") { return try print(usage) }
        let rest = Array(arguments.dropFirst())
        func argument(_ meaning: String) throws(StartError) -> String {
            guard let value = rest.first, !value.isEmpty, !value.hasPrefix("--"),
                value.utf8.count <= JSONLimits.identifierByteCount
            else { throw .usage("\(arguments[0]) needs \(meaning) of at most 1024 bytes.") }
            return value
        }
        switch arguments.first {
        case "new-key":
            guard rest.isEmpty else { throw .usage("new-key has no arguments.") }
            try print(ChallengeKey().rawRepresentation.base64EncodedString())
        case "backup":
            let file = try argument("the path of a file")
            // Only the setting of the database is read, since no key is needed.
            try Backup(Settings.Database(await SettingsReader(rest.dropFirst()))).write(to: file)
        case "restore":
            let file = try argument("the path of a file")
            try Backup(Settings.Database(await SettingsReader(rest.dropFirst()))).restore(from: file)
            try print(Backup.meaningOfRestore)
        case "token":
            let name = try argument("the name of an account")
            let accounts = try Settings(await SettingsReader(rest.dropFirst())).accounts
            guard let token = try? accounts.issue(for: AccountIdentifier(name)) else {
                throw StartError("accounts.key is a public key. Whoever has the private key issues tokens.")
            }
            try print(token)
        case "replay-removals":
            let file = try argument("the path of an audit log")
            // A time is no setting.
            let hasTime = rest.count > 1 && !rest[1].hasPrefix("--")
            let settings = try Settings(await SettingsReader(rest.dropFirst(hasTime ? 2 : 1)))
            try print(try await RemovalReplay.run(file, since: hasTime ? rest[1] : nil, settings))
        case "reset-access":
            try print(try await AccessReset.run(try Settings(await SettingsReader(rest))))
        default:
            try await Server.run(try Settings(await SettingsReader(arguments.first == "serve" ? rest : arguments)))
        }
    }

    private static func print(_ text: String) throws(StartError) {
        guard StandardStream.output.write(text + "\n") else {
            throw StartError("The output could not be written.", status: .output)
        }
    }
}
