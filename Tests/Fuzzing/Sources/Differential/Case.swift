import BigInt

enum Kind: String, CaseIterable {
    // Valid.
    case anyNonce = "any nonce"
    case highS = "s above n / 2"
    case edgeS = "s small or near n"
    case edgeR = "r small or near n"
    case xAboveOrder = "x(R) at or above n"
    case edgeDigest = "digest zero, n or above n"
    case generator = "Q = G or Q = -G"
    case smallMultiples = "u1 and u2 small, Q any or a small multiple of G"
    case longRuns = "u1 and u2 of long runs of bits"
    case equalHalves = "u1 G = u2 Q"
    // Invalid.
    case oppositeHalves = "u1 G = -u2 Q"
    case beyondPrime = "x(R) congruent to r + n modulo p only"
    case outOfRange = "r or s not in 1 ..< n"
    // Invalid but for a coincidence, so only agreement is expected.
    case digestBit = "a bit of the digest changed"
    case signatureBit = "a bit of r or s changed"
    case rNegated = "n - r for r"
    case swapped = "r and s swapped"
    case otherKey = "another key"
    case negatedKey = "the negative of the key"
    case random = "random r and s"

    /// The kinds that are valid by the way they are made.
    static let valid = Array(allCases.prefix { $0 != .oppositeHalves })

    /// The verdict that follows from the way in which a signature of the kind is made.
    var isValid: Bool? {
        switch self {
        case .oppositeHalves, .beyondPrime, .outOfRange: false
        default: Self.valid.contains(self) ? true : nil
        }
    }
}

struct Case {
    let kind: Kind

    /// The key in the uncompressed form.
    var key: [UInt8]

    /// 32 bytes.
    var digest: [UInt8]

    /// r and s, 32 bytes each.
    var signature: [UInt8]

    init(_ kind: Kind, key: Point, digest: BigUInt, r: BigUInt, s: BigUInt) {
        (self.kind, self.key, self.digest) = (kind, key.x963, digest.bytes)
        signature = r.bytes + s.bytes
    }
}
