package import CollaborationCore
package import Foundation

/// The links of a server: such as `https://recipes.example/d/{collaboration}`.
package struct LinkTemplate: Hashable, Sendable {
    private let prefix: String
    private let suffix: String

    /// Reads a template; one without `{collaboration}` is taken for one that ends with it.
    package init(_ text: String) {
        let parts = text.split(separator: "{collaboration}", maxSplits: 1, omittingEmptySubsequences: false)
        (prefix, suffix) = (Self.normalized(String(parts[0])), parts.count > 1 ? String(parts[1]) : "")
    }

    /// The text of a URL in the one spelling that is compared: its scheme and host in lower case, without the port that its
    /// scheme has anyway (RFC 3986, 6.2.3), and all in ASCII.
    private static func normalized(_ text: String) -> String {
        guard var components = URLComponents(string: text) else { return text }
        components.scheme = components.scheme?.lowercased()
        components.encodedHost = components.encodedHost?.lowercased()
        if components.port == ["https": 443, "http": 80][components.scheme ?? ""] { components.port = nil }
        return components.string ?? text
    }

    /// The link that opens a collaboration.
    package func link(to collaboration: CollaborationIdentifier) -> URL? {
        URL(string: prefix + collaboration.rawValue.percentEncoded + suffix)
    }

    /// The collaboration that a link opens, whatever its query and fragment, and with or without a slash at its end; nil for a
    /// link of another form.
    package func collaboration(of link: URL) -> CollaborationIdentifier? {
        let suffix = suffix.hasSuffix("/") ? suffix.dropLast() : suffix[...]
        var text = Self.normalized(link.absoluteString).prefix { $0 != "?" && $0 != "#" }
        if text.hasSuffix("/") { text.removeLast() }
        guard text.hasPrefix(prefix), text.hasSuffix(suffix), text.count >= prefix.count + suffix.count else {
            return nil
        }
        let name = text.dropFirst(prefix.count).dropLast(suffix.count)
        guard !name.contains("/"), let identifier = String(percentDecoding: name) else { return nil }
        let collaboration = CollaborationIdentifier(identifier)
        return collaboration.brokenRule == nil ? collaboration : nil
    }
}

extension String {
    /// Decodes a percent-encoded text; nil if a sign is not followed by two hexadecimal digits, or the bytes are not UTF-8.
    init?(percentDecoding text: some StringProtocol) {
        // Foundation drops a byte-order mark at the beginning of a text, and so takes one name for another.
        guard let decoded = ("/" + text).removingPercentEncoding else { return nil }
        self.init(decoded.unicodeScalars.dropFirst())
    }

    /// The text as one segment of a path or one value of a query: every byte that is not a letter, a digit or one of `-_~` is
    /// percent-encoded, as is a dot, since `.` and `..` would be taken for folders.
    var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: kept) ?? "" }
}

private let kept = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~")
