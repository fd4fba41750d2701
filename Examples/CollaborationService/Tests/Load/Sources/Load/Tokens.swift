import CollaborationCrypto
import Foundation

/// Issues the tokens of accounts: a JWT with HS256.
struct Tokens: Sendable {
    let secret: [UInt8]

    /// The value of the header `Authorization`.
    func authorization(for account: String) -> String {
        // Longer than any measurement.
        let expiration = Int(Date().timeIntervalSince1970) + 86_400
        let parts = [#"{"alg":"HS256","typ":"JWT"}"#, #"{"sub":"\#(account)","exp":\#(expiration)}"#]
        let signed = parts.map { Self.base64URL(Data($0.utf8)) }.joined(separator: ".")
        let code = HMACSHA256.authenticationCode(for: signed.utf8, using: secret)
        return "Bearer \(signed).\(Self.base64URL(Data(code.rawRepresentation)))"
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=",
            with: ""
        )
    }
}
