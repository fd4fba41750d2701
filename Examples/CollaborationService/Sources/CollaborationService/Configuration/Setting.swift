import CollaborationServer
import Foundation

/// A setting.
///
/// Its raw value is its row in the README: the name in the configuration file, the default value, and what it is for. A
/// secret must be in no log and in no argument, which every process of the machine can read.
// swift-format-ignore
enum Setting: String, CaseIterable, Sendable {
    case configurationFile = "config | | A JSON file with settings"
    case secretsDirectory = "secrets | | A folder with a file for each secret, such as challenge-key"
    case mode = "mode | development | development or production"
    case host = "http.host | 127.0.0.1 | The address to listen on"
    case port = "http.port | 8080 | The port to listen on, 0 for any that is free"
    case publicURL = "http.public-url | | Where clients reach the server, such as https://documents.example.com"
    case appIDs = "http.app-ids | | The apps that open its links, such as ABCDE12345.com.example.recipes, separated by commas"
    case certificate = "http.certificate | | The PEM file of the certificate chain, for TLS"
    case privateKey = "http.private-key | | The PEM file of the certificate's private key"
    case behindProxy = "http.behind-proxy | false | Whether all requests come through your proxy, which adds the client to X-Forwarded-For"
    case maximumConnections = "http.maximum-connections | 6000 | The number of open connections, beyond which others wait"
    case idleTimeout = "http.idle-timeout | 60 | Seconds after which a connection without a request is closed"
    case requestTimeout = "http.request-timeout | 30 | Seconds within which a request must arrive and its answer must be read"
    case drainTime = "http.drain-time | 0 | Seconds after SIGTERM in which /ready answers 503 and everything else goes on"
    case shutdownTimeout = "http.shutdown-timeout | 30 | Seconds that open requests have to finish after that"
    case databasePath = "database.path | collaboration-service.sqlite | The file of the SQLite database"
    case databaseURL = "database.url | | postgresql://... or etcd://host:port,host:port, used in place of the file (secret)"
    case databaseConnections = "database.connections | 4 | The number of connections to PostgreSQL, half of them for reads"
    case challengeKey = "challenge.key | | The key of the challenges, 32 random bytes in base64 (secret)"
    case formerChallengeKeys = "challenge.former-keys | | Other keys whose challenges are accepted, separated by commas (secret)"
    case challengeLifetime = "challenge.lifetime | 120 | Seconds within which a challenge must be answered"
    case clockTolerance = "challenge.clock-tolerance | 60 | Seconds by which the clocks of servers may differ"
    case accountSecret = "accounts.secret | | The secret that signs the tokens of accounts (HS256), 32 random bytes in base64 (secret)"
    case formerAccountSecrets = "accounts.former-secrets | | Other secrets whose tokens are accepted, separated by commas (secret)"
    case accountPublicKey = "accounts.public-key | | The PEM file of the public key that verifies the tokens of accounts (ES256)"
    case accountIssuer = "accounts.issuer | | The issuer (iss) that a token must name"
    case accountAudience = "accounts.audience | | The audience (aud) that a token must name"
    case accountRate = "limits.account-rate | 50 | Requests per second of one account, 0 for no limit"
    case accountBurst = "limits.account-burst | 200 | Requests that one account may send at once"
    case accountDocuments = "limits.account-documents | 10000 | Documents that one account may own"
    case addressRate = "limits.address-rate | 200 | Requests per second of one address, 0 for no limit"
    case addressBurst = "limits.address-burst | 1000 | Requests that one address may send at once"
    case addressConnections = "limits.address-connections | 300 | Open connections of one address; behind your proxy no limit, since all are the proxy's"
    case logLevel = "log.level | info | trace, debug, info, notice, warning, error or critical"
    case logFormat = "log.format | plain | plain or json"
}

extension Setting {
    /// The type of the value in a JSON file, as the end of the sentence that it must be that.
    enum Kind: String {
        case text = "text in quotation marks"
        case number = "a number"
        case flag = "true or false"
        case list = "text in quotation marks, or an array of such texts"
    }

    private var cells: [String] {
        rawValue.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The name in the configuration file, such as `http.idle-timeout`.
    var name: String { cells[0] }

    /// The value if no source has one; nil if there is none.
    var defaultValue: String? { cells[1].isEmpty ? nil : cells[1] }

    /// What the setting is for.
    var summary: String { cells[2] }

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

    /// Reads a key from base64.
    ///
    /// White space at the ends is ignored. Refuses a key that is too short, and one that repeats the same bytes, as zeros or
    /// a repeated word do.
    func keyBytes(_ text: String) throws(StartError) -> [UInt8] {
        guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw .configuration("\(name) is not base64. CollaborationService new-key makes a key.")
        }
        // The length of the codes made with it (RFC 2104, RFC 7518).
        let minimum = 32
        guard bytes.count >= minimum else {
            throw .configuration("\(name) has \(bytes.count) bytes, and at least \(minimum) are needed.")
        }
        // Of 32 random bytes about one key in 2 to the power of 128 does so.
        let shifts = 1...bytes.count / 2
        guard !shifts.contains(where: { bytes.dropFirst($0).elementsEqual(bytes.dropLast($0)) }) else {
            throw .configuration("\(name) repeats the same bytes. CollaborationService new-key makes a key.")
        }
        return [UInt8](bytes)
    }
}
