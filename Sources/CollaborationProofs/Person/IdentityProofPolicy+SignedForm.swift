import CollaborationCrypto

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension IdentityProofPolicy.SignedForm {
    /// Returns the bytes that a device signs for a challenge.
    ///
    /// - Parameter challenge: The bytes that the device was asked to sign.
    /// - Returns: The bytes in this form.
    package func bytes(of challenge: Data) -> Data {
        switch self {
        case .challenge: challenge
        case .challengeHash: Data(SHA256.hash(data: challenge))
        case .base64: challenge.base64EncodedData()
        case .lowercaseHexadecimal: Self.hexadecimal(challenge, digits: "0123456789abcdef")
        case .uppercaseHexadecimal: Self.hexadecimal(challenge, digits: "0123456789ABCDEF")
        }
    }

    private static func hexadecimal(_ bytes: Data, digits: String) -> Data {
        let digits = Array(digits.utf8)
        return Data(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
