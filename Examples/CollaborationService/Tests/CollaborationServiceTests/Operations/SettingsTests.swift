import CollaborationCrypto
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationService

@Suite("Settings")
struct SettingsTests {
    private static let key = Data(1...32).base64EncodedString()
    private static let otherKey = Data(2...33).base64EncodedString()
    private static let production = [
        "MODE": "production", "CHALLENGE_KEY": key, "ACCOUNTS_SECRET": otherKey,
        "HTTP_PUBLIC_URL": "https://documents.example.com",
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Without any settings the server is in development mode, on port 8080 of this machine, with SQLite")
    func defaults() async throws {
        let settings = try await folder.settings()
        #expect(settings.mode == .development)
        #expect(settings.http.host == "127.0.0.1")
        #expect(settings.http.port == 8080)
        guard case .sqlite(let file) = settings.database.engine else { throw StartError("not SQLite") }
        #expect(file == settings.database.file)
        #expect(settings.challenges.authority.lifetime == .seconds(120))
    }

    @Test(
        "An argument overrides the environment, which overrides the folder of secrets, which overrides the file"
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
            ("CHALLENGE_KEY", "?", "challenge.key is not base64. CollaborationService new-key makes a key."),
            (
                "CHALLENGE_FORMER_KEYS", "\(key),AAAA",
                "challenge.former-keys has 3 bytes, and at least 32 are needed."
            ),
            ("ACCOUNTS_SECRET", "AAAA", "accounts.secret has 3 bytes, and at least 32 are needed."),
            (
                "ACCOUNTS_FORMER_SECRETS", "?",
                "accounts.former-secrets is not base64. CollaborationService new-key makes a key."
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
                "HTTP_APP_IDS", "ABCDE12345.com.example.recipes, abc.com.example",
                #"http.app-ids has "abc.com.example": it must be a team, a dot and a bundle identifier,"#
                    + " such as ABCDE12345.com.example.recipes."
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
        "A number at the end of its range is a valid setting, and one beyond it is refused",
        arguments: [
            ("HTTP_PORT", 0, 65_535), ("HTTP_MAXIMUM_CONNECTIONS", 1, 1_000_000),
            ("HTTP_IDLE_TIMEOUT", 1, 3600),
            ("HTTP_REQUEST_TIMEOUT", 1, 3600), ("HTTP_SHUTDOWN_TIMEOUT", 1, 3600),
            ("HTTP_DRAIN_TIME", 0, 3600), ("LIMITS_ADDRESS_CONNECTIONS", 1, 1_000_000),
            ("DATABASE_CONNECTIONS", 1, 1000), ("CHALLENGE_LIFETIME", 1, 86_400),
            ("CHALLENGE_CLOCK_TOLERANCE", 0, 86_400), ("LIMITS_ACCOUNT_BURST", 1, 1_000_000),
            ("LIMITS_ADDRESS_BURST", 1, 1_000_000), ("LIMITS_ACCOUNT_DOCUMENTS", 1, 1_000_000),
        ]
    )
    func range(variable: String, least: Int, greatest: Int) async throws {
        let name = try #require(Setting.allCases.first { $0.variable == variable }).name
        for value in [least, greatest] { _ = try await folder.settings([], [variable: "\(value)"]) }
        for value in [least - 1, greatest + 1] {
            let sentence = "\(name) is \"\(value)\": it must be a whole number from \(least) to \(greatest)."
            await #expect(throws: StartError.configuration(sentence)) {
                _ = try await folder.settings([], [variable: "\(value)"])
            }
        }
    }

    @Test(
        "A rate is a number from zero to a million",
        arguments: ["LIMITS_ACCOUNT_RATE", "LIMITS_ADDRESS_RATE"]
    )
    func rate(variable: String) async throws {
        for value in ["0", "1000000"] { _ = try await folder.settings([], [variable: value]) }
        for value in ["-0.5", "1000000.5"] {
            await #expect(throws: StartError.self) { _ = try await folder.settings([], [variable: value]) }
        }
    }

    @Test(
        "A key that repeats the same bytes is refused, whether it is a current or a former one",
        arguments: ["CHALLENGE_KEY", "CHALLENGE_FORMER_KEYS", "ACCOUNTS_SECRET", "ACCOUNTS_FORMER_SECRETS"],
        [
            Data(count: 32), Data(repeating: 7, count: 33), Data("passwordpasswordpasswordpassword".utf8),
            Data(1...16) + Data(1...16),
        ]
    )
    func repetition(variable: String, key: Data) async throws {
        let name = try #require(Setting.allCases.first { $0.variable == variable }).name
        let sentence = "\(name) repeats the same bytes. CollaborationService new-key makes a key."
        await #expect(throws: StartError.configuration(sentence)) {
            _ = try await folder.settings([], [variable: key.base64EncodedString()])
        }
    }

