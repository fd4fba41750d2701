/// A setting, as its row in the README has it.
struct Setting: Hashable, Sendable {
    /// The name in the JSON file, such as `http.public-url`.
    let name: String

    /// The value if no source has one; nil if there is none.
    let defaultValue: String?

    let summary: String

    /// Whether it must be in no log and in no argument, which every process of the machine can read.
    let isSecret: Bool

    private init(_ name: String, default defaultValue: String? = nil, isSecret: Bool = false, _ summary: String) {
        (self.name, self.defaultValue, self.summary, self.isSecret) = (name, defaultValue, summary, isSecret)
    }

    /// The name in the folder of secrets, such as `challenge-key`.
    var fileName: String { name.replacing(".", with: "-") }

    /// The name on the command line, such as `--http-public-url`.
    var argument: String { "--" + fileName }

    /// The name in the environment, such as `HTTP_PUBLIC_URL`.
    var variable: String { fileName.replacing("-", with: "_").uppercased() }
}

// swift-format-ignore
extension Setting {
    static let config = Setting("config", "A JSON file with settings")
    static let secrets = Setting("secrets", "A folder with a file for each secret, such as challenge-key")
    static let mode = Setting("mode", default: "development", "development or production")
    static let host = Setting("http.host", default: "127.0.0.1", "The address to listen on")
    static let port = Setting("http.port", default: "8080", "The port to listen on, 0 for any that is free")
    static let operationsHost = Setting("http.operations-host", default: "127.0.0.1", "The address to listen on for your back end and those who run the server")
    static let operationsPort = Setting("http.operations-port", default: "9080", "The port for them, 0 for any that is free")
    static let publicURL = Setting("http.public-url", "What the links begin with, such as https://documents.example.com")
    static let link = Setting("http.link", "What the links look like, such as https://recipes.example/d/{collaboration}, which your own site serves; without it they are http.public-url and /collaborations/{collaboration}")
    static let appIDs = Setting("http.app-ids", "The apps that open the links, such as ABCDE12345.com.example.recipes, separated by commas")
    static let certificate = Setting("http.certificate", "A PEM file with the certificate chain and the private key, for TLS")
    static let behindProxy = Setting("http.behind-proxy", default: "false", "Whether all requests come through your proxy, which adds the client to X-Forwarded-For")
    static let drainTime = Setting("http.drain-time", default: "0", "Seconds after SIGTERM in which /ready answers 503 and everything else goes on")
    static let database = Setting("database.url", default: "sqlite:collaboration-service.sqlite", isSecret: true, "sqlite:FILE, postgresql://... or etcds://user:password@host:port,host:port")
    static let challengeKey = Setting("challenge.key", isSecret: true, "The key of the challenges, 32 random bytes in base64; after a comma others that are accepted")
    static let challengeLifetime = Setting("challenge.lifetime", default: "120", "Seconds within which a challenge must be answered; with several servers more than 60, and the same on all")
    static let accountKey = Setting("accounts.key", isSecret: true, "The secret of whoever issues the tokens of accounts (HS256), in base64; after a comma others that are accepted")
    static let accountPublicKeys = Setting("accounts.public-keys", "In place of accounts.key the https URL of a JWKS, or files with a JWKS or with keys in PEM, separated by commas")
    static let accountClaim = Setting("accounts.claim", default: "sub", "The claim of a token that names the account")
    static let accountIssuer = Setting("accounts.issuer", "The issuer (iss) that a token must name")
    static let accountAudience = Setting("accounts.audience", "The audience (aud) that a token must name")
    static let accountClaims = Setting("accounts.required-claims", "Other claims that a token must have, such as token_use=access,client_id=a1b2c3")
    static let backendToken = Setting("backend.token", isSecret: true, "The token of your back end, 32 random bytes in base64; after a comma others that are accepted")
    static let options = Setting("options", "The JSON file of the share options that the app is built with; without it there are none in production")
    static let rate = Setting("limits.rate", default: "50", "Requests per second of one account, four times as many of one address; 0 for no limits of accounts and addresses")
    static let maximumStarted = Setting("limits.collaborations", default: "1000", "How many collaborations an account may have started that are not forgotten, each of at most 1 MiB")
    static let logLevel = Setting("log.level", default: "info", "trace, debug, info, notice, warning, error or critical")
    static let auditFile = Setting("audit.file", default: "-", "The file of the audit log, - for the standard output")
    static let auditMayLose = Setting("audit.may-lose", default: "false", "Whether acts go on when a line of the audit log cannot be written, which is lost")

    static let all = [
        config, secrets, mode, host, port, operationsHost, operationsPort, publicURL, link,
        appIDs, certificate, behindProxy, drainTime, database, challengeKey, challengeLifetime, accountKey,
        accountPublicKeys, accountClaim, accountIssuer, accountAudience, accountClaims, backendToken, options, rate, maximumStarted, logLevel, auditFile, auditMayLose,
    ]
}
