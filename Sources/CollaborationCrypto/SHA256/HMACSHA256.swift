/// The keyed-hash message authentication code HMAC with SHA-256 (RFC 2104, FIPS 198-1).
public enum HMACSHA256 {
    /// Returns the authentication code of a message under a key.
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
            withSpan(of: key) { authenticationCode(for: data, using: $0) }
        }
    }

    /// Returns whether a code is that of a message under a key.
    ///
    /// The comparison takes constant time.
    ///
    /// - Parameters:
    ///   - code: The code to check. It is invalid if it is not 32 bytes long.
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
        // The length of a code is not secret, so this may return early.
        guard let code = try? SHA256Digest(rawRepresentation: code) else { return false }
        return code == expected
    }

    /// Computes the inner hash, of the message, and the outer hash, of its digest (RFC 2104, section 2).
    ///
    /// A key longer than a block is first replaced with its digest.
    @usableFromInline
    static func authenticationCode(for data: Span<UInt8>, using key: Span<UInt8>) -> SHA256Digest {
        guard key.count <= SHA256.blockByteCount else {
            // `Array.span` needs macOS 26, `ArraySlice.span` does not.
            let digest = SHA256.hash(key).rawRepresentation[0...]
            return authenticationCode(for: data, using: digest.span)
        }
        let inner = hash(data, afterKey: key, mask: 0x36).rawRepresentation[0...]
        return hash(inner.span, afterKey: key, mask: 0x5c)
    }

    /// Hashes a block and the data after it: the key, padded with zeros, with each byte XORed with a mask.
    private static func hash(_ data: Span<UInt8>, afterKey key: Span<UInt8>, mask: UInt8) -> SHA256Digest {
        var state = SHA256State.initial
        withTemporarySpan(repeating: mask, count: SHA256.blockByteCount) { block in
            for index in 0..<key.count {
                block[index] ^= key[index]
            }
            state.compress(SHA256Words(bigEndian: block.span, at: 0))
        }
        let messageByteCount = UInt64(SHA256.blockByteCount) + UInt64(data.count)
        let rest = state.compressBlocks(of: data, from: 0)
        return state.finalized(with: data, from: rest, messageByteCount: messageByteCount)
    }
}
