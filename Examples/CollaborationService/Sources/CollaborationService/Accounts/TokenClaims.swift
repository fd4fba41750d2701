import CollaborationCore
import Foundation

/// What a token of an account says.
///
/// `AccountTokens` checks it, by its own clock.
struct TokenClaims: Codable, Sendable {
    /// The account.
    let sub: AccountIdentifier

    /// When the token expires, in seconds since 1970.
    let exp: Double

    /// When the token becomes valid.
    var nbf: Double?

    /// Who issued the token.
    var iss: String?

    /// Whom the token is for.
    var aud: TokenAudience?
}

/// One name or an array of names.
struct TokenAudience: Codable, Sendable {
    let names: [String]

    init(names: [String]) { self.names = names }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let name = try? container.decode(String.self) {
            names = [name]
        } else {
            names = try container.decode([String].self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if names.count == 1 { try container.encode(names[0]) } else { try container.encode(names) }
    }
}

/// What a server needs of the header of a token.
struct TokenHeader: Decodable {
    let alg: String

    /// Extensions that a verifier must understand.
    ///
    /// This one understands none.
    let crit: [String]?
}

extension Collection<UInt8> {
    /// The bytes of a base64url text; none if it is not one, or another spelling of the same bytes.
    var base64URLDecoded: Data {
        let text = String(decoding: self, as: UTF8.self)
        let padded = text + String(repeating: "=", count: (4 - count % 4) % 4)
        let bytes = Data(base64Encoded: padded.replacing("-", with: "+").replacing("_", with: "/")) ?? Data()
        return bytes.base64URLEncoded == text ? bytes : Data()
    }
}

extension Data {
    /// The bytes in base64url without padding (RFC 7515, section 2).
    var base64URLEncoded: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
