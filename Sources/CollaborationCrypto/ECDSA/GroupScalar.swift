// What signing needs beyond verification. It runs in variable time, so it must never see a real private key:
// only `CollaborationTesting` calls it, with keys that are made for a test.

extension P256 {
    /// An integer modulo n, the prime order of the group.
    package struct GroupScalar: Hashable, Sendable {
        private let scalar: Scalar

        private init(_ scalar: Scalar) {
            self.scalar = scalar
        }

        /// Reads an integer below n from 32 bytes, most significant first; nil for any other bytes.
        package init?(bigEndian bytes: [UInt8]) {
            guard bytes.count == UInt256.byteCount else { return nil }
            guard let scalar = Scalar(withSpan(of: bytes) { UInt256(bigEndian: $0, at: 0) }) else {
                return nil
            }
            self.init(scalar)
        }

        /// Reduces a digest, as an integer, modulo n (FIPS 186-5, 6.4.1).
        package init(reducing digest: SHA256Digest) {
            self.init(Scalar(reducing: digest.integer))
        }

        /// Reduces the x coordinate of a point modulo n.
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

        /// Returns the product, computed as a / (1 / b), since verification only needs division.
        package static func * (a: Self, b: Self) -> Self {
            guard !b.isZero else { return b }
            return a / (one / b)
        }

        /// Returns the quotient.
        ///
        /// The divisor must not be zero.
        package static func / (a: Self, b: Self) -> Self {
            Self(Scalar.quotients(a.scalar, a.scalar, by: b.scalar).0)
        }

        private static let one = Self(Scalar(reducing: UInt256(1, 0, 0, 0)))

        /// This multiple of the generator; nil for zero, since the multiple is then infinity.
        package var timesGenerator: Signing.PublicKey? {
            FixedBaseComb.generator.multiple(by: scalar).affine.map(Signing.PublicKey.init(point:))
        }
    }
}

extension P256.Signing.PublicKey {
    /// Returns the sum of two points; nil for opposite points, since their sum is infinity.
    package func adding(_ other: Self) -> Self? {
        JacobianPoint(point).adding(other.point).affine.map(Self.init(point:))
    }
}
