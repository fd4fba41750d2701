package import Foundation

/// The folder that contains this package's manifest.
package let packageFolder: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
        folder.deleteLastPathComponent()
    }
    return folder
}()

/// A vector file of another project, which is not in this repository.
///
/// The files are looked up in `../shared/vectors` beside the package, or in the folder that the environment
/// variable `COLLABORATION_VECTORS` names. A test that needs a file is skipped when the file is absent. With
/// `COLLABORATION_VECTORS_REQUIRED=1` it runs and fails instead.
package struct VectorFile: CustomStringConvertible, Sendable {
    private let name: String
    private let origin: String

    private static let wycheproof = "github.com/C2SP/wycheproof, testvectors_v1"
    private static let validationProgram = "NIST CAVP, shabytetestvectors"

    package static let wycheproofECDSA = VectorFile(name: "ecdsa_secp256r1_sha256_test.json", origin: wycheproof)
    package static let wycheproofHMAC = VectorFile(name: "hmac_sha256_test.json", origin: wycheproof)
    package static let nistShortMessages = VectorFile(name: "SHA256ShortMsg.rsp", origin: validationProgram)
    package static let nistLongMessages = VectorFile(name: "SHA256LongMsg.rsp", origin: validationProgram)
    package static let jsonTestSuite = VectorFile(
        name: "json-parsing.json",
        origin: "github.com/nst/JSONTestSuite, test_parsing"
    )

    private static let environment = ProcessInfo.processInfo.environment

    private var url: URL {
        let folder =
            Self.environment["COLLABORATION_VECTORS"].map { URL(filePath: $0) }
            ?? packageFolder.appending(path: "../shared/vectors").standardizedFileURL
        return folder.appending(path: name)
    }

    package var description: String { name }

    /// Whether a test over the file runs: the file is there, or its absence is a failure.
    package var isAvailableOrRequired: Bool {
        Self.environment["COLLABORATION_VECTORS_REQUIRED"] == "1" || FileManager.default.fileExists(atPath: url.path)
    }

    /// The reason why a test over the file is skipped.
    package var absence: String { "\(url.path) is absent; get it from \(origin)" }

    /// The bytes of the file.
    package func contents() throws -> Data { try Data(contentsOf: url) }
}
