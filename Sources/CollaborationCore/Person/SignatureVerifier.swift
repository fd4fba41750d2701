import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Verifies the signature of an identity proof: by this package, by another module, or by both.
///
/// A team that must use a validated module (FIPS 140) makes a verifier of it, here of swift-crypto:
///
///     let verifier = SignatureVerifier { publicKey, signature, message in
///         guard let publicKey = try? Crypto.P256.Signing.PublicKey(x963Representation: publicKey),
///             let signature = try? Crypto.P256.Signing.ECDSASignature(derRepresentation: signature)
///         else { return false }
///         return publicKey.isValidSignature(signature, for: message)
///     }
///
/// The verifier decides on the signature alone. The forms of key and signature are checked before it is asked, and
/// the identity is computed after it, by this package.
public struct SignatureVerifier: Sendable {
    struct SignedMessage {
        var publicKey: P256.Signing.PublicKey
        var signature: P256.Signing.ECDSASignature
        var message: Data
    }

    let isValid: @Sendable (SignedMessage) -> Bool

    /// Makes a verifier from a closure.
    ///
    /// - Parameter isValid: Tells whether a signature is valid, from the public key (65 bytes, x9.63), the signature
    ///   (ECDSA over P-256 with SHA-256, in strict DER) and the message that was signed. It gets these forms
    ///   whatever encodings the policy accepts. An error of its own must give false.
    public init(_ isValid: @escaping @Sendable (_ publicKey: Data, _ signature: Data, _ message: Data) -> Bool) {
        self.isValid = {
            isValid(Data($0.publicKey.x963Representation), Data($0.signature.derRepresentation), $0.message)
        }
    }

    private init(of isValid: @escaping @Sendable (SignedMessage) -> Bool) {
        self.isValid = isValid
    }

    /// The verifier of this package.
    public static let standard = SignatureVerifier(of: {
        $0.publicKey.isValidSignature($0.signature, for: $0.message)
    })

    /// Returns a verifier that accepts a signature only if two verifiers accept it.
    ///
    ///     SignatureVerifier.both(.standard, verifier)
    ///
    /// - Parameters:
    ///   - first: The verifier that is asked first.
    ///   - second: The verifier that is asked if the first accepts the signature.
    public static func both(_ first: SignatureVerifier, _ second: SignatureVerifier) -> SignatureVerifier {
        SignatureVerifier(of: { first.isValid($0) && second.isValid($0) })
    }
}
