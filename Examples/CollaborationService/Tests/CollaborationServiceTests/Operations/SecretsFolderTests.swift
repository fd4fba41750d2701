import Foundation
import Testing

@testable import CollaborationService

@Suite("Folder of secrets")
struct SecretsFolderTests {
    private let folder: TemporaryFolder
    private let secrets: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        secrets = try TemporaryFolder()
    }

    @Test("A settings file may name the folder of secrets, whose values override those of the file")
    func namedInFile() async throws {
        try secrets.write("8081\n", to: "http-port")
        let text = #"{"secrets": "\#(secrets.path)", "http": {"port": 8082}}"#
        let settings = try await folder.settings(["--config", try folder.write(text, to: "settings.json")])
        #expect(settings.http.port == 8081)
    }

    @Test("Secrets are read from links into a hidden folder, as Kubernetes mounts them")
    func links() async throws {
        let files = FileManager.default
        try files.createDirectory(atPath: "\(secrets.path)/..data", withIntermediateDirectories: false)
        try secrets.write("8081", to: "..data/http-port")
        try files.createSymbolicLink(
            atPath: "\(secrets.path)/http-port",
            withDestinationPath: "..data/http-port"
        )
        #expect(try await folder.settings(["--secrets", secrets.path]).http.port == 8081)
    }

    @Test(
        "A file in the folder of secrets that is not a setting is refused",
        arguments: ["challenge.key", "challenge_key", "CHALLENGE_KEY", "key", "config", "secrets"]
    )
    func unknown(name: String) async throws {
        try secrets.write("a", to: name)
        let sentence =
            "\"\(name)\" in the folder \"\(secrets.path)\" is not a setting."
            + " Its files have names such as challenge-key."
        await #expect(throws: StartError.configuration(sentence)) {
            _ = try await folder.settings(["--secrets", secrets.path])
        }
    }

    @Test("A secret that is not a text file that can be read is refused")
    func unreadable() async throws {
        try FileManager.default.createDirectory(
            atPath: "\(secrets.path)/challenge-key",
            withIntermediateDirectories: false
        )
        try Data([0xFF]).write(to: URL(filePath: "\(secrets.path)/accounts-secret"))
        for name in ["accounts-secret", "challenge-key"] {
            let error = StartError.configuration(
                "\"\(secrets.path)/\(name)\" is not a text file that can be read."
            )
            await #expect(throws: error) { _ = try await folder.settings(["--secrets", secrets.path]) }
            try FileManager.default.removeItem(atPath: "\(secrets.path)/\(name)")
        }
    }
}
