/// A setting: its name, its default value and what it is for.
struct Setting: Hashable, Sendable {
    /// The type of the value in a JSON file, as the end of the sentence that it must be that.
    enum Kind: String {
        case text = "text in quotation marks"
        case number = "a number"
        case flag = "true or false"
        case list = "text in quotation marks, or an array of such texts"
    }

    /// The name in the configuration file, such as `http.idle-timeout`.
    let name: String

    /// The value if no source has one; nil if there is none.
    let defaultValue: String?

    let summary: String

    /// Whether the value must be in no log and in no argument, which every process of the machine can read.
    let isSecret: Bool

    private init(
        _ name: String,
        _ summary: String,
        default defaultValue: String? = nil,
        isSecret: Bool = false
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.isSecret = isSecret
        self.summary = summary
    }

    /// The name on the command line, such as `--http-idle-timeout`.
    var argument: String { "--" + fileName }

    /// The name in the environment, such as `HTTP_IDLE_TIMEOUT`.
    var variable: String { name.replacing(".", with: "_").replacing("-", with: "_").uppercased() }

    /// The name in the folder of secrets, such as `challenge-key`.
    var fileName: String { name.replacing(".", with: "-") }

    /// The type of the value, which is that of the default value if there is one.
    var kind: Kind {
        if self == .formerChallengeKeys || self == .formerAccountSecrets { return .list }
        guard let defaultValue else { return .text }
        if Bool(defaultValue) != nil { return .flag }
        return Double(defaultValue) == nil ? .text : .number
    }
}

extension Setting {
    static let all: [Setting] = [
        .configurationFile, .secretsDirectory, .mode,
        .host, .port, .publicURL, .certificate, .privateKey, .behindProxy, .maximumConnections,
        .idleTimeout, .requestTimeout, .shutdownTimeout,
        .databasePath, .databaseURL, .databaseConnections,
        .challengeKey, .formerChallengeKeys, .challengeLifetime, .clockTolerance,
        .accountSecret, .formerAccountSecrets, .accountPublicKey, .accountIssuer, .accountAudience,
        .accountRate, .accountBurst, .accountDocuments, .addressRate, .addressBurst,
        .logLevel, .logFormat,
    ]

    static let configurationFile = Self("config", "A JSON file with settings")
    static let secretsDirectory = Self(
        "secrets",
        "A folder with a file for each secret, such as challenge-key"
    )
    static let mode = Self("mode", "development or production", default: "development")

    static let host = Self("http.host", "The address to listen on", default: "127.0.0.1")
    static let port = Self("http.port", "The port to listen on, 0 for any that is free", default: "8080")
    static let publicURL = Self(
        "http.public-url",
        "Where clients reach the server, such as https://documents.example.com"
    )
    static let certificate = Self("http.certificate", "The PEM file of the certificate chain, for TLS")
    static let privateKey = Self("http.private-key", "The PEM file of the certificate's private key")
    static let behindProxy = Self(
        "http.behind-proxy",
        "Whether all requests come through your proxy, which adds the client to X-Forwarded-For",
        default: "false"
    )
    static let maximumConnections = Self(
        "http.maximum-connections",
        "The number of open connections, beyond which others wait",
        default: "20000"
    )
    static let idleTimeout = Self(
        "http.idle-timeout",
        "Seconds after which a connection without a request is closed",
        default: "60"
    )
    static let requestTimeout = Self(
        "http.request-timeout",
        "Seconds within which a request must arrive and its answer must be read",
        default: "30"
    )
    static let shutdownTimeout = Self(
        "http.shutdown-timeout",
        "Seconds that open requests have to finish after SIGTERM",
        default: "30"
    )

    static let databasePath = Self(
        "database.path",
        "The file of the SQLite database",
        default: "document-server.sqlite"
    )
    static let databaseURL = Self(
        "database.url",
        "postgresql://... or etcd://host:port,host:port, used in place of the file",
        isSecret: true
    )
    static let databaseConnections = Self(
        "database.connections",
        "The number of connections to PostgreSQL",
        default: "8"
    )

    static let challengeKey = Self(
        "challenge.key",
        "The key of the challenges, 32 random bytes in base64",
        isSecret: true
    )
    static let formerChallengeKeys = Self(
        "challenge.former-keys",
        "Other keys whose challenges are accepted, separated by commas",
        isSecret: true
    )
    static let challengeLifetime = Self(
        "challenge.lifetime",
        "Seconds within which a challenge must be answered",
        default: "120"
    )
    static let clockTolerance = Self(
        "challenge.clock-tolerance",
        "Seconds by which the clocks of servers may differ",
        default: "60"
    )

    static let accountSecret = Self(
        "accounts.secret",
        "The secret that signs the tokens of accounts (HS256), 32 random bytes in base64",
        isSecret: true
    )
    static let formerAccountSecrets = Self(
        "accounts.former-secrets",
        "Other secrets whose tokens are accepted, separated by commas",
        isSecret: true
    )
    static let accountPublicKey = Self(
        "accounts.public-key",
        "The PEM file of the public key that verifies the tokens of accounts (ES256)"
    )
    static let accountIssuer = Self("accounts.issuer", "The issuer (iss) that a token must name")
    static let accountAudience = Self("accounts.audience", "The audience (aud) that a token must name")

    static let accountRate = Self(
        "limits.account-rate",
        "Requests per second of one account, 0 for no limit",
        default: "50"
    )
    static let accountBurst = Self(
        "limits.account-burst",
        "Requests that one account may send at once",
        default: "200"
    )
    static let accountDocuments = Self(
        "limits.account-documents",
        "Documents that one account may own",
        default: "10000"
    )
    static let addressRate = Self(
        "limits.address-rate",
        "Requests per second of one address, 0 for no limit",
        default: "200"
    )
    static let addressBurst = Self(
        "limits.address-burst",
        "Requests that one address may send at once",
        default: "1000"
    )

    static let logLevel = Self(
        "log.level",
        "trace, debug, info, notice, warning, error or critical",
        default: "info"
    )
    static let logFormat = Self("log.format", "plain or json", default: "plain")
}
