import NIOSSL
import Testing

@testable import CollaborationService

@Suite("TLS settings")
struct CertificateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A certificate that is not one, or that does not belong to its key, is refused with a sentence")
    func certificates() async throws {
        try folder.write(Self.certificate, to: "certificate")
        try folder.write(Self.key, to: "key")
        try folder.write(Self.otherKey, to: "other")
        _ = try await settings("certificate", "key").connections(maximumOfAddress: 1)
        for (certificate, key, sentence) in [
            ("certificate", "other", "http.private-key does not belong to http.certificate."),
            ("key", "key", "http.certificate is not the file of a certificate in PEM."),
            ("certificate", "certificate", "http.private-key is not the file of a private key in PEM."),
        ] {
            let settings = try await settings(certificate, key)
            #expect(throws: StartError.configuration(sentence)) {
                try settings.connections(maximumOfAddress: 1)
            }
        }
    }

    @Test("A client needs at least TLS 1.2")
    func version() async throws {
        try folder.write(Self.certificate, to: "certificate")
        try folder.write(Self.key, to: "key")
        let certificate = try #require(try await settings("certificate", "key").certificate)
        #expect(try certificate.configuration().minimumTLSVersion == .tlsv12)
    }

    @Test("A certificate without its key, and a key without its certificate, are refused")
    func pair() async throws {
        let path = try folder.write(Self.key, to: "key")
        for name in ["--http-certificate", "--http-private-key"] {
            await #expect(throws: StartError.self) { _ = try await folder.settings([name, path]) }
        }
    }

    private func settings(_ certificate: String, _ key: String) async throws -> HTTPSettings {
        let paths = ["\(folder.path)/\(certificate)", "\(folder.path)/\(key)"]
        return try await folder.settings(["--http-certificate", paths[0], "--http-private-key", paths[1]])
            .http
    }

    // From: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=localhost
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBfzCCASWgAwIBAgIULSsxXiYr6geLDYdmZe7GibpRJcAwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAzNDI1NFoYDzIxMjYxMDI5
        MDM0MjU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAARwxlMIzjoUqd5hkeheFZlG0aVqN2cN8vq32mIN3UOUh3cuA8ZdGCgd
        LiKdN9DVumaWcmxeZG5sxeZE3S1NCP8/o1MwUTAdBgNVHQ4EFgQUg86ISypJAKg2
        mxF/9qX3bvD8eX4wHwYDVR0jBBgwFoAUg86ISypJAKg2mxF/9qX3bvD8eX4wDwYD
        VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA+Op/0/VjhctudO8MYbM9
        5paRhlEFHv4zwdGuua5qnpMCIAva4WuvsV1DfaA2pUygnAu0YOLEi5A+rpeSZ2ib
        dutU
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgR49jUUBDK7gJQ1CM
        oY7uU3c3gv99YfseeFJ0olMW4IGhRANCAARwxlMIzjoUqd5hkeheFZlG0aVqN2cN
        8vq32mIN3UOUh3cuA8ZdGCgdLiKdN9DVumaWcmxeZG5sxeZE3S1NCP8/
        -----END PRIVATE KEY-----
        """

    private static let otherKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvtJE9J9gGLtRSkXG
        KrCddx/m4yp407oa4Xs4yY4IS7ChRANCAAQsczbO5vaDZR79kzkERS0cfItgHxVK
        tYKoL2SiRUwDWId9Cqb1Say7CvTeDu5Nhc7kHOXje46uWi2tNHuDdLgm
        -----END PRIVATE KEY-----
        """
}
