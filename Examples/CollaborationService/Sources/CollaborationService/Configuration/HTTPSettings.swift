import Foundation
import NIOSSL

/// How the service listens.
struct HTTPSettings: Sendable {
    let host: String
    let port: Int

    /// Where the back end and those who run the server ask.
    let operationsHost: String
    let operationsPort: Int
    let tls: TLSConfiguration?

    /// What links look like, with `{collaboration}`; nil if they begin with the host that the request names.
    let link: String?

    /// The apps that open the links, each by its team and its bundle identifier.
    let appIDs: [String]

    /// Whether a proxy of one's own is in front, so that the last address of X-Forwarded-For is the client's.
    let isBehindProxy: Bool

    /// How long the server goes on after SIGTERM, without being ready.
    let drainTime: Duration

    init(_ reader: SettingsReader, mode: Settings.Mode) throws(StartError) {
        host = try reader.required(.host)
        isBehindProxy = try reader.flag(.behindProxy)
        operationsHost = try reader.required(.operationsHost)
        operationsPort = try reader.number(.operationsPort, in: 0...65_535)
        let isLocal = [host, operationsHost].allSatisfy { ["127.0.0.1", "::1", "localhost"].contains($0) }
        guard mode == .production || isLocal && !isBehindProxy else {
            throw .configuration(
                "In development mode anybody gets tokens, so the server listens on 127.0.0.1 only and behind no proxy."
                    + " Set mode to production for this http.host or http.behind-proxy."
            )
        }
        port = try reader.number(.port, in: 0...65_535)
        tls = try reader.file(.certificate).map { pem throws(StartError) in try Self.tls(pem) }
        link = try Self.link(reader, mode: mode)
        appIDs = try reader.list(.appIDs)
        for id in appIDs where id.wholeMatch(of: /[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+/) == nil {
            throw .configuration("http.app-ids has \"\(id)\": an app is such as ABCDE12345.com.example.recipes.")
        }
        drainTime = .seconds(try reader.number(.drainTime, in: 0...3600))
    }

    private static func tls(_ pem: Data) throws(StartError) -> TLSConfiguration {
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(Array(pem)), !chain.isEmpty,
            let key = try? NIOSSLPrivateKey(bytes: Array(pem), format: .pem)
        else { throw .configuration("http.certificate has no certificate or no private key in PEM: it needs both.") }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        // Of TLS 1.2 those with authenticated encryption, and none with CBC.
        configuration.cipherSuites = [
            "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
            "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
        ].joined(separator: ":")
        // The server would find this out only when it listens.
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw .configuration("The private key in http.certificate does not belong to the certificate.")
        }
        return configuration
    }

    private static func link(_ reader: SettingsReader, mode: Settings.Mode) throws(StartError) -> String? {
        let setting = try reader.text(.link) == nil ? Setting.publicURL : .link
        guard let text = try mode == .production ? reader.required(setting) : reader.text(setting) else { return nil }
        let link = setting == .link ? text : text.replacing(#/\/+$/#, with: "") + "/collaborations/{collaboration}"
        let (parts, schemes) = (link.components(separatedBy: "{collaboration}"), ["https", "http"])
        guard parts.count == 2, URL(string: parts[0])?.path().hasPrefix("/") == true,
            let url = URL(string: parts.joined(), encodingInvalidCharacters: false), url.host()?.isEmpty == false,
            schemes.prefix(mode == .production ? 1 : 2).contains(url.scheme?.lowercased() ?? ""),
            (1...65_535).contains(url.port ?? 443), !link.contains(where: { "?#@".contains($0) })
        else {
            throw .configuration(
                "\(setting.name) is \"\(text)\": it must be a URL as in its example, without a user, a query or a"
                    + " fragment. \(setting.summary)."
            )
        }
        return link
    }
}
