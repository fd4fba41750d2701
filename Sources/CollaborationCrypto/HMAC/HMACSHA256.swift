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
            withSpan(of: key) { key in
                authenticationCode(for: data, using: key)
            }
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
    @usableFromInline
    static func authenticationCode(for data: Span<UInt8>, using key: Span<UInt8>) -> SHA256Digest {
        let keyBlock = SHA256Words(key: key)
        var inner = SHA256State.initial
        inner.compress(keyBlock ^ 0x3636_3636)
        let messageByteCount = UInt64(SHA256.blockByteCount) + UInt64(data.count)
        let rest = inner.compressBlocks(of: data, from: 0)
        let digest = inner.finalized(with: data, from: rest, messageByteCount: messageByteCount)
        var outer = SHA256State.initial
        outer.compress(keyBlock ^ 0x5c5c_5c5c)
        outer.compress(SHA256Words(digestAfterOneBlock: digest.words))
        return SHA256Digest(words: outer)
    }
}

extension SHA256Words {
    /// Makes a block of a key: pads it with zeros, or first replaces a key longer than a block with its
    /// digest.
    fileprivate init(key: Span<UInt8>) {
        guard key.count <= SHA256.blockByteCount else {
            self.init(SHA256.hash(key).words, SHA256State(a: 0, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0, h: 0))
            return
        }
        self = withTemporarySpan(repeating: 0 as UInt8, count: SHA256.blockByteCount) { block in
            for index in 0..<key.count {
                block[index] = key[index]
            }
            return SHA256Words(bigEndian: block.span, at: 0)
        }
    }

    /// Makes the last block of a message of a block and a digest, 96 bytes: the digest, a bit 1, zeros, and
    /// the length, 768 bits.
    fileprivate init(digestAfterOneBlock digest: SHA256State) {
        self.init(digest, SHA256State(a: 0x8000_0000, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0, h: 768))
    }

    /// Combines every word with the same mask.
    fileprivate static func ^ (words: SHA256Words, mask: UInt32) -> SHA256Words {
        SHA256Words(
            words.w0 ^ mask,
            words.w1 ^ mask,
            words.w2 ^ mask,
            words.w3 ^ mask,
            words.w4 ^ mask,
            words.w5 ^ mask,
            words.w6 ^ mask,
            words.w7 ^ mask,
            words.w8 ^ mask,
            words.w9 ^ mask,
            words.w10 ^ mask,
            words.w11 ^ mask,
            words.w12 ^ mask,
            words.w13 ^ mask,
            words.w14 ^ mask,
            words.w15 ^ mask
        )
    }
}
