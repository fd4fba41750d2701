import AsyncHTTPClient
import Foundation
import GRDB
import NIOSSL
import SQLiteCollaborationStore
import Testing

@testable import CollaborationService

/// The program, which a build on Linux leaves beside the tests.
private let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "CollaborationService")

@Suite("Program", .enabled(if: FileManager.default.isExecutableFile(atPath: program.path)), .timeLimit(.minutes(30)))
struct ProgramTests {
    private let folder = TemporaryFolder()

    @Test("The program says where it serves, logs as it is told, and ends with status 0 when it is told to stop")
    func serving() throws {
        let (process, output, log) = try start([
            "serve", "--http-port", "0", "--http-operations-port", "0", "--log-level", "debug",
        ])
        let operations = try line(of: output)
        #expect(operations.wholeMatch(of: #/Operations on http://127\.0\.0\.1:[1-9][0-9]*\n/#) != nil)
        let serving = try line(of: output)
        #expect(serving.wholeMatch(of: #/Serving on http://127\.0\.0\.1:[1-9][0-9]*\n/#) != nil)
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(try log.readToEnd()?.isEmpty == false)
    }

    @Test("The program prints its help, a new key and a token")
    func printing() async throws {
        #expect(try run(["--help"]) == (0, Command.usage + "\n", ""))
        let (status, key, _) = try run(["new-key"])
        #expect(status == 0)
        #expect(Data(base64Encoded: key.trimmingCharacters(in: .newlines))?.count == 32)
        let settings = try await folder.settings()
        let token = try run(["token", "bob", "--config", folder.write(configuration("test"), to: "config")])
        #expect(token.status == 0)
        #expect(try await settings.accounts.account(of: token.output.trimmingCharacters(in: .newlines)) == "bob")
    }

    @Test(
        "The program says why it fails, with the exit status of the reason",
        arguments: [
            (
                ["start"], [:], 64,
                #""start" is neither a command nor a setting, or is given twice. Try --help."#
            ),
            (["--http-port", "x"], [:], 78, "http.port must be a whole number from 0 to 65535."),
            // An address of no machine (RFC 5737), and no name.
            (
                ["--http-host", "192.0.2.1", "--http-operations-port", "0", "--log-level", "critical"],
                TemporaryFolder.production, 78, "The server cannot listen on 192.0.2.1:8080 or 127.0.0.1:0"
            ),
            (
                ["--http-host", "no.name.invalid", "--http-operations-port", "0", "--log-level", "critical"],
                TemporaryFolder.production, 78, "The server cannot listen on no.name.invalid:8080"
            ),
            ([], ["DATABASE_URL": "mysql:a"], 78, "database.url begins with none of"),
            ([], ["DATABASE_URL": "sqlite:/dev/null"], 1, "The database /dev/null cannot be opened: "),
            ([], ["DATABASE_URL": "etcd://127.0.0.1:1"], 1, "etcd at 127.0.0.1:1 cannot be reached: "),
        ] as [([String], [String: String], Int32, String)]
    ) func failure(arguments: [String], environment: [String: String], status: Int32, sentence: String) throws {
        let result = try run(arguments, environment)
        #expect(result.status == status)
        #expect(result.output.isEmpty)
        #expect(result.error.hasPrefix(sentence), "\(result.error)")
        #expect(result.error.hasSuffix("\n"))
    }

