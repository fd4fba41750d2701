import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A P-256 private key, for tests only.
///
/// - Warning: The arithmetic takes a time that depends on the key, so an attacker who measures it can learn the
///   key. Never sign with it outside tests.
public struct SigningKey: Sendable {
    let scalar: Scalar
    let point: P256.Signing.PublicKey

    init?(_ scalar: Scalar) {
        guard let point = scalar.timesGenerator else { return nil }
        self.scalar = scalar
        self.point = point
    }

    /// Makes a key from its bytes.
    ///
    /// - Parameter rawRepresentation: 32 bytes, most significant first, of an integer in 1 ..< n.
    /// - Throws: ``SigningKeyError``, which names the rule that the bytes break.
    public init(rawRepresentation: some Sequence<UInt8>) throws(SigningKeyError) {
        let bytes = Array(rawRepresentation)
        guard bytes.count == 32 else { throw .wrongLength(expected: 32, found: bytes.count) }
        guard let scalar = Scalar(bigEndian: bytes), let key = Self(scalar) else {
            throw .scalarOutOfRange
        }
        self = key
    }

    /// Makes a random key.
    ///
    /// - Parameter generator: The source of randomness; a ``SeededGenerator`` makes the key repeatable.
    public init(using generator: inout some RandomNumberGenerator) {
        // An integer out of range is drawn again (FIPS 186-5, A.2.2), about once in 2³² draws.
        while true {
            if let key = Scalar(bigEndian: generator.next32Bytes()).flatMap(Self.init) {
                self = key
                return
            }
        }
    }

    /// The public key, 65 bytes: 04, x, y (ANSI X9.63).
    public var publicKey: Data { Data(point.x963Representation) }
}

/// The rule that the bytes of a private key break.
public enum SigningKeyError: Error, Hashable, Sendable {
    /// The number of bytes is not 32.
    case wrongLength(expected: Int, found: Int)

    /// The integer is not in 1 ..< n.
    case scalarOutOfRange
}
