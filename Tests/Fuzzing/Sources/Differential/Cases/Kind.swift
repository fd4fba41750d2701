/// A kind of signature to verify.
enum Kind: String, CaseIterable, Sendable {
    case signed = "signed by swift-crypto"
    case madeFromNonce = "made from a nonce"
    case highS = "high s"
    case smallS = "small s"
    case nearOrderS = "s near n"
    case smallR = "small r"
    case nearOrderR = "r near n"
    case xAtOrAboveOrder = "x(R) at or above n"
    case rBeyondPrime = "x(R) congruent to r + n modulo p only"
    case digestZero = "digest zero: u1 = 0"
    case digestOrder = "digest n: u1 = 0"
    case digestAboveOrder = "digest above n"
    case keyIsGenerator = "Q = G"
    case keyIsNegativeGenerator = "Q = -G"
    case smallMultiples = "Q a small multiple of G, u1 and u2 small"
    case smallFactors = "u1 and u2 small"
    case longRuns = "u1 and u2 of long runs of bits"
    case equalHalves = "u1 G = u2 Q"
    case oppositeHalves = "u1 G = -u2 Q"
    case digestChanged = "a bit of the digest changed"
    case rChanged = "a bit of r changed"
    case sChanged = "a bit of s changed"
    case sNegated = "n - s for s"
    case rNegated = "n - r for r"
    case swapped = "r and s swapped"
    case otherKey = "another key"
    case negatedKey = "the negative of the key"
    case outOfRange = "r or s not in 1 ..< n"
    case random = "random r and s"

    /// The verdict that follows from the way in which a signature of the kind is made.
    enum Expectation: Sendable {
        case valid
        case invalid

        /// No verdict is expected: by coincidence such a signature may be valid. Both libraries must agree.
        case agreement
    }

    var expectation: Expectation {
        switch self {
        case .signed, .madeFromNonce, .highS, .smallS, .nearOrderS, .smallR, .nearOrderR, .xAtOrAboveOrder,
            .digestZero, .digestOrder, .digestAboveOrder, .keyIsGenerator, .keyIsNegativeGenerator,
            .smallMultiples, .smallFactors, .longRuns, .equalHalves, .sNegated:
            .valid
        case .rBeyondPrime, .oppositeHalves, .outOfRange: .invalid
        case .digestChanged, .rChanged, .sChanged, .rNegated, .swapped, .otherKey, .negatedKey, .random:
            .agreement
        }
    }

    /// The kinds from which a changed signature is made.
    static let valid = allCases.filter { $0.expectation == .valid && $0 != .sNegated }
}