    @Test("Output that is lost gives status 74", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func lostOutput() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        for arguments in [["new-key"], ["--help"]] {
            let (process, _, _) = try start(arguments, output: full, error: full)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == 74)
        }
    }

    @Test(
        "A server that stops says the lines of the audit log that it could not write",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))
    )
    func unwrittenLines() async throws {
        let (process, output, log) = try start(
            ["--http-port", "0", "--http-operations-port", "0", "--audit-file", "/dev/full"],
            TemporaryFolder.production
        )
        let url = try line(of: output).dropLast().dropFirst("Operations on ".count)
        var request = HTTPClientRequest(url: url + "/collaborations/a/accounts/bob")
        request.method = .DELETE
        request.headers.add(name: "Authorization", value: "Bearer \(TemporaryFolder.production["BACKEND_TOKEN"] ?? "")")
        #expect(try await HTTPClient.shared.execute(request, timeout: .seconds(600)).status == .serviceUnavailable)
        process.terminate()
        let text = String(decoding: try log.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.contains(#"\"kind\":\"accountRemoved\""#), "\(text)")
    }

    @Test("The program ends at once when its standard output is closed, and writes nothing into another file")
    func closedOutput() throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", #"exec "$0" new-key >&-"#, program.path]
        shell.standardError = Pipe()
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 74)
    }

    @Test("The program carries out an operator's commands, and prints a line for each thing")
    func operating() async throws {
        let commands = [
            ["collaborations"], ["accounts"], ["remove-account", "bob"], ["purge", "--ended-before", "2026-11-27"],
            ["remove-identity", Data(1...32).base64EncodedString()], ["remove-account", "--", "--help"],
        ]
        for command in commands + [["reset-access"]] {
            let (status, output, error) = try run(command)
            #expect(status == 1 && output.isEmpty && error.hasPrefix("There is no database "), "\(command)")
        }
        try await SQLiteCollaborationStore(path: folder.path + "/collaboration-service.sqlite").close()
        for command in commands { #expect(try run(command) == (0, "", ""), "\(command)") }
        let error = "Nothing is stored about this collaboration.\n"
        #expect(try run(["show", "doc-42"]) == (1, "", error))
    }

    @Test("A replay takes several logs and a time in the form of their lines, and nothing else for a time")
    func replay() async throws {
        try await SQLiteCollaborationStore(path: folder.path + "/collaboration-service.sqlite").close()
        let log = try folder.write("Serving\n", to: "one.log")
        let done = "The removals of 0 lines were given again. 2 lines are none of an audit log.\n"
        for time in ["2026-11-27", "2026-11-27T23:48:54.123Z", "2026-11-27T23:48:54Z", "2026-11-27T23"] {
            #expect(try run(["replay-removals", log, log, time]) == (0, done, ""), "\(time)")
        }
        for time in ["yesterday", "2026-02-29", "2026-11-27T24", "2026-11-27T23:48:54+13:00", "20261127T09"] {
            let result = try run(["replay-removals", log, time])
            #expect(result.status == 64 && result.error.hasPrefix("\"\(time)\" is not a file"), "\(time)")
        }
    }

    @Test("SIGHUP reads keys and the certificate anew without a lost request, and SIGUSR1 and SIGUSR2 do nothing")
    func reload() async throws {
        let secrets = TemporaryFolder()
        for (name, value) in TemporaryFolder.production where name.hasSuffix("KEY") || name.hasSuffix("TOKEN") {
            try secrets.write(value, to: name.lowercased().replacing("_", with: "-"))
        }
        let (one, other) = (try TestCertificate(), try TestCertificate())
        let certificate = try folder.write(one.pem, to: "certificate")
        let settings = ["MODE": "production", "HTTP_PUBLIC_URL": "https://a.example", "SECRETS": secrets.path]
        let (process, output, _) = try start(
            ["--http-port", "0", "--http-operations-port", "0", "--http-certificate", certificate],
            settings
        )
        let url = try line(of: output).split(separator: " ").last?.dropLast() ?? ""
        _ = try line(of: output)
        /// Asks on a new connection; nil for another certificate.
        func status(_ token: String, trusting certificate: TestCertificate) async throws -> Int? {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificate.utf8)))
            tls.certificateVerification = .noHostnameVerification
            let client = HTTPClient(configuration: .init(tlsConfiguration: tls))
            var request = HTTPClientRequest(url: "\(url)/collaborations/a/accounts/b")
            request.headers.add(name: "Authorization", value: "Bearer \(token)")
            let answer = try? await client.execute(request, timeout: .seconds(600))
            try await client.shutdown()
            return answer.map { Int($0.status.code) }
        }
        let (old, new) = (try #require(TemporaryFolder.production["BACKEND_TOKEN"]), Data(9...40).base64EncodedString())
        #expect(try await status(old, trusting: one) == 200)
        #expect(try await status(new, trusting: one) == 401)
        #expect(try await status(old, trusting: other) == nil)
        try secrets.write("\(new),\(old)", to: "backend-token")
        try folder.write(other.pem, to: "certificate")
        for signal in [SIGUSR1, SIGUSR2, SIGHUP] { kill(process.processIdentifier, signal) }
        while try await status(new, trusting: other) != 200 {
            let statuses = [try await status(old, trusting: one), try await status(old, trusting: other)]
            // It may have been exchanged between the two.
            #expect(statuses.contains(200))
        }
        // Wrong settings change nothing.
        try folder.write("x", to: "certificate")
        kill(process.processIdentifier, SIGHUP)
        for token in [old, new] { #expect(try await status(token, trusting: other) == 200) }
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    @Test("A SIGHUP while the program waits for its database is not lost")
    func earlyReload() async throws {
        let (file, secrets) = (folder.path + "/collaboration-service.sqlite", TemporaryFolder())
        try secrets.write(Data(8...39).base64EncodedString(), to: "backend-token")
        var settings = TemporaryFolder.production
        (settings["BACKEND_TOKEN"], settings["SECRETS"]) = (nil, secrets.path)
        let new = Data(9...40).base64EncodedString()
        let (process, output, _) = try await DatabaseQueue(path: file).writeWithoutTransaction { [settings] database in
            try database.execute(sql: "BEGIN EXCLUSIVE")
            defer { try? database.execute(sql: "ROLLBACK") }
            let program = try start(["--http-port", "0", "--http-operations-port", "0"], settings)
            let (files, path) = (FileManager.default, "/proc/\(program.0.processIdentifier)/fd/")
            // It opens the database when it has read its settings.
            func isOpen(_ name: String) -> Bool { (try? files.destinationOfSymbolicLink(atPath: path + name)) == file }
            while try !files.contentsOfDirectory(atPath: path).contains(where: isOpen) {}
            try secrets.write(new, to: "backend-token")
            kill(program.0.processIdentifier, SIGHUP)
            return program
        }
        let url = try line(of: output).dropLast().dropFirst("Operations on ".count)
        var request = HTTPClientRequest(url: url + "/collaborations/a/accounts/b")
        request.headers.add(name: "Authorization", value: "Bearer \(new)")
        while try await HTTPClient.shared.execute(request, timeout: .seconds(600)).status != .ok {}
        process.terminate()
    }

    @Test("A backup of a running server restores an empty database, says what that means, and overwrites nothing")
    func backup() throws {
        let (process, output, _) = try start(["--http-port", "0", "--http-operations-port", "0"])
        for _ in 0..<2 { _ = try line(of: output) }
        let other = try folder.write(configuration("restored"), to: "other.json")
        let backup = try run(["backup", "copy.sqlite"])
        #expect(backup.status == 0 && backup.output.hasPrefix("The time of this backup, for replay-removals, is 20"))
        for file in ["copy.sqlite", "/dev/full"] { #expect(try run(["backup", file]).status == 1) }
        #expect(try run(["restore", "copy.sqlite"]).status == 1)
        let restored = try run(["restore", "copy.sqlite", "--config", other])
        #expect(restored == (0, Backup.meaningOfRestore + "\n", ""))
        #expect(try run(["backup"]).status == 64)
        process.terminate()
        process.waitUntilExit()
        // The log of the database may stay.
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
            .subtracting(["collaboration-service.sqlite-wal", "collaboration-service.sqlite-shm"])
        #expect(files == ["collaboration-service.sqlite", "copy.sqlite", "other.json", "restored.sqlite"])
    }

    /// A file of settings with a database in the folder.
    private func configuration(_ name: String) -> String {
        #"{"database.url": "sqlite:\#(folder.path)/\#(name).sqlite"}"#
    }

    private func line(of output: FileHandle) throws -> String {
        var line = Data()
        while line.last != UInt8(ascii: "\n"), let byte = try output.read(upToCount: 1), !byte.isEmpty { line += byte }
        return String(decoding: line, as: UTF8.self)
    }

    /// Runs the program to its end.
    private func run(
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String, error: String) {
        let (process, output, error) = try start(arguments, environment)
        let texts = try [output, error].map { String(decoding: try $0.readToEnd() ?? Data(), as: UTF8.self) }
        process.waitUntilExit()
        return (process.terminationStatus, texts[0], texts[1])
    }

    /// Starts the program in a folder of its own, without settings from the environment.
    private func start(
        _ arguments: [String],
        _ environment: [String: String] = [:],
        output: FileHandle? = nil,
        error: FileHandle? = nil
    ) throws -> (Process, output: FileHandle, error: FileHandle) {
        let process = Process()
        let pipes = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        let variables = Set(Setting.all.map(\.variable))
        process.environment = ProcessInfo.processInfo.environment.filter { !variables.contains($0.key) }
            .merging(environment) { $1 }
        process.standardOutput = output ?? pipes.0
        process.standardError = error ?? pipes.1
        try process.run()
        return (process, pipes.0.fileHandleForReading, pipes.1.fileHandleForReading)
    }
}
