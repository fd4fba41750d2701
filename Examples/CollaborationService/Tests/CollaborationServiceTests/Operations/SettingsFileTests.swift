import Foundation
import Testing

@testable import CollaborationService

@Suite("Settings files")
struct SettingsFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Reads settings from a file with a text.
    private func settings(_ text: String) async throws -> Settings {
        try await folder.settings(["--config", try folder.write(text, to: "settings.json")])
    }

    @Test(
        "A settings file may have names with dots or nested objects, and numbers as text",
        arguments: [
            #"{"http": {"port": 8081}}"#, #"{"http.port": 8081}"#, #"{"http": {"port": "8081"}}"#,
            #"{"http.port": "8081", "http": {}}"#,
        ]
    )
    func port(text: String) async throws {
        #expect(try await settings(text).http.port == 8081)
    }

    @Test("A settings file may contain text, numbers, flags and lists")
    func types() async throws {
        let keys = [1, 2, 3, 4].map { Data([UInt8](repeating: 7, count: 31) + [$0]).base64EncodedString() }
        let settings = try await settings(
            """
            {
                "mode": "production",
                "http": {"behind-proxy": true, "public-url": "https://a.example"},
                "limits": {"account-rate": 0.5, "address-rate": 1e2},
                "challenge": {"key": "\(keys[3])", "former-keys": []},
                "accounts": {"secret": "\(keys[0])", "former-secrets": ["\(keys[1])", "\(keys[2])"]}
            }
            """
        )
        #expect(settings.http.isBehindProxy)
        #expect(settings.limits.account.perSecond == 0.5)
        #expect(settings.limits.address.perSecond == 100)
        #expect(settings.accounts.keys.value.count == 3)
    }

    @Test(
        "Nothing in a settings file is ignored",
        arguments: [
            (#"{"http": {"prt": 1}}"#, #"http.prt in the file "PATH" is not a setting."#),
            (#"{"http.prt": 1}"#, #"http.prt in the file "PATH" is not a setting."#),
            (#"{"htp": {}}"#, #"htp in the file "PATH" is not a setting."#),
            (#"{"http": 1}"#, #"http in the file "PATH" is not a setting."#),
            (#"{"HTTP_PORT": 1}"#, #"HTTP_PORT in the file "PATH" is not a setting."#),
            (#"{"http.": {"port": 1}}"#, #"http. in the file "PATH" is not a setting."#),
            (#"{"": {"http": {"port": 1}}}"#, #" in the file "PATH" is not a setting."#),
            (#"{"config": "a"}"#, #"config in the file "PATH" has no effect. Name one file."#),
            (#"{"http": {"port": 1}, "http.port": 1}"#, #"http.port occurs twice in the file "PATH"."#),
            (
                "{\n\"mode\": \"development\",\n\"mode\": \"production\"}",
                #"config is "PATH", and this file is wrong in line 3: a name that occurs twice."#
            ),
            ("{", #"config is "PATH", and this file is wrong in line 1: not JSON."#),
            ("{}\n{}", #"config is "PATH", and this file is wrong in line 2: not JSON."#),
            ("", #"config is "PATH", and this file is wrong in line 1: not JSON."#),
            ("\u{FEFF}{}", #"config is "PATH", and this file is wrong in line 1: a byte-order mark."#),
            ("[]", #"config is "PATH": it is not a file with a JSON object."#),
            (#""mode""#, #"config is "PATH": it is not a file with a JSON object."#),
        ]
    )
    func refused(text: String, sentence: String) async throws {
        let path = "\(folder.path)/settings.json"
        await #expect(throws: StartError.configuration(sentence.replacing("PATH", with: path))) {
            _ = try await settings(text)
        }
    }

    @Test(
        "A value in a settings file that is of another type than its setting is refused",
        arguments: [
            ("http.port", ["null", "true", "[8081]", "[]", "{}", #"["8081"]"#, "1e999"], "a number"),
            ("http.behind-proxy", ["null", "1", "0", "[true]", "{}"], "true or false"),
            (
                "accounts.issuer", ["null", "1", "1.10", "true", #"["a"]"#, #"{"a": 1}"#],
                "text in quotation marks"
            ),
            (
                "challenge.former-keys", ["null", "1", "true", "[1]", #"["a", null]"#, #"[["a"]]"#, "{}"],
                "text in quotation marks, or an array of such texts"
            ),
        ]
    )
    func types(name: String, values: [String], type: String) async throws {
        let error = StartError.configuration(
            "\(name) in the file \"\(folder.path)/settings.json\" must be \(type)."
        )
        for value in values {
            await #expect(throws: error) { _ = try await settings("{\"\(name)\": \(value)}") }
        }
    }

    @Test(
        "A value in a settings file is checked as in every other source",
        arguments: [
            (#"{"http.port": 65536}"#, #"http.port is "65536": it must be a whole number from 0 to 65535."#),
            (#"{"http.port": 80.5}"#, #"http.port is "80.5": it must be a whole number from 0 to 65535."#),
            (#"{"http.port": "x"}"#, #"http.port is "x": it must be a whole number from 0 to 65535."#),
            (#"{"mode": ""}"#, "mode is empty."),
            (#"{"challenge.former-keys": [""]}"#, "challenge.former-keys is empty."),
        ]
    )
    func checked(text: String, sentence: String) async throws {
        await #expect(throws: StartError.configuration(sentence)) { _ = try await settings(text) }
    }
}
