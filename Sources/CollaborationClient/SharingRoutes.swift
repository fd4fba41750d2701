package import CollaborationCore

#if canImport(FoundationNetworking) || canImport(Darwin)
    package import Foundation
#else
    package import FoundationEssentials
#endif

/// The requests of an app to its server, each as a method and a path below the server's URL.
///
/// `{collaboration}` and `{account}` stand for identifiers, which are percent-encoded. The defaults are the routes of the
/// example service.
public struct SharingRoutes: Hashable, Sendable {
    /// Shares a document.
    public var start = "POST collaborations"
    /// Adds and removes participants.
    public var participants = "POST collaborations/{collaboration}/participants"
    /// Says what the account may do.
    public var access = "GET collaborations/{collaboration}"
    /// Issues a challenge.
    public var challenge = "POST collaborations/{collaboration}/challenge"
    /// Gives access by a proof.
    public var proof = "POST collaborations/{collaboration}/proof"
    /// Names the identities of an account.
    public var identities = "GET collaborations/{collaboration}/identities?account={account}"
    /// Ends the account's access.
    public var leave = "DELETE collaborations/{collaboration}/access"
    /// Ends a collaboration.
    public var end = "DELETE collaborations/{collaboration}"
    /// Lists the collaborations of the account.
    public var list = "GET collaborations"

    /// The list after a collaboration.
    public var listAfter = "GET collaborations?after={collaboration}"

    /// Makes the routes of the example service.
    public init() {}
}

/// The links of a server: such as `https://recipes.example/d/{collaboration}`.
package struct LinkTemplate: Hashable, Sendable {
    private static let placeholder = "{collaboration}"

    private let prefix: String
    private let suffix: String

    /// Reads a template; one without `{collaboration}` is taken for one that ends with it.
    package init(_ text: String) {
        let parts = text.split(separator: Self.placeholder, maxSplits: 1, omittingEmptySubsequences: false)
        (prefix, suffix) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }

    /// The link that opens a collaboration.
    package func link(to collaboration: CollaborationIdentifier) -> URL? {
        URL(string: prefix + collaboration.rawValue.percentEncoded + suffix)
    }

    /// The collaboration that a link opens, whatever its query and fragment; nil for a link of another form.
    package func collaboration(of link: URL) -> CollaborationIdentifier? {
        let text = link.absoluteString.prefix { $0 != "?" && $0 != "#" }
        guard text.hasPrefix(prefix), text.hasSuffix(suffix), text.count >= prefix.count + suffix.count else {
            return nil
        }
        let name = text.dropFirst(prefix.count).dropLast(suffix.count)
        guard !name.contains("/"), let identifier = String(name).removingPercentEncoding else { return nil }
        let collaboration = CollaborationIdentifier(identifier)
        return collaboration.brokenRule == nil ? collaboration : nil
    }
}

extension String {
    /// The text as one segment of a path or one value of a query: every byte that is not a letter, a digit or one of `-_~` is
    /// percent-encoded, as is a dot, since `.` and `..` would be taken for folders.
    var percentEncoded: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                String(Unicode.Scalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
