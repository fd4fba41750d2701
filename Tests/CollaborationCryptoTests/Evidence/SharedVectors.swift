import Foundation

/// Vector files of other projects, which are not in this repository.
///
/// They lie in `../shared/vectors` beside the package, or where `COLLABORATION_VECTORS` points. A file that
/// is not there is reported in one line, and what needs it is left out.
enum SharedVectors {
    private static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["COLLABORATION_VECTORS"].map { URL(filePath: $0) }
        var root = URL(filePath: #filePath)
        for _ in ["SharedVectors.swift", "Evidence", "CollaborationCryptoTests", "Tests"] {
            root.deleteLastPathComponent()
        }
        let folder = named ?? root.appending(path: "../shared/vectors").standardizedFileURL
        guard !FileManager.default.fileExists(atPath: folder.path) else {
            return folder
        }
        print(
            "Vectors not found in \(folder.path): get the ecdsa_secp256r1_sha256 and hmac_sha256 files from",
            "github.com/C2SP/wycheproof (testvectors_v1) and SHA256*Msg.rsp from NIST CAVP (shabytetestvectors)."
        )
        return nil
    }()

    /// The bytes of a file, or `nil` where it is not there, which has then been said.
    static func file(named name: String, from origin: String) -> Data? {
        guard let folder else {
            return nil
        }
        let file = folder.appending(path: name)
        guard FileManager.default.fileExists(atPath: file.path) else {
            print("Vectors not found: \(name), which comes from \(origin).")
            return nil
        }
        return FileManager.default.contents(atPath: file.path) ?? Data()
    }
}
