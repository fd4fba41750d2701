import CollaborationCore
import CollaborationServer
import Foundation
import NIOCore

/// Carries out what a person asks for on the command line, and says in a sentence why it fails.
@main
enum Command {
    static func main() async {
        // Half of the cores read and write, since Swift's threads, one for each core, answer the requests.
        NIOSingletons.groupLoopCountSuggestion = max(1, System.coreCount / 2)
        // Only the server's own account may read the files that it makes.
        umask(0o077)
        StandardStream.replaceClosed()
        // A write to a pipe that nobody reads fails instead.
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
        do throws(StartError) {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let lines = "\(error)".split(separator: "\n").map { LineLogHandler.escaped(String($0)) + "\n" }
            _ = StandardStream.error.write(lines.joined())
            exit(error.status.rawValue)
        }
    }

    static func run(_ arguments: [String]) async throws(StartError) {
        // Somebody else may have chosen a name that looks like a setting.
        let isAfterHyphens = arguments.dropFirst().first == "--"
        let rest = Array(arguments.dropFirst(isAfterHyphens ? 2 : 1))
        if !isAfterHyphens, arguments.contains("--help") || arguments.contains("-h") { return try print(usage) }
        func operate(_ count: Int, _ body: (Operator) async throws -> Void) async throws(StartError) {
            let settings = try await Settings(SettingsReader(rest.dropFirst(count)))
            try await Operator.run(settings, print: Self.print, body)
        }
        func argument(_ meaning: String) throws(StartError) -> String {
            guard let value = rest.first, !value.isEmpty, isAfterHyphens || !value.hasPrefix("--"),
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
            let time = AuditLine.now
            try Backup(Settings.Database(await SettingsReader(rest.dropFirst()))).write(to: file)
            try print("The time of this backup, for replay-removals, is \(time)")
        case "restore":
            let file = try argument("the path of a file")
            try Backup(Settings.Database(await SettingsReader(rest.dropFirst()))).restore(from: file)
            try print(Backup.meaningOfRestore)
        case "token":
            let name = try argument("the name of an account")
            let accounts = try await Settings(SettingsReader(rest.dropFirst())).accounts
            guard let token = try? accounts.issue(for: AccountIdentifier(name)) else {
                throw StartError("The keys are public. Whoever has the private ones issues tokens.")
            }
            try print(token)
        case "replay-removals":
            _ = try argument("the path of an audit log")
            var files = rest.prefix { !$0.hasPrefix("--") }
            let count = files.count
            // As the lines have it, or the beginning of that.
            let form = /((\d{4}-\d\d-\d\d)(T([01]\d|2[0-3])(:[0-5]\d(:[0-5]\d(\.\d{1,3})?)?)?)?)Z?/
            let found = count > 1 ? files.last?.wholeMatch(of: form) : nil
            let time = found.flatMap { Self.day($0.2) == nil ? nil : String($0.1) }
            if time != nil { files.removeLast() }
            try await operate(count) { try await $0.replayRemovals(Array(files), since: time) }
        case "collaborations": try await operate(0) { try await $0.listCollaborations() }
        case "accounts": try await operate(0) { try await $0.listAccounts() }
        case "show":
            let name = try argument("the name of a collaboration")
            try await operate(1) { try await $0.show(CollaborationIdentifier(name)) }
        case "remove-account":
            let name = try argument("the name of an account")
            try await operate(1) { try await $0.remove(AccountIdentifier(name)) }
        case "remove-identity":
            let hash = try argument("a root hash in base64")
            guard let bytes = Data(base64Encoded: hash), let identity = try? Person.Identity(rootHash: bytes) else {
                throw .usage("\"\(hash)\" is not a root hash, which has 32 bytes in base64.")
            }
            try await operate(1) { try await $0.remove(identity) }
        case "purge":
            guard rest.first == "--ended-before", rest.count > 1, let date = Self.day(rest[1])
            else { throw .usage("purge needs --ended-before with a date such as 2026-11-27.") }
            try await operate(2) { try await $0.purge(before: date) }
        case "reset-access": try await operate(0) { try await $0.resetAccess() }
        default:
            try await Server.run { () async throws(StartError) in
                try await Settings(SettingsReader(arguments.first == "serve" ? rest : arguments))
            }
        }
    }

    /// The beginning of a day such as `2026-11-27`; nil for one that no month has.
    private static func day(_ text: some StringProtocol) -> Date? {
        let date = try? Date("\(text)T00:00:00Z", strategy: .iso8601)
        return date?.formatted(.iso8601.year().month().day()) == String(text) ? date : nil
    }

    private static func print(_ text: String) throws(StartError) {
        guard StandardStream.output.write(text + "\n") else {
            throw StartError("The output could not be written.", status: .output)
        }
    }
}
