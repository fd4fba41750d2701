#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Data {
    /// Reads base64 (RFC 4648, section 4) in its one canonical form, and nothing else.
    package init?(canonicalBase64 text: String) {
        // Foundation also accepts other forms, such as a surplus `=`.
        guard let bytes = [UInt8](canonicalBase64: text.utf8) else { return nil }
        self.init(bytes)
    }
}
