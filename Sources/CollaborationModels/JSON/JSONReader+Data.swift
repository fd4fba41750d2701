import CollaborationCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONReader {
    /// Reads a string of base64.
    mutating func readData(in json: Span<UInt8>) throws(MalformedJSONError) -> Data {
        try readBase64(in: json) { bytes in
            // Safe: the bytes are copied here.
            unsafe bytes.withUnsafeBufferPointer { unsafe Data($0) }
        }
    }

    /// Reads a string of base64 as a digest; a failure unless it has 32 bytes.
    mutating func readDigest(
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> Result<SHA256Digest, SHA256DigestError> {
        try readBase64(in: json) { bytes in
            // Safe: the bytes are copied here.
            unsafe bytes.withUnsafeBufferPointer { buffer in
                Result { () throws(SHA256DigestError) in
                    try unsafe SHA256Digest(rawRepresentation: buffer)
                }
            }
        }
    }
}
