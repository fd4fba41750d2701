import CollaborationCore
import Foundation
import Testing

@testable import CollaborationService

/// The program, which a build on Linux leaves beside the tests.
private let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "CollaborationService")

@Suite(
    "Program",
    .enabled(if: FileManager.default.isExecutableFile(atPath: program.path)),
    .timeLimit(.minutes(30))
)
struct ProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "The program says where it serves, logs as it is told, and ends with status 0 when it is told to stop"
    )
    func serving() throws {
        let (process, output, log) = try start([
            "--http-port", "0", "--log-level", "debug", "--log-format", "json",
        ])
        var line = Data()
        while line.last != UInt8(ascii: "\n"), let byte = try output.read(upToCount: 1) { line += byte }
        let text = try StrictJSONDecoder().decode([String: String].self, from: line)["message"]
        #expect(text?.wholeMatch(of: #/Serving on http://127\.0\.0\.1:[1-9][0-9]*/#) != nil)
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        let lines = (try log.readToEnd() ?? Data()).split(separator: UInt8(ascii: "\n"))
        #expect(!lines.isEmpty)
        for line in lines { _ = try StrictJSONDecoder().decode([String: String].self, from: line) }
    }

    @Test("The program prints its help, a new key and a token")
    func printing() async throws {
        #expect(try run(["--help"]) == (0, Command.usage + "\n", ""))
        let (status, key, _) = try run(["new-key"])
        #expect(status == 0)
        #expect(try Setting.challengeKey.keyBytes(key).count == 32)
        let settings = try await folder.settings()
        let token = try run(["token", "bob", "--lifetime", "60"])
        #expect(token.status == 0)
        let accounts = AccountTokens(settings.accounts)
        #expect(try accounts.account(of: token.output.trimmingCharacters(in: .newlines)) == "bob")
    }

    @Test(
        "The program says why it cannot start, with the exit status of the reason",
        arguments: [
            (["start"], 64, #""start" is neither a command nor a setting. Try --help."#),
            (["--http-port", "x"], 78, #"http.port is "x": it must be a whole number from 0 to 65535."#),
            (["--database-path", "/dev/null"], 1, "The database /dev/null cannot be opened: "),
        ] as [([String], Int32, String)]
    )
    func failure(arguments: [String], status: Int32, sentence: String) throws {
        let result = try run(arguments)
        #expect(result.status == status)
        #expect(result.output.isEmpty)
        #expect(result.error.hasPrefix(sentence))
        #expect(result.error.hasSuffix("\n"))
    }

    @Test("With logs in JSON the program says in JSON why it cannot start")
    func failureInJSON() throws {
        for arguments in [
            ["--log-format", "json", "--http-port", "x"], ["serve", "--log-format=json", "--mode", "x"],
            ["--log-format", "json", "--database-path", "/dev/null"],
        ] {
            let result = try run(arguments)
            #expect(result.status != 0)
            let object = try StrictJSONDecoder().decode([String: String].self, from: result.error.utf8)
            #expect(object["level"] == "critical" && object["message"]?.isEmpty == false)
        }
    }

    @Test(
        "A backup of a running server restores an empty database, and a backup or restore overwrites nothing"
    )
    func backup() throws {
        let (process, output, _) = try start(["--http-port", "0"])
        _ = try output.read(upToCount: 1)
        #expect(try run(["backup", "copy.sqlite"]) == (0, "", ""))
        #expect(try run(["backup", "copy.sqlite"]).status == 1)
        #expect(try run(["restore", "copy.sqlite"]).status == 1)
        #expect(try run(["restore", "copy.sqlite", "--database-path", "restored.sqlite"]) == (0, "", ""))
        #expect(try run(["restore", "nowhere", "--database-path", "other.sqlite"]).status == 1)
        #expect(try run(["backup"]).status == 64)
        process.terminate()
        process.waitUntilExit()
        // The log of the database may stay.
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
            .subtracting(["collaboration-service.sqlite-wal", "collaboration-service.sqlite-shm"])
        #expect(
            files == [
                "collaboration-service-keys.json", "collaboration-service.sqlite", "copy.sqlite", "restored.sqlite",
            ]
        )
    }

    /// Runs the program to its end.
    private func run(_ arguments: [String]) throws -> (status: Int32, output: String, error: String) {
        let (process, output, error) = try start(arguments)
        let texts = try [output, error].map { String(decoding: try $0.readToEnd() ?? Data(), as: UTF8.self) }
        process.waitUntilExit()
        return (process.terminationStatus, texts[0], texts[1])
    }

    /// Starts the program in a folder of its own, without settings from the environment.
    private func start(_ arguments: [String]) throws -> (Process, output: FileHandle, error: FileHandle) {
        let process = Process()
        let (output, error) = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        let variables = Set(Setting.allCases.map(\.variable))
        process.environment = ProcessInfo.processInfo.environment.filter { !variables.contains($0.key) }
        (process.standardOutput, process.standardError) = (output, error)
        try process.run()
        return (process, output.fileHandleForReading, error.fileHandleForReading)
    }
}
