import Foundation

/// How the server listens, and what a connection may take.
struct HTTPSettings: Sendable {
    /// A certificate chain and its private key, in PEM.
    struct Certificate: Sendable { let chain: Data, privateKey: Data }

    let host: String
    let port: Int
    let certificate: Certificate?

    /// Where clients reach the server; nil if a link may begin with the host that the request names.
    let publicURL: String?

    /// The apps that open the links of documents, each by its team and its bundle identifier.
    let appIDs: [String]

    /// Whether a proxy of one's own is in front, so that the last address of X-Forwarded-For is the client's.
    let isBehindProxy: Bool

    let maximumConnections: Int

    /// How long a connection may be open without a whole request's head.
    let idleTimeout: Duration

    /// How long a body may take to arrive, and how long a client may not read the answer.
    let requestTimeout: Duration

    /// How long the server goes on after SIGTERM, without being ready.
    let drainTime: Duration

    /// How long open requests have to finish when the server stops.
    let shutdownTimeout: Duration

    init(_ reader: SettingsReader, mode: Settings.Mode) throws(StartError) {
        host = try reader.required(.host)
        guard mode == .production || ["127.0.0.1", "::1", "localhost"].contains(host) else {
            throw .configuration(
                "http.host is \"\(host)\": in development mode, where anybody gets tokens, the server listens"
                    + " on 127.0.0.1 only. Set mode to production."
            )
        }
        port = try reader.number(.port, in: 0...65_535)
        switch (try reader.file(.certificate), try reader.file(.privateKey)) {
        case (let chain?, let key?): certificate = Certificate(chain: chain, privateKey: key)
        case (nil, nil): certificate = nil
        case (.some, nil): throw .configuration("http.certificate is set without http.private-key.")
        case (nil, .some): throw .configuration("http.private-key is set without http.certificate.")
        }
        publicURL = try Self.publicURL(reader, mode: mode)
        appIDs = try reader.list(.appIDs)
        for appID in appIDs where appID.wholeMatch(of: /[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+/) == nil {
            throw .configuration(
                "http.app-ids has \"\(appID)\": it must be a team, a dot and a bundle identifier,"
                    + " such as ABCDE12345.com.example.recipes."
            )
        }
        isBehindProxy = try reader.flag(.behindProxy)
        guard mode == .production || !isBehindProxy else {
            throw .configuration(
                "http.behind-proxy is set: in development mode anybody gets tokens, so no proxy may pass on requests."
                    + " Set mode to production."
            )
        }
        maximumConnections = try reader.number(.maximumConnections, in: 1...1_000_000)
        idleTimeout = try reader.seconds(.idleTimeout, in: 1...3600)
        requestTimeout = try reader.seconds(.requestTimeout, in: 1...3600)
        drainTime = try reader.seconds(.drainTime, in: 0...3600)
        shutdownTimeout = try reader.seconds(.shutdownTimeout, in: 1...3600)
    }

    private static func publicURL(
        _ reader: SettingsReader,
        mode: Settings.Mode
    ) throws(StartError) -> String? {
        guard let text = try reader.text(.publicURL) else {
            guard mode == .development else {
                throw .configuration(
                    "http.public-url is missing. In production the links of documents begin with it:"
                        + " set it to a URL such as https://documents.example.com."
                )
            }
            return nil
        }
        guard let url = URL(string: text, encodingInvalidCharacters: false),
            ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false,
            (1...65_535).contains(url.port ?? 443),
            !text.contains(where: { "?#@".contains($0) })
        else {
            throw .configuration(
                "http.public-url is \"\(text)\": it must be a URL such as https://documents.example.com,"
                    + " without a user, a query or a fragment."
            )
        }
        return String(text.reversed().drop { $0 == "/" }.reversed())
    }
}
