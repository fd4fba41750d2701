import CollaborationCore
import Foundation

/// Why a token is refused.
enum TokenError: Error, Hashable, CustomStringConvertible {
    case invalid(String)
    case expired
    case unknownKey(String)

    var description: String {
        switch self {
        case .invalid(let reason): reason
        case .expired: "It has expired."
        case .unknownKey(let name): "It names the key \"\(name)\", which is not among those of the settings."
        }
    }
}

/// What a token must say besides its lifetime.
struct TokenRules: Sendable {
    var accountClaim = "sub"

    /// The values that other claims must have, or have among others.
    var required: [(claim: String, value: String)] = []
}

/// What a token of an account says (RFC 7519, section 4.1).
struct TokenClaims: Sendable {
    let account: AccountIdentifier
    let expiration: Double
    let notBefore: Double?

    init(_ json: Data, _ rules: TokenRules) throws(TokenError) {
        let claims = try TokenMember.members(of: json)
        guard let account = claims[rules.accountClaim]?.account else {
            throw .invalid("Its claim \(rules.accountClaim) is no name of an account.")
        }
        guard let expiration = claims["exp"]?.number else { throw .invalid("Its claim exp is no number.") }
        let notBefore = claims["nbf"]?.number
        guard claims["nbf"] == nil || notBefore != nil else { throw .invalid("Its claim nbf is no number.") }
        for (claim, value) in rules.required {
            let values = claims[claim]?.texts ?? []
            // Swift takes two normal forms of a text for the same one, and a token does not (RFC 7519, section 7.3).
            guard values.contains(where: { $0.utf8.elementsEqual(value.utf8) }) else {
                throw .invalid("Its claim \(claim) is \(values) and not \"\(value)\".")
            }
        }
        (self.account, self.expiration, self.notBefore) = (account, expiration, notBefore)
    }
}

/// The value of a member of a token's header or of its claims, by the types that are of use here.
struct TokenMember: Decodable {
    let account: AccountIdentifier?
    let number: Double?

    /// The text, or the texts of an array.
    let texts: [String]

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        account = try? value.decode(AccountIdentifier.self)
        number = try? value.decode(Double.self)
        texts = (try? [value.decode(String.self)]) ?? (try? value.decode([String].self)) ?? []
    }

    /// Returns the members of an object, each of which has another name (RFC 7519, section 4).
    static func members(of json: Data) throws(TokenError) -> [String: TokenMember] {
        guard let members = try? JSONDecoder().decode([String: TokenMember].self, from: json),
            members.count == count(in: json)
        else { throw .invalid("It has a part that is no JSON object in base64url, or has a member twice.") }
        return members
    }

    /// The number of members that the text of a valid object has: of colons that are neither in a string nor in an inner object.
    private static func count(in json: Data) -> Int {
        var (count, depth, isText, isEscaped) = (0, 0, false, false)
        for byte in json {
            switch Character(Unicode.Scalar(byte)) {
            case _ where isEscaped: isEscaped = false
            case "\\": isEscaped = true
            case "\"": isText.toggle()
            case _ where isText: break
            case "{", "[": depth += 1
            case "}", "]": depth -= 1
            case ":": count += depth == 1 ? 1 : 0
            default: break
            }
        }
        return count
    }
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
