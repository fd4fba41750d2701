import CollaborationCrypto

extension JSONReader {
    /// Reads a string of base64.
    mutating func readBytes<Bytes: RangeReplaceableCollection<UInt8>>(
        as type: Bytes.Type = Bytes.self,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> Bytes {
        try readBase64(in: json) { bytes in
            // Safe: the bytes are copied here.
            unsafe bytes.withUnsafeBufferPointer { unsafe Bytes($0) }
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
