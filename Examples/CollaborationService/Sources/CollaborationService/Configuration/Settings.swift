import CollaborationCore
import CollaborationServer
import EtcdCollaborationStore
import Foundation
import Logging
import OperatedStore
import SQLiteCollaborationStore

#if PostgreSQL
    import PostgreSQLCollaborationStore
#endif

/// All settings of the service, each of them valid.
///
/// No description and no dump shows them, since some are secret.
struct Settings: Sendable, CustomStringConvertible, CustomReflectable {
    enum Mode: String, CaseIterable { case development, production }

    struct Database: Sendable {
        /// The file of SQLite; nil for other databases.
        var file: String?
        let open: @Sendable () async throws -> any OperatedStore
    }

    let mode: Mode
    let database: Database
    let http: HTTPSettings
    let challengeKey: ChallengeKey
    let collaborations: Collaborations.Configuration
    let accounts: AccountTokens
    let backendTokens: [[UInt8]]
    let options: CollaborationShareOptions

    /// Requests per second of one account; 0 for no limit.
    let rate: Int

    /// The greatest number of collaborations in the share of an account.
    let maximumStartedCount: Int
    let logLevel: Logger.Level
    let auditFile: String
    let auditMayLose: Bool

    var description: String { "Settings" }
    var customMirror: Mirror { Mirror(self, children: []) }

    init(_ reader: SettingsReader) async throws(StartError) {
        mode = try reader.choice(.mode)
        http = try HTTPSettings(reader, mode: mode)
        database = try Database(reader)
        rate = try reader.number(.rate, in: 0...1_000_000)
        maximumStartedCount = try reader.number(.maximumStarted, in: 1...1_000_000)
        logLevel = try reader.choice(.logLevel)
        auditFile = try reader.required(.auditFile)
        auditMayLose = try reader.flag(.auditMayLose)
        // By default those that the page of the development mode shares with, or none.
        let none = Array(#"{"optionsGroups": []}"#.utf8)
        let file = try reader.file(.options) ?? Data(mode == .development ? PackageResources.options_json : none)
        do {
            options = try JSONDecoder().decode(CollaborationShareOptions.self, from: file)
        } catch {
            throw .configuration("options is not the JSON file of share options: \(error)")
        }

        let challengeKeys = try reader.keys(.challengeKey, mode)
        backendTokens = try reader.keys(.backendToken, mode)
        let accountSecrets = try reader.text(.accountPublicKeys) == nil ? reader.keys(.accountKey, mode) : []
        // Whoever may issue tokens could issue challenges too, and so on.
        let all = challengeKeys + accountSecrets + backendTokens
        guard Set(all).count == all.count else {
            throw .configuration("challenge.key, accounts.key and backend.token have a key in common. Make another.")
        }
        accounts = try await Self.accounts(reader, secrets: accountSecrets, mode)
        let lifetime = try reader.number(.challengeLifetime, in: 1...86_400)
        do {
            challengeKey = try ChallengeKey(bytes: challengeKeys[0])
            collaborations = try Collaborations.Configuration(
                formerKeys: challengeKeys.dropFirst().map { try ChallengeKey(bytes: $0) },
                lifetime: .seconds(lifetime),
                clockTolerance: DatabaseCheck.clockTolerance
            )
        } catch {
            throw .configuration("The settings of challenges are wrong: \(error).")
        }
    }
}

extension Settings {
    func collaborations(in store: some CollaborationStore) -> Collaborations {
        Collaborations(store: store, key: challengeKey, offering: options, configuration: collaborations)
    }

    func keys(for store: some CollaborationStore) -> Keys {
        Keys(collaborations: collaborations(in: store), backend: BackendTokens(backendTokens))
    }

    /// Verifies the tokens of accounts as the settings say, with the secrets if no public keys are set.
    private static func accounts(
        _ reader: SettingsReader,
        secrets: [[UInt8]],
        _ mode: Mode
    ) async throws(StartError) -> AccountTokens {
        var rules = TokenRules(accountClaim: try reader.required(.accountClaim))
        for (claim, setting) in [("iss", Setting.accountIssuer), ("aud", .accountAudience)] {
            if let value = try reader.text(setting) { rules.required.append((claim, value)) }
        }
        for text in try reader.list(.accountClaims) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw .configuration("accounts.required-claims has \"\(text)\", which is not of the form NAME=VALUE.")
            }
            rules.required.append((parts[0], parts[1]))
        }
        var keys: [TokenKey] = []
        // A secret of this length makes a key.
        for secret in secrets { if let key = try? await TokenKey(secret: secret) { keys.append(key) } }
        let sources = try reader.list(.accountPublicKeys)
        guard let first = sources.first else { return AccountTokens(keys: keys, rules: rules) }
        guard mode == .production, try reader.text(.accountKey) == nil else {
            throw .configuration("accounts.public-keys is for production alone, and in place of accounts.key.")
        }
        // So that a token for another service is refused.
        _ = try reader.required(.accountIssuer)
        guard rules.required.count > 1 else {
            throw .configuration("accounts.audience is missing, or another of accounts.required-claims.")
        }
        if sources.count == 1, let keySet = KeySetURL(first) {
            return AccountTokens(keys: [], keySet: keySet, rules: rules)
        }
        for source in sources {
            let file = await TokenKey.publicKeys(in: (try? Data(contentsOf: URL(filePath: source))) ?? Data())
            guard !file.isEmpty else {
                throw .configuration(
                    "accounts.public-keys has \"\(source)\", which is neither an https URL nor a file with keys for RS256,"
                        + " PS256, ES256 or EdDSA, as JWKS or in PEM."
                )
            }
            keys += file
        }
        return AccountTokens(keys: keys, rules: rules)
    }
}

extension Settings.Database {
    init(_ reader: SettingsReader) throws(StartError) {
        let url = try reader.required(.database)
        let parts = url.split(separator: ":", maxSplits: 1).map(String.init)
        switch parts.first {
        case "sqlite" where parts.count == 2:
            // SQLite takes the latter two for something else than a path.
            guard !["//", "file:", ":memory:"].contains(where: parts[1].hasPrefix) else {
                throw .configuration("database.url is not of the form sqlite:FILE.")
            }
            let folder = URL(filePath: parts[1]).deletingLastPathComponent()
            guard (try? folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
                throw .configuration("database.url names \"\(parts[1])\", which is not in a folder that exists.")
            }
            self.init(file: parts[1]) { try await SQLiteCollaborationStore(path: parts[1]) }
        case "etcd", "etcds":
            do throws(EtcdError) {
                let cluster = try EtcdCluster(url: url)
                self.init { try await EtcdCollaborationStore(cluster) }
            } catch {
                throw .configuration("database.url is wrong. \(error)")
            }
        case "postgresql", "postgres":
            #if PostgreSQL
                self.init { try await PostgreSQLCollaborationStore(url) }
            #else
                throw .configuration("This server was built without PostgreSQL. Build it with --traits PostgreSQL.")
            #endif
        default:
            throw .configuration("database.url begins with none of sqlite:, postgresql://, etcd:// and etcds://.")
        }
    }
}