    @Test(
        "A public URL is an absolute URL of HTTP without a user, a query or a fragment",
        arguments: [
            "documents.example.com", "/", "ftp://a.example", "https://", "https:///documents",
            "https:a.example",
            "https://:443", "https://a.example:0", "https://a.example:65536", "https://a.example:x",
            "https://alice@a.example", "https://alice:secret@a.example", "https://@a.example",
            "https://a.example/?", "https://a.example?b=c", "https://a.example#b", "https://a.example/#",
            "https://a example", "https://a.example\n", " https://a.example", "https://[::1",
        ]
    )
    func wrongPublicURL(url: String) async throws {
        let sentence =
            #"http.public-url is "\#(url)": it must be a URL such as https://documents.example.com,"#
            + " without a user, a query or a fragment."
        await #expect(throws: StartError.configuration(sentence)) {
            _ = try await folder.settings([], ["HTTP_PUBLIC_URL": url])
        }
    }

    @Test(
        "Slashes at the end of the public URL are left out",
        arguments: [
            ("https://a.example/", "https://a.example"), ("http://a.example:1", "http://a.example:1"),
            ("http://a.example:65535", "http://a.example:65535"),
            ("HTTP://127.0.0.1:8080", "HTTP://127.0.0.1:8080"),
            ("https://[2001:db8::1]:443/app//", "https://[2001:db8::1]:443/app"),
        ]
    )
    func publicURL(url: String, expected: String) async throws {
        #expect(try await folder.settings([], ["HTTP_PUBLIC_URL": url]).http.publicURL == expected)
    }

    @Test("The apps that open links are separated by commas, or an array in the file of settings")
    func appIDs() async throws {
        let expected = ["ABCDE12345.com.example.recipes", "0123456789.a-b.C"]
        let file = try folder.write(
            #"{"http": {"app-ids": ["\#(expected[0])", "\#(expected[1])"]}}"#,
            to: "apps.json"
        )
        #expect(try await folder.settings(["--config", file]).http.appIDs == expected)
        let text = expected.joined(separator: ", ")
        #expect(try await folder.settings([], ["HTTP_APP_IDS": text]).http.appIDs == expected)
        #expect(try await folder.settings().http.appIDs.isEmpty)
    }

    @Test(
        "An app is a team of ten capital letters and digits, and a bundle identifier without a wildcard",
        arguments: [
            "ABCDE12345", "ABCDE12345.", "ABCDE1234.com.example", "ABCDE123456.com.example",
            "abcde12345.com.example",
            "ABCDE12345.com..example", "ABCDE12345.com.example.", "ABCDE12345.com.example.*",
            "ABCDE12345.com.ex_ample", "ABCDE12345.com.exämple", "ABCDE12345.com.exam\nple",
            "com.example.recipes",
        ]
    )
    func wrongAppID(appID: String) async throws {
        await #expect(throws: StartError.self) {
            _ = try await folder.settings([], ["HTTP_APP_IDS": appID])
        }
    }

    @Test("The beginning of the URL of the database chooses the database")
    func databaseURL() async throws {
        let url = "etcd://127.0.0.1:2379,etcd-2.example.com:2379"
        let cluster = try await folder.settings([], ["DATABASE_URL": url]).database.engine
        guard case .etcd(["127.0.0.1:2379", "etcd-2.example.com:2379"]) = cluster else {
            throw StartError("not etcd")
        }
        for url in ["etcd://", "etcd://host", "etcd://host:1,", "etcd://user@host:1", "etcd://host:1/path"] {
            await #expect(
                throws: StartError.configuration(
                    "database.url is not of the form etcd://host:port,host:port."
                )
            ) {
                _ = try await folder.settings([], ["DATABASE_URL": url])
            }
        }
    }

    @Test("The database must be a file in a folder that exists, and the sentence names what is missing")
    func databasePath() async throws {
        for (path, rule) in [
            ("\(folder.path)/no/a.sqlite", "is not in a folder that exists: \"\(folder.path)/no\""),
            (folder.path, "is a folder, and must be a file"),
        ] {
            for environment in [[:], Self.production] {
                let error = StartError.configuration("database.path is \"\(path)\": it \(rule).")
                await #expect(throws: error) {
                    _ = try await folder.settings(["--database-path", path], environment)
                }
            }
        }
    }

    @Test(
        "An argument that is not a setting, has no value, is given twice or is a secret is refused",
        arguments: [
            (["--http-prt", "1"], "--http-prt is not a setting. Try --help."),
            (["start"], #""start" is neither a command nor a setting. Try --help."#),
            (["--http-port", "1", "2"], #""2" is neither a command nor a setting. Try --help."#),
            (["--http-port"], "--http-port needs a value."),
            (["--http-port", "--http-host", "a"], "--http-port needs a value."),
            (["--http-port=", "1"], #""1" is neither a command nor a setting. Try --help."#),
            (["--http-port", "1", "--http-port=2"], "--http-port is given twice."),
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

    @Test("In development mode the server listens only on an address of this machine")
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

    @Test(
        "In production mode the keys and the public URL must be set",
        arguments: [
            ("CHALLENGE_KEY", "challenge.key is missing. CollaborationService new-key makes one."),
            ("ACCOUNTS_SECRET", "accounts.secret and accounts.public-key are missing. Set one of them."),
            (
                "HTTP_PUBLIC_URL",
                "http.public-url is missing. In production the links of documents begin with it:"
                    + " set it to a URL such as https://documents.example.com."
            ),
        ]
    )
    func missing(variable: String, sentence: String) async throws {
        _ = try await folder.settings([], Self.production)
        let environment = Self.production.filter { $0.key != variable }
        await #expect(throws: StartError.configuration(sentence)) {
            _ = try await folder.settings([], environment)
        }
    }

    @Test("A public key needs production mode, an issuer and an audience, and no secret beside it")
    func publicKey() async throws {
        let path = try folder.write(P256.Signing.PublicKey(SigningKey(named: "tokens")).pem, to: "key.pem")
        let names = ["ACCOUNTS_ISSUER": "https://id.example.com", "ACCOUNTS_AUDIENCE": "documents"]
        let environment = Self.production.filter { $0.key != "ACCOUNTS_SECRET" }
            .merging(names) { $1 }
            .merging(["ACCOUNTS_PUBLIC_KEY": path]) { $1 }
        #expect(try await folder.settings([], environment).accounts.keys.value.map(\.algorithm) == ["ES256"])
        let needed = "accounts.public-key needs accounts.issuer and accounts.audience,"
        let both = "and accounts.public-key are both set."
        for (variable, value, sentence) in [
            ("ACCOUNTS_ISSUER", nil, needed), ("ACCOUNTS_AUDIENCE", nil, needed),
            ("ACCOUNTS_SECRET", Self.key, "accounts.secret \(both)"),
            ("ACCOUNTS_FORMER_SECRETS", Self.key, "accounts.former-secrets \(both)"),
            ("MODE", "development", "accounts.public-key is set: in development mode"),
        ] as [(String, String?, String)] {
            var environment = environment
            environment[variable] = value
            await #expect {
                _ = try await folder.settings([], environment)
            } throws: { error in
                let error = error as? StartError
                return error?.status == .configuration && error?.description.hasPrefix(sentence) == true
            }
        }
    }

    @Test("A flag may stand alone on the command line, and a value may contain a comma")
    func arguments() async throws {
        let settings = try await folder.settings(
            ["--http-behind-proxy", "--database-path=\(folder.path)/a,b.sqlite"],
            Self.production.merging(["HTTP_BEHIND_PROXY": "false"]) { $1 }
        )
        #expect(settings.http.isBehindProxy)
        #expect(settings.database.file.hasSuffix("/a,b.sqlite"))
    }

    @Test("In development mode the keys are made once, in a file that only its owner can read")
    func keyFile() async throws {
        let authorities = try await [folder.settings(), folder.settings()].map(\.challenges.authority)
        let store = StoreIdentifier()
        let challenge = authorities[0].issue(for: "doc", account: "bob", store: store)
        try authorities[1].validate(challenge, for: "doc", account: "bob", store: store)
        let path = "\(folder.path)/collaboration-service-keys.json"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["collaboration-service-keys.json"]
        )

        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        await #expect(
            throws: StartError("The file \"\(path)\" must be readable by its owner only: chmod 600.")
        ) {
            _ = try await folder.settings()
        }
    }

    @Test("A key file that cannot be made is an error, also if its name is taken")
    func takenKeyFile() async throws {
        let path = "\(folder.path)/collaboration-service-keys.json"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
        let sentence = "The file \"\(path)\" cannot be made. Is its folder writable?"
        await #expect(throws: StartError(sentence)) { _ = try await folder.settings() }
    }

    @Test("In development mode a key that is set is used, and only a missing one comes from the file")
    func halfOfTheKeys() async throws {
        let keys = ["CHALLENGE_KEY": Self.key, "ACCOUNTS_SECRET": Self.otherKey]
        _ = try await folder.settings([], keys)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        for (variable, key) in keys {
            _ = try await folder.settings([], [variable: key])
            try FileManager.default.removeItem(atPath: "\(folder.path)/collaboration-service-keys.json")
        }
    }

    @Test("The command that issues a token makes no keys, and says where it looked for them")
    func missingKeyFile() async throws {
        let environment = ["DATABASE_PATH": "\(folder.path)/test.sqlite"]
        let reader = try SettingsSources.reader(arguments: [], environment: environment)
        let sentence =
            "There is no file \"\(folder.path)/collaboration-service-keys.json\", where a server in development"
            + " mode keeps its keys. Set database.path as for the server, or run this command in the server's folder."
        #expect(throws: StartError(sentence)) { try Settings(reader, makesKeys: false) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let made = try Settings(reader)
        #expect(try Settings(reader, makesKeys: false).mode == made.mode)
    }

    @Test("A secret is in no description of the settings")
    func secrets() async throws {
        let settings = try await folder.settings([], Self.production)
        var dump = ""
        Swift.dump(settings, to: &dump)
        let bytes = "1, 2, 3, 4"
        for text in [dump, "\(settings)", String(reflecting: settings)] {
            #expect(!text.contains(Self.key) && !text.contains(bytes))
        }
    }

    @Test("Every setting has one name, and is in the help and in the table of the README")
    func documentation() throws {
        #expect(Set(Setting.allCases.map(\.argument)).count == Setting.allCases.count)
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        for setting in Setting.allCases {
            #expect(Command.usage.contains(setting.isSecret ? setting.variable : setting.argument))
            let value = setting.defaultValue.map { "`\($0)`" } ?? ""
            #expect(readme.contains("| `\(setting.name)` | \(value) | \(setting.summary) |\n"))
        }
    }

    @Test("A key that is both one of challenges and a secret of tokens is refused")
    func sharedKey() async throws {
        let third = Data(3...34).base64EncodedString()
        for (variable, value, name) in [
            ("ACCOUNTS_SECRET", Self.key, "accounts.secret"),
            ("ACCOUNTS_FORMER_SECRETS", "\(third),\(Self.key)", "accounts.former-secrets"),
            ("CHALLENGE_FORMER_KEYS", "\(third),\(Self.otherKey)", "accounts.secret"),
        ] {
            let environment = Self.production.merging([variable: value]) { $1 }
            let sentence = "\(name) is a key of challenges too. Make another one."
            await #expect(throws: StartError.configuration(sentence)) {
                _ = try await folder.settings([], environment)
            }
        }
    }

    @Test("The page about alerts and the table of the README name the same metrics")
    func alerts() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let names =
            /(?:http|process|document_server|admissions|verification|store|database)_(?:[a-z]+_)*(?:total|seconds|bytes|fds|info|connections|waiting)/
        let found = try ["README.md", "Alerts.md"].map { file in
            let text = try String(contentsOf: package.appending(path: file), encoding: .utf8)
            return Set(text.matches(of: names).map { String($0.0) })
        }
        #expect(found[0] == found[1])
        #expect(found[0].count == 14)
    }

    @Test("The README names every exit status, and the unit starts again only for a while")
    func exitStatuses() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        for status in StartError.Status.allCases { #expect(readme.contains("\n| \(status.rawValue) | ")) }
        let path = "Deployment/collaboration-service.service"
        let unit = try String(contentsOf: package.appending(path: path), encoding: .utf8)
        func number(_ name: String) throws -> Int {
            let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix(name + "=") })
            return try #require(Int(line.dropFirst(name.count + 1)))
        }
        // A start that fails takes some seconds besides, at most 5 for SQLite and 10 for PostgreSQL.
        let round = try number("RestartSec") + 15
        #expect(try number("StartLimitBurst") * round < number("StartLimitIntervalSec"))
    }

    @Test("The example of a settings file is valid")
    func example() async throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let path = package.appending(path: "Deployment/example.json").path
        #expect(try await folder.settings(["--config", path], Self.production).mode == .production)
    }
}
