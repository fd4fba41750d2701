/// A setting: its name, its default value and what it is for.
struct Setting: Hashable, Sendable {
    /// The name in the configuration file, such as `http.idle-timeout`.
    let name: String

    /// The value without which the server would not start, or nil if there need not be one.
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
    var argument: String { "--" + name.replacing(".", with: "-") }

    /// The name in the environment, such as `HTTP_IDLE_TIMEOUT`.
    var variable: String { name.replacing(".", with: "_").replacing("-", with: "_").uppercased() }
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
        "Whether the last address of X-Forwarded-For is the client's",
        default: "false"
    )
    static let maximumConnections = Self(
        "http.maximum-connections",
        "Further connections wait",
        default: "20000"
    )
    static let idleTimeout = Self(
        "http.idle-timeout",
        "Seconds until a connection without request ends",
        default: "60"
    )
    static let requestTimeout = Self(
        "http.request-timeout",
        "Seconds in which a request must arrive",
        default: "30"
    )
    static let shutdownTimeout = Self(
        "http.shutdown-timeout",
        "Seconds that open requests have to finish after SIGTERM",
        default: "30"
    )

    static let databasePath = Self("database.path", "The file of SQLite", default: "document-server.sqlite")
    static let databaseURL = Self(
        "database.url",
        "The URL of a PostgreSQL database, used in place of SQLite",
        isSecret: true
    )
    static let databaseConnections = Self("database.connections", "Connections to PostgreSQL", default: "8")

    static let challengeKey = Self("challenge.key", "32 random bytes in base64", isSecret: true)
    static let formerChallengeKeys = Self(
        "challenge.former-keys",
        "Further keys whose challenges are accepted, separated by commas",
        isSecret: true
    )
    static let challengeLifetime = Self(
        "challenge.lifetime",
        "Seconds in which to answer a challenge",
        default: "120"
    )
    static let clockTolerance = Self(
        "challenge.clock-tolerance",
        "Seconds by which clocks may differ",
        default: "60"
    )

    static let accountSecret = Self(
        "accounts.secret",
        "32 random bytes in base64, which sign the accounts' tokens (HS256)",
        isSecret: true
    )
    static let formerAccountSecrets = Self(
        "accounts.former-secrets",
        "Further secrets whose tokens are accepted, separated by commas",
        isSecret: true
    )
    static let accountPublicKey = Self(
        "accounts.public-key",
        "The PEM file of the key that verifies the accounts' tokens (ES256)"
    )
    static let accountIssuer = Self("accounts.issuer", "The iss that a token must have")
    static let accountAudience = Self("accounts.audience", "The aud that a token must have")

    static let accountRate = Self(
        "limits.account-rate",
        "Requests a second of an account, 0 for no limit",
        default: "50"
    )
    static let accountBurst = Self("limits.account-burst", "Requests of an account at once", default: "200")
    static let accountDocuments = Self(
        "limits.account-documents",
        "Documents of an account",
        default: "10000"
    )
    static let addressRate = Self(
        "limits.address-rate",
        "Requests a second of an address, 0 for no limit",
        default: "200"
    )
    static let addressBurst = Self("limits.address-burst", "Requests of an address at once", default: "1000")

    static let logLevel = Self(
        "log.level",
        "trace, debug, info, notice, warning, error or critical",
        default: "info"
    )
    static let logFormat = Self("log.format", "plain or json", default: "plain")
}
