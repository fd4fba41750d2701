import CollaborationCrypto
import Crypto

extension Comparison {
    /// Verification, with more and more steps done beforehand.
    static let verification = [
        Comparison("verify, key and DER signature as bytes") {
            let messages = try SignedMessage.several()
            return (ours: try .verification(of: messages), theirs: try .cryptoVerification(of: messages))
        },
        Comparison("verify, parsed key") {
            let messages = try SignedMessage.several()
            return (
                ours: try .parsedKeyVerification(of: messages),
                theirs: try .cryptoParsedKeyVerification(of: messages)
            )
        },
        Comparison("verify, parsed key and signature, digest given") {
            let messages = try SignedMessage.several()
            return (
                ours: try .digestVerification(of: messages),
                theirs: try .cryptoDigestVerification(of: messages)
            )
        },
    ]

    /// Verification of messages of several lengths.
    static let messageLengths = [32, 1 << 10, 1 << 15, 1 << 20].map { byteCount in
        Comparison("verify, message of \(byteCount) bytes") {
            let messages = try SignedMessage.several(byteCount: byteCount)
            return (ours: try .verification(of: messages), theirs: try .cryptoVerification(of: messages))
        }
    }
}
