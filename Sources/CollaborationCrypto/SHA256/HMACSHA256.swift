/// The keyed-hash message authentication code HMAC with SHA-256 (RFC 2104, FIPS 198-1).
public enum HMACSHA256 {
    /// The code of a message under a key.
    ///
    /// - Parameters:
    ///   - data: The message, any number of bytes.
    ///   - key: The secret, any number of bytes; 32 random ones are enough (RFC 2104, section 3).
    /// - Returns: The code, 32 bytes.
    @inlinable
    public static func authenticationCode(
        for data: some Collection<UInt8>,
        using key: some Collection<UInt8>
    ) -> SHA256Digest {
        withSpan(of: data) { data in
            withSpan(of: key) { key in
                authenticationCode(for: data, using: key)
            }
        }
    }

    /// Checks in constant time that a code is that of a message under a key.
    ///
    /// - Parameters:
    ///   - code: The code to check; one that is not 32 bytes long is not valid.
    ///   - data: The message, any number of bytes.
    ///   - key: The secret, any number of bytes.
    /// - Returns: Whether the code is valid.
    @inlinable
    public static func isValidAuthenticationCode(
        _ code: some Collection<UInt8>,
        authenticating data: some Collection<UInt8>,
        using key: some Collection<UInt8>
    ) -> Bool {
        let expected = authenticationCode(for: data, using: key)
        // A digest's length is no secret; its bytes are compared in constant time.
        guard let code = try? SHA256Digest(rawRepresentation: code) else { return false }
        return code == expected
    }

    @usableFromInline
    static func authenticationCode(for data: Span<UInt8>, using key: Span<UInt8>) -> SHA256Digest {
        // A key longer than a block is replaced with its digest (RFC 2104, section 2).
        let shortKey = key.count > SHA256.blockByteCount ? SHA256.hash(key).rawRepresentation : nil
        func paddedKey(xor mask: UInt8) -> [UInt8] {
            (0..<SHA256.blockByteCount).map { index in
                if let shortKey { return (index < shortKey.count ? shortKey[index] : 0) ^ mask }
                return (index < key.count ? key[index] : 0) ^ mask
            }
        }
        var inner = SHA256()
        inner.update(data: paddedKey(xor: 0x36))
        inner.update(data)
        var outer = SHA256()
        outer.update(data: paddedKey(xor: 0x5c))
        outer.update(data: inner.finalize().rawRepresentation)
        return outer.finalize()
    }
}
