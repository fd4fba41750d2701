import Foundation
import NIOSSL

/// The members of a cluster of etcd, and how a client is known to them.
public struct EtcdCluster: Sendable {
    var endpoints: [String]
    let user: (name: String, password: String)?

    /// Verifies the members' certificates, and has that of the client; nil without TLS.
    let tls: TLSConfiguration?

    /// Reads a URL such as `etcds://user:password@host:port,host:port?sslrootcert=ca.pem&sslcert=client.pem&sslkey=client.key`.
    ///
    /// With `etcds` for TLS; all but the members may be absent. The names of the files are those of PostgreSQL's URLs. Without
    /// `sslrootcert` the certificate authorities of the system are trusted.
    ///
    /// - Throws: `EtcdError` for a text of another form, and for a file that cannot be read or is of another kind.
    public init(url: String) throws(EtcdError) {
        let form = #/etcd(s?)://(?:([^:@/]+):([^:@/]+)@)?([^/@?]+)(?:\?(.*))?/#
        let member = #/(?:[^:\[\]]+|\[[0-9A-Fa-f:.]+\]):([0-9]+)/#
        // A port of more than 16 bits would end the process.
        guard let (_, secure, user, password, list, query) = url.wholeMatch(of: form)?.output,
            case let members = list.split(separator: ",", omittingEmptySubsequences: false),
            members.allSatisfy({ $0.wholeMatch(of: member).flatMap { UInt16($0.1) } != nil })
        else { throw EtcdError(description: "It is not of the form etcd://host:port,host:port.") }
        endpoints = members.map(String.init)
        let credentials = [user, password].compactMap { $0.flatMap { String($0).removingPercentEncoding } }
        guard credentials.count == (user == nil ? 0 : 2) else {
            throw EtcdError(description: "Its user or password is not percent-encoded UTF-8.")
        }
        self.user = credentials.isEmpty ? nil : (credentials[0], credentials[1])
        var files: [String: String] = [:]
        for item in query?.split(separator: "&") ?? [] {
            let parts = item.split(separator: "=", maxSplits: 1).compactMap { String($0).removingPercentEncoding }
            guard parts.count == 2, ["sslrootcert", "sslcert", "sslkey"].contains(parts[0]), !secure.isEmpty else {
                throw EtcdError(description: "\"\(item)\" names no file of TLS, or there is none.")
            }
            files[parts[0]] = parts[1]
        }
        guard !secure.isEmpty else {
            tls = nil
            return
        }
        do {
            var tls = TLSConfiguration.makeClientConfiguration()
            if let file = files["sslrootcert"] {
                tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(file))
            }
            if let file = files["sslcert"] {
                tls.certificateChain = try NIOSSLCertificate.fromPEMFile(file).map { .certificate($0) }
                tls.privateKey = .privateKey(try NIOSSLPrivateKey(file: files["sslkey"] ?? file, format: .pem))
            }
            _ = try NIOSSLContext(configuration: tls)
            self.tls = tls
        } catch {
            throw EtcdError(description: "The files of the certificates cannot be used: \(error)")
        }
    }
}
