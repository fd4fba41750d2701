import CollaborationCore
import CollaborationServer
import Foundation
import Testing

@testable import CollaborationService

@Suite("Settings")
struct SettingsTests {
    private static let noDatabase = "database.url begins with none of sqlite:, postgresql://, etcd:// and etcds://."
    private static let noCluster = "database.url is wrong. It is not of the form etcd://host:port,host:port."
    private static let noKey = "has no 32 random bytes in base64, which new-key makes."
    private static let appSentence = "an app is such as ABCDE12345.com.example.recipes."
    private static let keys = (1...7).map { Data($0...$0 + 31).base64EncodedString() }

    private let folder = TemporaryFolder()

    /// A key that has the same bytes again and again.
    private static func repeating(_ count: Int) -> String {
        Data((0..<32).map { UInt8($0 % count) }).base64EncodedString()
    }

    private func refusal(_ arguments: [String] = [], _ environment: [String: String] = [:]) async -> StartError? {
        do throws(StartError) {
            _ = try await folder.settings(arguments, environment)
            return nil
        } catch {
            return error
        }
    }

    @Test("Without any settings the server is in development mode, on port 8080 of this machine, with SQLite")
    func defaults() async throws {
        let settings = try await Settings(SettingsReader([], environment: [:]))
        #expect(settings.mode == .development)
        #expect(settings.http.host == "127.0.0.1" && settings.http.port == 8080)
        #expect(settings.database.file == "collaboration-service.sqlite")
        #expect(settings.options.optionsGroups.map(\.identifier) == ["permission"])
    }

    @Test("An argument overrides the environment, which overrides the folder of secrets, which overrides the file")
    func order() async throws {
        let json = #"{"http": {"port": 1, "drain-time": 2}, "limits.rate": 7, "log": {"level": "error"}}"#
        let file = try folder.write(json, to: "settings.json")
        let secrets = TemporaryFolder()
        try secrets.write("debug\n", to: "log-level")
        try secrets.write("\(Self.keys[0])\n", to: "backend-token")
        // Kubernetes has such files.
        try secrets.write("", to: "..data")
        let settings = try await folder.settings(
            ["--http-port", "3", "--config=\(file)", "--secrets", secrets.path, "--http-behind-proxy=false"],
            ["HTTP_PORT": "4", "LIMITS_RATE": "5"]
        )
        #expect(settings.http.port == 3 && settings.http.drainTime == .seconds(2))
        #expect(settings.rate == 5)
        #expect(settings.logLevel == .debug)
        #expect(settings.backendTokens == [[UInt8](1...32)])
    }

