// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// UniformTypeIdentifiers, iOS 14.0 and macOS 11.0: the members that are used here.
public struct UTType: Hashable, Sendable {
    public let identifier: String

    public static var utf8PlainText: UTType { UTType(identifier: "public.utf8-plain-text") }
}
