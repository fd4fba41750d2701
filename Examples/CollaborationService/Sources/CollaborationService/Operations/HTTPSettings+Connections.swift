import HummingbirdCore
import HummingbirdTLS
import NIOCore
import NIOSSL

extension HTTPSettings {
    /// How connections are handled: with time-outs, and with TLS if there is a certificate.
    ///
    /// - Parameter maximumOfAddress: How many one address may have open; a proxy has all.
    func connections(maximumOfAddress: Int) throws(StartError) -> HTTPServerBuilder {
        let open = OpenConnections(maximumOfAddress: isBehindProxy ? .max : maximumOfAddress)
        let http1 = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [
                    ConnectionCountHandler(open),
                    SlowClientHandler(
                        firstRequest: min(idleTimeout, .seconds(10)),
                        timeout: requestTimeout,
                        drainTime: drainTime
                    ),
                ],
                idleTimeout: TimeAmount(idleTimeout),
                // A connection keeps as much of a head that is too large until it ends.
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16_384,
                    maxHeaderListSize: 32_768,
                    maxHeaderFieldCount: 100
                )
            )
        )
        guard let certificate else { return http1 }
        do {
            return try .tls(http1, tlsConfiguration: certificate.configuration())
        } catch let error as StartError {
            throw error
        } catch {
            throw .configuration("http.certificate cannot be used: \(error).")
        }
    }

    /// The host and a port, as in a URL.
    func authority(_ port: Int) -> String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

extension HTTPSettings.Certificate {
    func configuration() throws(StartError) -> TLSConfiguration {
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(Array(chain)), !chain.isEmpty else {
            throw .configuration("http.certificate is not the file of a certificate in PEM.")
        }
        guard let key = try? NIOSSLPrivateKey(bytes: Array(privateKey), format: .pem) else {
            throw .configuration("http.private-key is not the file of a private key in PEM.")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        // The server would find this out only when it listens.
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw .configuration("http.private-key does not belong to http.certificate.")
        }
        return configuration
    }
}
