import CollaborationServer
import Foundation
import Testing

@testable import DocumentServer

@Suite("Settings")
struct SettingsTests {
    private static let key = Data(repeating: 1, count: 32).base64EncodedString()
    private static let production = [
        "MODE": "production", "CHALLENGE_KEY": key, "ACCOUNTS_SECRET": key,
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Without any settings the server is in development mode, on port 8080 of this machine, with SQLite")
    func defaults() async throws {
        let settings = try await folder.settings()
        #expect(settings.mode == .development)
        #expect(settings.http.host == "127.0.0.1")
        #expect(settings.http.port == 8080)
        #expect(settings.database.url == nil)
        #expect(settings.challenges.authority.lifetime == .seconds(120))
    }

    @Test(
        "An argument goes before the environment, which goes before a file with a secret, then the JSON file"
    )
    func order() async throws {
        let file = try folder.write(
            #"{"http": {"port": 1, "idle-timeout": 2}, "limits.account-rate": 0.5, "log": {"level": "error"}}"#,
            to: "settings.json"
        )
        let secrets = try TemporaryFolder()
        try secrets.write("debug\n", to: "log-level")
        let settings = try await folder.settings(
            ["--http-port", "3", "--config=\(file)", "--secrets", secrets.path],
            ["HTTP_PORT": "4", "HTTP_REQUEST_TIMEOUT": "5"]
        )
        #expect(settings.http.port == 3)
        #expect(settings.http.requestTimeout == .seconds(5))
        #expect(settings.http.idleTimeout == .seconds(2))
        #expect(settings.limits.account.perSecond == 0.5)
        #expect(settings.log.level == .debug)
    }

    @Test(
        "A wrong setting is refused with a sentence that names it",
        arguments: [
            ("HTTP_PORT", "8o", #"http.port is "8o": it must be a whole number from 0 to 65535."#),
            ("HTTP_PORT", "65536", #"http.port is "65536": it must be a whole number from 0 to 65535."#),
            ("HTTP_PORT", "", "http.port is empty."),
            ("MODE", "test", #"mode is "test": it must be one of development, production."#),
            ("HTTP_BEHIND_PROXY", "perhaps", #"http.behind-proxy is "perhaps": it must be true or false."#),
            (
                "LIMITS_ACCOUNT_RATE", "-1",
                #"limits.account-rate is "-1": it must be a number from 0.0 to 1000000.0."#
            ),
            (
                "LIMITS_ACCOUNT_RATE", "nan",
                #"limits.account-rate is "nan": it must be a number from 0.0 to 1000000.0."#
            ),
            (
                "CHALLENGE_LIFETIME", "0",
                #"challenge.lifetime is "0": it must be a whole number from 1 to 86400."#
            ),
            ("CHALLENGE_KEY", "AAAA", "challenge.key has 3 bytes, and at least 32 are needed."),
            ("CHALLENGE_KEY", "?", "challenge.key is not base64. DocumentServer new-key makes a key."),
            (
                "CHALLENGE_KEY", Data(count: 32).base64EncodedString(),
                "challenge.key consists of zeros. DocumentServer new-key makes a key."
            ),
            (
                "CHALLENGE_FORMER_KEYS", "\(key),AAAA",
                "challenge.former-keys has 3 bytes, and at least 32 are needed."
            ),
            ("ACCOUNTS_SECRET", "AAAA", "accounts.secret has 3 bytes, and at least 32 are needed."),
            (
                "ACCOUNTS_FORMER_SECRETS", "?",
                "accounts.former-secrets is not base64. DocumentServer new-key makes a secret."
            ),
            (
                "ACCOUNTS_PUBLIC_KEY", "/nowhere",
                #"accounts.public-key is "/nowhere": it is not a file that can be read."#
            ),
            (
                "HTTP_CERTIFICATE", "/nowhere",
                #"http.certificate is "/nowhere": it is not a file that can be read."#
            ),
            (
                "HTTP_PUBLIC_URL", "a.example",
                #"http.public-url is "a.example": it must be a URL such as https://example.com."#
            ),
            ("CONFIG", "/nowhere", #"config is "/nowhere": it is not a file that can be read."#),
            ("SECRETS", "/nowhere", #"secrets is "/nowhere": it is not a folder that can be read."#),
        ]
    )
    func wrongValue(variable: String, value: String, sentence: String) async throws {
        await #expect(throws: StartError.configuration(sentence)) {
            _ = try await folder.settings([], [variable: value])
        }
    }

    @Test(
        "An argument that is no setting, or that is a secret, is refused",
        arguments: [
            (["--http-prt", "1"], "--http-prt is not a setting. Try --help."),
            (["start"], #""start" is neither a command nor a setting. Try --help."#),
            (["--http-port", "1", "2"], #""2" is neither a command nor a setting. Try --help."#),
            (
                ["--challenge-key=a"],
                "challenge.key is a secret, and every process can read arguments."
                    + " Set CHALLENGE_KEY in the environment or use a file."
            ),
        ]
    )
    func wrongArgument(arguments: [String], sentence: String) async throws {
        await #expect(throws: StartError.usage(sentence)) { _ = try await folder.settings(arguments) }
    }

    @Test(
        "A configuration file with another name, or that is no JSON object, is refused",
        arguments: [
            (#"{"http": {"prt": 1}}"#, #"http.prt in the file "PATH" is not a setting."#),
            ("[]", #"config is "PATH": it is not a file with a JSON object."#),
            ("{", #"config is "PATH": it is not a file with a JSON object."#),
            (#"{"http": {"port": "x"}}"#, #"http.port is "x": it must be a whole number from 0 to 65535."#),
        ]
    )
    func wrongFile(text: String, sentence: String) async throws {
        let path = try folder.write(text, to: "settings.json")
        await #expect(throws: StartError.configuration(sentence.replacing("PATH", with: path))) {
            _ = try await folder.settings(["--config", path])
        }
    }

    @Test("In development mode only an address of this machine is listened on")
    func loopback() async throws {
        await #expect(throws: StartError.self) { _ = try await folder.settings(["--http-host", "0.0.0.0"]) }
        for host in ["127.0.0.1", "::1", "localhost"] {
            #expect(try await folder.settings(["--http-host", host]).http.host == host)
        }
        let environment = Self.production.merging(["HTTP_HOST": "0.0.0.0"]) { $1 }
        #expect(try await folder.settings([], environment).http.host == "0.0.0.0")
    }

    @Test("A server in development mode does not start behind a proxy")
    func developmentBehindProxy() async throws {
        let arguments = ["--http-behind-proxy", "true"]
        await #expect(throws: StartError.self) { _ = try await folder.settings(arguments) }
        #expect(try await folder.settings(arguments, Self.production).http.isBehindProxy)
    }

    @Test("In production mode the keys must be set", arguments: production.keys.filter { $0 != "MODE" })
    func missingKey(missing: String) async throws {
        _ = try await folder.settings([], Self.production)
        let environment = Self.production.filter { $0.key != missing }
        await #expect(throws: StartError.self) { _ = try await folder.settings([], environment) }
    }

    @Test("In development mode the keys are made once, in a file that only its owner can read")
    func keyFile() async throws {
        let authorities = try await [folder.settings(), folder.settings()].map(\.challenges.authority)
        let store = StoreIdentifier()
        let challenge = authorities[0].issue(for: "doc", account: "bob", store: store)
        _ = try authorities[1].validate(challenge, for: "doc", account: "bob", store: store)
        let path = "\(folder.path)/document-server-keys.json"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["document-server-keys.json"]
        )

        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        await #expect(
            throws: StartError("The file \"\(path)\" must be readable by its owner only: chmod 600.")
        ) {
            _ = try await folder.settings()
        }
    }

    @Test("A secret is in no description of the settings")
    func secrets() async throws {
        let settings = try await folder.settings([], Self.production)
        var dump = ""
        Swift.dump(settings, to: &dump)
        let bytes = Array(repeating: "1", count: 4).joined(separator: ", ")
        for text in [dump, "\(settings)", String(reflecting: settings)] {
            #expect(!text.contains(Self.key) && !text.contains(bytes))
        }
    }

    @Test("Every setting has one name, and is in the help and in the table of the README")
    func documentation() throws {
        #expect(Set(Setting.all.map(\.argument)).count == Setting.all.count)
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        for setting in Setting.all {
            #expect(Command.usage.contains(setting.isSecret ? setting.variable : setting.argument))
            let value = setting.defaultValue.map { "`\($0)`" } ?? ""
            let summary = setting.summary + (setting.isSecret ? " (secret)" : "")
            #expect(readme.contains("| `\(setting.name)` | \(value) | \(summary) |\n"))
        }
    }

    @Test("The example of a configuration file is valid")
    func example() async throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let path = package.appending(path: "Deployment/example.json").path
        #expect(try await folder.settings(["--config", path], Self.production).mode == .production)
    }
}
