import Foundation

/// A setting, by its name in the configuration file.
enum Setting: String, CaseIterable, Sendable {
    case configurationFile = "config"
    case secretsDirectory = "secrets"
    case mode = "mode"
    case host = "http.host"
    case port = "http.port"
    case publicURL = "http.public-url"
    case appIDs = "http.app-ids"
    case certificate = "http.certificate"
    case privateKey = "http.private-key"
    case behindProxy = "http.behind-proxy"
    case maximumConnections = "http.maximum-connections"
    case idleTimeout = "http.idle-timeout"
    case requestTimeout = "http.request-timeout"
    case drainTime = "http.drain-time"
    case shutdownTimeout = "http.shutdown-timeout"
    case databasePath = "database.path"
    case databaseURL = "database.url"
    case databaseConnections = "database.connections"
    case challengeKey = "challenge.key"
    case formerChallengeKeys = "challenge.former-keys"
    case challengeLifetime = "challenge.lifetime"
    case clockTolerance = "challenge.clock-tolerance"
    case accountSecret = "accounts.secret"
    case formerAccountSecrets = "accounts.former-secrets"
    case accountPublicKey = "accounts.public-key"
    case accountIssuer = "accounts.issuer"
    case accountAudience = "accounts.audience"
    case accountRate = "limits.account-rate"
    case accountBurst = "limits.account-burst"
    case accountDocuments = "limits.account-documents"
    case addressRate = "limits.address-rate"
    case addressBurst = "limits.address-burst"
    case addressConnections = "limits.address-connections"
    case logLevel = "log.level"
    case logFormat = "log.format"

    /// The names, the default values and what the settings are for, as in the README.
    ///
    /// A secret must be in no log and in no argument, which every process of the machine can read.
    private static let table = """
        config | | A JSON file with settings
        secrets | | A folder with a file for each secret, such as challenge-key
        mode | development | development or production
        http.host | 127.0.0.1 | The address to listen on
        http.port | 8080 | The port to listen on, 0 for any that is free
        http.public-url | | Where clients reach the server, such as https://documents.example.com
        http.app-ids | | The apps that open its links, such as ABCDE12345.com.example.recipes, separated by commas
        http.certificate | | The PEM file of the certificate chain, for TLS
        http.private-key | | The PEM file of the certificate's private key
        http.behind-proxy | false | Whether all requests come through your proxy, which adds the client to X-Forwarded-For
        http.maximum-connections | 20000 | The number of open connections, beyond which others wait
        http.idle-timeout | 60 | Seconds after which a connection without a request is closed
        http.request-timeout | 30 | Seconds within which a request must arrive and its answer must be read
        http.drain-time | 0 | Seconds after SIGTERM in which /ready answers 503 and everything else goes on
        http.shutdown-timeout | 30 | Seconds that open requests have to finish after that
        database.path | document-server.sqlite | The file of the SQLite database
        database.url | | postgresql://... or etcd://host:port,host:port, used in place of the file (secret)
        database.connections | 8 | The number of connections to PostgreSQL
        challenge.key | | The key of the challenges, 32 random bytes in base64 (secret)
        challenge.former-keys | | Other keys whose challenges are accepted, separated by commas (secret)
        challenge.lifetime | 120 | Seconds within which a challenge must be answered
        challenge.clock-tolerance | 60 | Seconds by which the clocks of servers may differ
        accounts.secret | | The secret that signs the tokens of accounts (HS256), 32 random bytes in base64 (secret)
        accounts.former-secrets | | Other secrets whose tokens are accepted, separated by commas (secret)
        accounts.public-key | | The PEM file of the public key that verifies the tokens of accounts (ES256)
        accounts.issuer | | The issuer (iss) that a token must name
        accounts.audience | | The audience (aud) that a token must name
        limits.account-rate | 50 | Requests per second of one account, 0 for no limit
        limits.account-burst | 200 | Requests that one account may send at once
        limits.account-documents | 10000 | Documents that one account may own
        limits.address-rate | 200 | Requests per second of one address, 0 for no limit
        limits.address-burst | 1000 | Requests that one address may send at once
        limits.address-connections | 1000 | Open connections of one address, without a proxy; behind yours, it bounds them
        log.level | info | trace, debug, info, notice, warning, error or critical
        log.format | plain | plain or json
        """

    private static let rows = Dictionary(
        uniqueKeysWithValues: table.split(separator: "\n").map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return (cells[0], cells[1...])
        }
    )

    private var row: ArraySlice<String> { Self.rows[rawValue] ?? [] }

    /// The type of the value in a JSON file, as the end of the sentence that it must be that.
    enum Kind: String {
        case text = "text in quotation marks"
        case number = "a number"
        case flag = "true or false"
        case list = "text in quotation marks, or an array of such texts"
    }

    /// The name in the configuration file, such as `http.idle-timeout`.
    var name: String { rawValue }

    /// The value if no source has one; nil if there is none.
    var defaultValue: String? { row.first.flatMap { $0.isEmpty ? nil : $0 } }

    /// What the setting is for.
    var summary: String { row.last ?? "" }

    var isSecret: Bool { summary.hasSuffix("(secret)") }

    /// The name on the command line, such as `--http-idle-timeout`.
    var argument: String { "--" + fileName }

    /// The name in the environment, such as `HTTP_IDLE_TIMEOUT`.
    var variable: String { name.replacing(".", with: "_").replacing("-", with: "_").uppercased() }

    /// The name in the folder of secrets, such as `challenge-key`.
    var fileName: String { name.replacing(".", with: "-") }

    /// The type of the value, which is that of the default value if there is one.
    var kind: Kind {
        if [.appIDs, .formerChallengeKeys, .formerAccountSecrets].contains(self) { return .list }
        guard let defaultValue else { return .text }
        if Bool(defaultValue) != nil { return .flag }
        return Double(defaultValue) == nil ? .text : .number
    }
}
