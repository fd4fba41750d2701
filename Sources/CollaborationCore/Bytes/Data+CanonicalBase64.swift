#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Data {
    /// Reads base64 (RFC 4648, section 4) in its one canonical form, and nothing else.
    package init?(canonicalBase64 text: String) {
        // Foundation also accepts other forms, such as a surplus `=`.
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        self = data
    }
}
