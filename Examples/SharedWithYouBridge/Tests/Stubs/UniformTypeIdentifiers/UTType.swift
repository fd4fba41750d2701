// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// UniformTypeIdentifiers, iOS 14.0 and macOS 11.0: the one member that is used here.
public struct UTType: Hashable, Sendable {
    public let identifier: String
}
