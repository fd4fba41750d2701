import Foundation

@testable import CollaborationService

/// A folder that is deleted with this value.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
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
        let environment = ["DATABASE_PATH": "\(path)/test.sqlite"].merging(environment) { $1 }
        return try Settings(SettingsSources.reader(arguments: arguments, environment: environment))
    }
}
