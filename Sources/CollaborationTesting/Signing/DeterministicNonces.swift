import CollaborationCrypto

/// The numbers k that RFC 6979 (3.2) derives from a private key and the digest of a message.
struct DeterministicNonces {
    private var key = [UInt8](repeating: 0, count: 32)
    private var value = [UInt8](repeating: 1, count: 32)

    init(key scalar: P256.GroupScalar, digest: SHA256Digest) {
        let seed = scalar.bigEndianBytes + P256.GroupScalar(reducing: digest).bigEndianBytes
        update(separator: 0, seed: seed)  // Steps d and e.
        update(separator: 1, seed: seed)  // Steps f and g.
    }

    /// The next number in 1 ..< n (step h).
    mutating func next() -> P256.GroupScalar {
        while true {
            advance()
            // A digest is as long as n, so that one value is a whole candidate.
            let candidate = P256.GroupScalar(bigEndian: value)
            update(separator: 0, seed: [])
            if let candidate, !candidate.isZero { return candidate }
        }
    }

    private mutating func update(separator: UInt8, seed: [UInt8]) {
        key = HMACSHA256.authenticationCode(for: value + [separator] + seed, using: key).rawRepresentation
        advance()
    }

    private mutating func advance() {
        value = HMACSHA256.authenticationCode(for: value, using: key).rawRepresentation
    }
}
