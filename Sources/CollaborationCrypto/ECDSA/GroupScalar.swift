// What signing needs beyond verification. `CollaborationTesting` alone calls it, with keys that are made for
// a test: it runs in variable time, and no module that a server links holds a private key.

extension P256 {
    /// An integer modulo n, the prime order of the group.
    package struct GroupScalar: Hashable, Sendable {
        private let scalar: Scalar

        private init(_ scalar: Scalar) {
            self.scalar = scalar
        }

        /// Takes 32 bytes, most significant first, of an integer below n; nil for any others.
        package init?(bigEndian bytes: [UInt8]) {
            guard bytes.count == UInt256.byteCount else { return nil }
            guard let scalar = Scalar(withSpan(of: bytes) { UInt256(bigEndian: $0, at: 0) }) else {
                return nil
            }
            self.init(scalar)
        }

        /// Takes a digest as an integer modulo n (FIPS 186-5, 6.4.1).
        package init(reducing digest: SHA256Digest) {
            self.init(Scalar(reducing: digest.integer))
        }

        /// The x coordinate of a point modulo n.
        package init(xOf point: Signing.PublicKey) {
            self.init(Scalar(reducing: point.point.x.integer))
        }

        package var isZero: Bool { scalar.isZero }

        /// The integer's 32 bytes, most significant first.
        package var bigEndianBytes: [UInt8] { scalar.integer.bigEndianBytes }

        package static func + (a: Self, b: Self) -> Self {
            let (sum, carry) = a.scalar.integer.addingReportingCarry(b.scalar.integer)
            return Self(Scalar(reducing: sum, carry: carry))
        }

        /// The product, as a quotient by the inverse, which is the one operation that verification has.
        package static func * (a: Self, b: Self) -> Self {
            guard !b.isZero else { return b }
            return a / (one / b)
        }

        /// The quotient by an integer that is not zero.
        package static func / (a: Self, b: Self) -> Self {
            Self(Scalar.quotients(a.scalar, a.scalar, by: b.scalar).0)
        }

        private static let one = Self(Scalar(reducing: UInt256(1, 0, 0, 0)))

        /// This multiple of the generator; nil for zero, whose multiple is infinity.
        package var timesGenerator: Signing.PublicKey? {
            FixedBaseComb.generator.multiple(by: scalar).affine.map(Signing.PublicKey.init(point:))
        }
    }
}

extension P256.Signing.PublicKey {
    /// The sum of two points; nil for opposite ones, whose sum is infinity.
    package func adding(_ other: Self) -> Self? {
        JacobianPoint(point).adding(other.point).affine.map(Self.init(point:))
    }
}
