import Foundation

/// A setting.
///
/// Its raw value is its row in the README: the name in the JSON file, the default value, and what it is for. A secret must be
/// in no log and in no argument, which every process of the machine can read.
// swift-format-ignore
enum Setting: String, CaseIterable, Sendable {
    case config = "config | | A JSON file with settings"
    case secrets = "secrets | | A folder with a file for each secret, such as challenge-key"
    case mode = "mode | development | development or production"
    case host = "http.host | 127.0.0.1 | The address to listen on"
    case port = "http.port | 8080 | The port to listen on, 0 for any that is free"
    case publicURL = "http.public-url | | What the links begin with, such as https://documents.example.com"
    case appIDs = "http.app-ids | | The apps that open the links, such as ABCDE12345.com.example.recipes, separated by commas"
    case certificate = "http.certificate | | A PEM file with the certificate chain and the private key, for TLS"
    case behindProxy = "http.behind-proxy | false | Whether all requests come through your proxy, which adds the client to X-Forwarded-For"
    case drainTime = "http.drain-time | 0 | Seconds after SIGTERM in which /ready answers 503 and everything else goes on"
    case database = "database.url | sqlite:collaboration-service.sqlite | sqlite:FILE, postgresql://... or etcd://host:port,host:port (secret)"
    case challengeKey = "challenge.key | | The key of the challenges, 32 random bytes in base64; after a comma others that are accepted (secret)"
    case challengeLifetime = "challenge.lifetime | 120 | Seconds within which a challenge must be answered"
    case accountKey = "accounts.key | | What verifies the tokens of accounts: secrets in base64 (HS256), separated by commas, or a public key in PEM (ES256) (secret)"
    case accountIssuer = "accounts.issuer | | The issuer (iss) that a token must name"
    case accountAudience = "accounts.audience | | The audience (aud) that a token must name"
    case backendToken = "backend.token | | The token of your back end, 32 random bytes in base64; after a comma others that are accepted (secret)"
    case options = "options | | The JSON file of the share options that the app is built with; without it there are none"
    case rate = "limits.rate | 50 | Requests per second of one account, four times as many of one address; 0 for no limits of accounts and addresses"
    case logLevel = "log.level | info | trace, debug, info, notice, warning, error or critical"
}

extension Setting {
    private var cells: [String] { rawValue.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }

    /// The name in the JSON file, such as `http.public-url`.
    var name: String { cells[0] }

    /// The value if no source has one; nil if there is none.
    var defaultValue: String? { cells[1].isEmpty ? nil : cells[1] }

    /// What the setting is for.
    var summary: String { cells[2] }

    var isSecret: Bool { summary.hasSuffix("(secret)") }

    /// The name in the folder of secrets, such as `challenge-key`.
    var fileName: String { name.replacing(".", with: "-") }

    /// The name on the command line, such as `--http-public-url`.
    var argument: String { "--" + fileName }

    /// The name in the environment, such as `HTTP_PUBLIC_URL`.
    var variable: String { fileName.replacing("-", with: "_").uppercased() }
}
