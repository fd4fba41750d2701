import CollaborationCore
import CollaborationServer
import Foundation
import Logging

/// All settings of the service, each of them valid.
///
/// No description and no dump shows them, since some are secret.
struct Settings: Sendable, CustomStringConvertible, CustomReflectable {
    enum Mode: String, CaseIterable { case development, production }

    enum Database: Sendable {
        case sqlite(file: String)

        #if PostgreSQL
            case postgreSQL(String)
        #endif
        case etcd([String])
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

    /// The file of the audit log; nil for the standard output.
    let auditFile: String?
    let auditMayLose: Bool

    var description: String { "Settings" }
    var customMirror: Mirror { Mirror(self, children: []) }

    init(_ reader: SettingsReader) throws(StartError) {
        mode = try reader.choice(.mode)
        http = try HTTPSettings(reader, mode: mode)
        database = try Database(reader)
        rate = try reader.number(.rate, in: 0...1_000_000)
        maximumStartedCount = try reader.number(.maximumStarted, in: 1...1_000_000)
        logLevel = try reader.choice(.logLevel)
        let auditFile = try reader.required(.auditFile)
        self.auditFile = auditFile == "-" ? nil : auditFile
        auditMayLose = try reader.flag(.auditMayLose)
        options = try Self.options(reader, mode)

        let challengeKeys = try reader.keys(.challengeKey, mode)
        let accountKeys: [TokenKey]
        if let pem = try reader.text(.accountKey), pem.hasPrefix("-----") {
            guard mode == .production, let key = TokenKey(publicKeyPEM: pem) else {
                throw .configuration(
                    "accounts.key is not a P-256 key in PEM, or this is development mode, where the server issues tokens."
                )
            }
            // So that a token for another service is refused.
            _ = (try reader.required(.accountIssuer), try reader.required(.accountAudience))
            accountKeys = [key]
        } else {
            accountKeys = try reader.keys(.accountKey, mode).map(TokenKey.secret)
        }
        backendTokens = try reader.keys(.backendToken, mode)
        // Whoever may issue tokens could issue challenges too, and so on.
        let all = challengeKeys + accountKeys.compactMap(\.secretBytes) + backendTokens
        guard Set(all).count == all.count else {
            throw .configuration("challenge.key, accounts.key and backend.token have a key in common. Make another.")
        }
        accounts = AccountTokens(
            keys: accountKeys,
            issuer: try reader.text(.accountIssuer),
            audience: try reader.text(.accountAudience)
        )
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

    /// The share options of the file, or by default those that the page of the development mode shares with, or none.
    private static func options(_ reader: SettingsReader, _ mode: Mode) throws(StartError) -> CollaborationShareOptions
    {
        let none = Array(#"{"optionsGroups": []}"#.utf8)
        let data = try reader.file(.options) ?? Data(mode == .development ? PackageResources.options_json : none)
        do {
            return try JSONDecoder().decode(CollaborationShareOptions.self, from: data)
        } catch {
            throw .configuration("options is not the JSON file of share options: \(error)")
        }
    }
}

extension Settings {
    /// The collaborations of a store, with these settings.
    func collaborations(in store: some CollaborationStore) -> Collaborations {
        Collaborations(store: store, key: challengeKey, offering: options, configuration: collaborations)
    }
}

extension Settings.Database {
    init(_ reader: SettingsReader) throws(StartError) {
        let url = try reader.required(.database)
        let parts = url.split(separator: ":", maxSplits: 1).map(String.init)
        switch parts.first {
        case "sqlite" where parts.count == 2:
            guard !parts[1].hasPrefix("//") else {
                throw .configuration("database.url is not of the form sqlite:FILE.")
            }
            let folder = URL(filePath: parts[1]).deletingLastPathComponent()
            guard (try? folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
                throw .configuration("database.url names \"\(parts[1])\", which is not in a folder that exists.")
            }
            self = .sqlite(file: parts[1])
        case "etcd":
            let members = url.dropFirst("etcd://".count).components(separatedBy: ",")
            guard members.allSatisfy({ $0.wholeMatch(of: /[^\/:@]+:[0-9]+/) != nil }) else {
                throw .configuration("database.url is not of the form etcd://host:port,host:port.")
            }
            self = .etcd(members)
        case "postgresql", "postgres":
            #if PostgreSQL
                self = .postgreSQL(url)
            #else
                throw .configuration("This server was built without PostgreSQL. Build it with --traits PostgreSQL.")
            #endif
        default:
            throw .configuration("database.url begins with none of sqlite:, postgresql:// and etcd://.")
        }
    }
}
