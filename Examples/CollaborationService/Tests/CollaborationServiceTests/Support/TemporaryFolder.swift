import CollaborationServer
import Foundation
import Logging
import Testing

@testable import CollaborationService

/// A folder that is deleted with this value.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        // Without the folder each use of it fails.
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and returns its path.
    @discardableResult func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    /// Reads settings, with a database in this folder.
    func settings(
        _ arguments: [String] = [],
        _ environment: [String: String] = [:]
    ) async throws(StartError) -> Settings {
        let environment = [
            "DATABASE_URL": "sqlite:\(path)/test.sqlite", "HTTP_OPERATIONS_PORT": "0",
            "AUDIT_FILE": "\(path)/audit.log",
        ].merging(environment) { $1 }
        return try await Settings(SettingsReader(arguments, environment: environment))
    }

    /// Opens a database with such settings, and gives the collaborations in it.
    func open(_ kind: DatabaseKind = .sqlite) async throws -> (Settings, Database, Collaborations) {
        let settings = try await settings([], kind.settings)
        let store = try await Database.open(settings.database)
        return (settings, store, settings.collaborations(in: store))
    }

    /// The lines of the audit log in this folder, each of which is what the encoder makes of it.
    var acts: [AuditLine] {
        get throws {
            try Data(contentsOf: URL(filePath: path + "/audit.log")).split(separator: UInt8(ascii: "\n")).map {
                let line = try JSONDecoder().decode(AuditLine.self, from: $0)
                #expect(try Data(line.json.utf8) == JSONEncoder.sorted.encode(line))
                return line
            }
        }
    }

    /// Makes a server with such settings.
    func server(
        _ arguments: [String] = [],
        _ environment: [String: String] = [:],
        port: Int = 0,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) async throws -> Server {
        let settings = try await settings(["--http-port", "\(port)"] + arguments, environment)
        return Server(
            settings: settings,
            store: try await Database.open(settings.database),
            audit: try AuditLog(path: settings.auditFile),
            logger: logger
        )
    }

    /// The folder of the package, with its README.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    /// The settings that production mode needs.
    static let production = [
        "MODE": "production", "HTTP_PUBLIC_URL": "https://documents.example.com",
        "CHALLENGE_KEY": Data(1...32).base64EncodedString(),
        "ACCOUNTS_KEY": Data(2...33).base64EncodedString(),
        "BACKEND_TOKEN": Data(3...34).base64EncodedString(),
    ]
}
