extension Comparison {
    /// Verification, with more and more steps done beforehand.
    static let verification = [
        verification("key and DER signature as bytes"),
        Comparison("verify, parsed key") {
            let messages = try SignedMessage.several()
            return (
                ours: try .parsedKeyVerification(of: messages, by: Ours.self),
                theirs: try .parsedKeyVerification(of: messages, by: Theirs.self)
            )
        },
        Comparison("verify, parsed key and signature, digest given") {
            let messages = try SignedMessage.several()
            return (
                ours: try .digestVerification(of: messages, by: Ours.self),
                theirs: try .digestVerification(of: messages, by: Theirs.self)
            )
        },
    ]

    /// Verification of messages of several lengths.
    static let messageLengths = [32, 1 << 10, 1 << 15, 1 << 20].map { byteCount in
        verification("message of \(byteCount) bytes", byteCount: byteCount)
    }

    private static func verification(_ name: String, byteCount: Int = 32) -> Comparison {
        Comparison("verify, \(name)") {
            let messages = try SignedMessage.several(byteCount: byteCount)
            return (
                ours: try .verification(of: messages, by: Ours.self),
                theirs: try .verification(of: messages, by: Theirs.self)
            )
        }
    }
}