    @Test(
        "A wrong setting is refused with a sentence that names it",
        arguments: [
            ("HTTP_PORT", "8o", "http.port must be a whole number from 0 to 65535."),
            ("HTTP_PORT", "65536", "http.port must be a whole number from 0 to 65535."),
            ("MODE", "test", #"mode is "test": it must be one of development, production."#),
            ("MODE", "", "mode is empty, or not text."),
            ("HTTP_BEHIND_PROXY", "perhaps", "http.behind-proxy must be true or false."),
            ("LIMITS_RATE", "-1", "limits.rate must be a whole number from 0 to 1000000."),
            ("CHALLENGE_LIFETIME", "0", "challenge.lifetime must be a whole number from 1 to 86400."),
            ("CHALLENGE_KEY", "AAAA", "challenge.key \(noKey)"),
            ("CHALLENGE_KEY", "?", "challenge.key \(noKey)"), ("CHALLENGE_KEY", repeating(1), "challenge.key \(noKey)"),
            ("CHALLENGE_KEY", repeating(16), "challenge.key \(noKey)"),
            ("ACCOUNTS_KEY", "\(keys[0]),AAAA", "accounts.key \(noKey)"),
            ("BACKEND_TOKEN", "?", "backend.token \(noKey)"),
            ("HTTP_CERTIFICATE", "/nowhere", #"http.certificate is "/nowhere": it is not a file that can be read."#),
            ("DATABASE_URL", "mysql://a", Self.noDatabase),
            ("DATABASE_URL", "sqlite://x", "database.url is not of the form sqlite:FILE."),
            ("DATABASE_URL", "sqlite:file:x", "database.url is not of the form sqlite:FILE."),
            ("HTTP_APP_IDS", "com.example.recipes", #"http.app-ids has "com.example.recipes": \#(appSentence)"#),
            ("HTTP_APP_IDS", "ABCDE12345", #"http.app-ids has "ABCDE12345": \#(appSentence)"#),
            ("HTTP_APP_IDS", "ABCDE12345.a,abcde12345.a", #"http.app-ids has "abcde12345.a": \#(appSentence)"#),
            ("HTTP_APP_IDS", "ABCDE12345.*", #"http.app-ids has "ABCDE12345.*": \#(appSentence)"#),
            ("HTTP_APP_IDS", ",", "http.app-ids has a value that is empty."),
            ("ACCOUNTS_KEY", "\(keys[0]),", "accounts.key has a value that is empty."),
            ("DATABASE_URL", "etcd://a/b", Self.noCluster),
            ("DATABASE_URL", "etcd://a:65536", Self.noCluster),
            ("SECRETS", "/nowhere", #"secrets is "/nowhere": it is not a folder that can be read."#),
        ]
    ) func wrongValue(variable: String, value: String, sentence: String) async {
        #expect(await refusal([], [variable: value]) == .configuration(sentence))
    }

    @Test(
        "A wrong argument is refused as a wrong command line",
        arguments: [
            ["--http-prot", "1"], ["--http-port", "1", "--http-port=2"], ["1"], ["--http-port", "1", "2"],
            ["--challenge-key", "x"], ["--database-url=x"], ["--", "x"],
        ]
    )
    func wrongArgument(arguments: [String]) async { #expect(await refusal(arguments)?.status == .usage) }

    @Test(
        "A settings file that is not one, or has a name that is no setting or a value of another type, is refused",
        arguments: [
            "", "[]", "{", #"{"http": {"prot": 1}}"#, #"{"http.prot": 1}"#, #"{"http": {"port": "1"}}"#,
            #"{"http": {"host": 1}}"#, #"{"http": {"behind-proxy": "true"}}"#,
        ]
    ) func wrongFile(text: String) async throws {
        let path = try folder.write(text, to: "settings.json")
        #expect(await refusal(["--config", path])?.status == .configuration)
    }

    @Test("A file in the folder of secrets that is no setting is refused, and named")
    func wrongSecret() async throws {
        try folder.write("x", to: "challenge.key")
        let sentence = "\"challenge.key\" in the folder \"\(folder.path)\" is not a setting."
        #expect(await refusal(["--secrets", folder.path])?.description.hasPrefix(sentence) == true)
    }

    @Test("A key that two settings have is refused, since it would be good for both")
    func sharedKey() async {
        for (one, other) in [
            ("CHALLENGE_KEY", "ACCOUNTS_KEY"), ("ACCOUNTS_KEY", "BACKEND_TOKEN"), ("CHALLENGE_KEY", "BACKEND_TOKEN"),
        ] {
            let values = [one: Self.keys[0], other: "\(Self.keys[1]),\(Self.keys[0])"]
            #expect(await refusal([], values)?.status == .configuration)
        }
    }

    @Test("Production needs its keys, its URL with https, and nothing else")
    func production() async throws {
        let link = try await folder.settings([], TemporaryFolder.production).http.link
        #expect(link == "https://documents.example.com/collaborations/{collaboration}")
        for name in ["CHALLENGE_KEY", "ACCOUNTS_KEY", "BACKEND_TOKEN", "HTTP_PUBLIC_URL"] {
            var environment = TemporaryFolder.production
            environment[name] = nil
            #expect(await refusal([], environment)?.status == .configuration, "\(name)")
        }
        for url in ["http://a.example", "a.example", "https://", "https://a@b.example", "https://a.example?b"] {
            let environment = TemporaryFolder.production.merging(["HTTP_PUBLIC_URL": url]) { $1 }
            #expect(await refusal([], environment)?.status == .configuration, "\(url)")
        }
    }

    @Test("The links of a server have one place for the identifier in the path, and need no public URL besides")
    func link() async throws {
        var environment = TemporaryFolder.production
        environment["HTTP_LINK"] = "https://recipes.example/d/{collaboration}"
        #expect(try await folder.settings([], environment).http.link == "https://recipes.example/d/{collaboration}")
        environment["HTTP_PUBLIC_URL"] = nil
        #expect(try await folder.settings([], environment).http.link == "https://recipes.example/d/{collaboration}")
        for link in [
            "https://a.example/d/", "https://a.example{collaboration}", "https://{collaboration}.example/",
            "https://a.example/{collaboration}/{collaboration}", "http://a.example/{collaboration}",
            "https://a.example/?id={collaboration}", "/d/{collaboration}",
        ] {
            environment["HTTP_LINK"] = link
            #expect(await refusal([], environment)?.status == .configuration, "\(link)")
        }
    }

    @Test(
        "In development mode a server listens on this machine only, and behind no proxy",
        arguments: [["--http-host", "0.0.0.0"], ["--http-behind-proxy"], ["--http-behind-proxy", "true"]]
    )
    func development(arguments: [String]) async { #expect(await refusal(arguments)?.status == .configuration) }

    @Test("Public keys are those of all files, and need production, an issuer, another claim and no secret")
    func publicKeys() async throws {
        let signers = [try await TokenSigner("ES256"), try await TokenSigner("EdDSA")]
        let files = try signers.map { try folder.write($0.pem, to: $0.key["crv"] ?? "") }
        let names = [
            "ACCOUNTS_PUBLIC_KEYS": files.joined(separator: ", "), "ACCOUNTS_ISSUER": "https://id.example",
            "ACCOUNTS_REQUIRED_CLAIMS": "client_id=a=b", "ACCOUNTS_CLAIM": "uid",
        ]
        var complete = TemporaryFolder.production.merging(names) { $1 }
        complete["ACCOUNTS_KEY"] = nil
        let accounts = try await folder.settings([], complete).accounts
        #expect(try accounts.issue(for: "bob") == nil)
        for signer in signers {
            let claims = #"{"uid":"bob","exp":3000000000,"iss":"https://id.example","client_id":"a=b"}"#
            #expect(try await accounts.account(of: signer.token(claims)) == "bob")
        }
        let url = complete.merging(["ACCOUNTS_PUBLIC_KEYS": "https://id.example/keys"]) { $1 }
        #expect(try await folder.settings([], url).accounts.hasKeys == false)
        for (name, value) in [
            ("ACCOUNTS_ISSUER", nil), ("ACCOUNTS_REQUIRED_CLAIMS", nil), ("ACCOUNTS_REQUIRED_CLAIMS", "client_id"),
            ("MODE", "development"), ("ACCOUNTS_KEY", Self.keys[0]), ("ACCOUNTS_PUBLIC_KEYS", "\(files[0]),/nowhere"),
            ("ACCOUNTS_PUBLIC_KEYS", "http://id.example/keys"), ("ACCOUNTS_PUBLIC_KEYS", "https://"),
            ("ACCOUNTS_PUBLIC_KEYS", "https://id.example/a,\(files[0])"),
            ("ACCOUNTS_PUBLIC_KEYS", "http://localhost@a"), ("ACCOUNTS_PUBLIC_KEYS", "https://127.0.0.1:65536/keys"),
        ] as [(String, String?)] {
            var environment = complete
            environment[name] = value
            #expect(await refusal([], environment)?.status == .configuration, "\(name) \(value ?? "")")
        }
    }

    @Test("The share options are those of the file, and without one production has none")
    func options() async throws {
        #expect(try await folder.settings([], TemporaryFolder.production).options.optionsGroups.isEmpty)
        let json = #"{"optionsGroups": [{"identifier": "a", "options": [{"identifier": "b", "title": "c"}]}]}"#
        let path = try folder.write(json, to: "options.json")
        #expect(try await folder.settings(["--options", path]).options.optionsGroups.map(\.identifier) == ["a"])
        try folder.write(json.replacing(#""b""#, with: #""""#), to: "options.json")
        #expect(await refusal(["--options", path])?.status == .configuration)
    }

    @Test("The keys of development mode are the same each time, and cannot be set")
    func developmentKeys() async throws {
        let keys = try await folder.settings().backendTokens
        #expect(try await folder.settings().backendTokens == keys)
        for mode in ["development", "production"] {
            let environment = ["MODE": mode, "BACKEND_TOKEN": Data(keys[0]).base64EncodedString()]
            #expect(await refusal([], TemporaryFolder.production.merging(environment) { $1 })?.status == .configuration)
        }
    }

    @Test("A certificate that is not one, or has no key or that of another, is refused with a sentence")
    func certificate() async throws {
        func refusal(_ pem: String) async throws -> StartError? {
            await self.refusal(["--http-certificate", try folder.write(pem, to: "certificate")])
        }
        let (one, other) = (try TestCertificate(), try TestCertificate())
        #expect(try await refusal(one.pem) == nil)
        let otherKey = "The private key in http.certificate does not belong to the certificate."
        let incomplete = "http.certificate has no certificate or no private key in PEM: it needs both."
        for (pem, sentence) in [
            (one.key, incomplete), (one.certificate, incomplete), (one.certificate + other.key, otherKey),
        ] {
            #expect(try await refusal(pem) == .configuration(sentence))
        }
        try folder.write(one.pem, to: "certificate")
        let settings = try await folder.settings(["--http-certificate", "\(folder.path)/certificate"])
        #expect(settings.http.tls?.minimumTLSVersion == .tlsv12)
        let suites = try #require(settings.http.tls?.cipherSuites.split(separator: ":"))
        #expect(suites.allSatisfy { $0.contains("GCM") || $0.hasSuffix("POLY1305") })
    }

    @Test("A challenge of another accepted key is accepted, and one of an unknown key is not")
    func challengeKeys() async throws {
        let store = InMemoryCollaborationStore()
        func collaborations(_ keys: String) async throws -> Collaborations {
            let environment = TemporaryFolder.production.merging(["CHALLENGE_KEY": keys]) { $1 }
            return try await folder.settings([], environment).collaborations(in: store)
        }
        // What a device without a proof sends.
        let proof = try Person.IdentityProof(publicKey: Data(), publicKeyIndex: 0, inclusionHashes: [])
        let answer = IdentityProofAnswer(
            challenge: try await collaborations(Self.keys[5])["doc"].challenge(as: "bob").bytes,
            proof: Person.SignedIdentityProof(personIdentityProof: proof, signatureData: Data())
        )
        for (keys, isAccepted) in [("\(Self.keys[4]),\(Self.keys[5])", true), (Self.keys[6], false)] {
            let error = await #expect(throws: CollaborationError.self) {
                try await collaborations(keys)["doc"].admit(answer, as: "bob")
            }
            #expect((error == .refused(.forgedChallenge)) != isAccepted)
        }
    }

    @Test("No description and no dump of the settings shows a key")
    func secrecy() async throws {
        let settings = try await folder.settings([], TemporaryFolder.production)
        var text = "\(settings)"
        dump(settings, to: &text)
        // A dump has each byte on a line of its own.
        text = text.replacing(#/\n *- /#, with: ", ")
        for key in [[UInt8](1...32), [UInt8](2...33), [UInt8](3...34)] {
            #expect(!text.contains(key.map { "\($0)" }.joined(separator: ", ")))
            #expect(!text.contains(Data(key).base64EncodedString()))
        }
    }

    @Test("There are at most 30 settings, and the README has a row for each")
    func table() throws {
        #expect(Setting.all.count <= 30)
        let readme = try String(contentsOf: TemporaryFolder.package.appending(path: "README.md"), encoding: .utf8)
        for setting in Setting.all {
            #expect(Command.usage.contains(setting.isSecret ? setting.variable : setting.argument))
            let value = setting.defaultValue.map { "`\($0)`" } ?? ""
            let secret = setting.isSecret ? " (secret)" : ""
            let row = "| `\(setting.name)` | \(value) | \(setting.summary)\(secret) |\n"
            #expect(readme.contains(row), "\(setting.name)")
        }
        for status in StartError.Status.allCases { #expect(readme.contains("\n| \(status.rawValue) | ")) }
    }

    @Test("The example of a settings file is valid")
    func example() async throws {
        let path = TemporaryFolder.package.appending(path: "Deployment/example.json").path
        let settings = try await folder.settings(["--config", path], TemporaryFolder.production)
        #expect(settings.mode == .production)
    }
}
