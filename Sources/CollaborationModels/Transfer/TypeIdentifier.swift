public import CollaborationCore

/// The name of a kind of data, in reverse domain style, such as `public.url`.
///
/// It is what Apple calls a uniform type identifier, but only the name: it does not know which types conform to which.
public struct TypeIdentifier: StringIdentifier {
    /// The name.
    public let rawValue: String

    /// Makes a type identifier from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension TypeIdentifier {
    /// A ``CollaborationMetadata``; the value is Apple's `SWCollaborationMetadataTypeIdentifier`.
    ///
    /// Apple's data of this type is a keyed archive that only Apple's frameworks read. Here it is JSON.
    public static let collaborationMetadata: TypeIdentifier = "com.apple.SharedWithYou.SWCollaborationMetadata"

    /// A ``CloudKitShare`` as JSON.
    ///
    /// Apple transfers the share itself under a name that it does not publish, so this one is defined here.
    public static let cloudKitShare: TypeIdentifier = "org.swift-collaboration.cloudkit-share"

    static let fileURL: TypeIdentifier = "public.file-url"

    /// An address, as UTF-8 text; the value is Apple's.
    public static let url: TypeIdentifier = "public.url"

    /// Plain text in UTF-8; the value is Apple's.
    public static let utf8PlainText: TypeIdentifier = "public.utf8-plain-text"

    /// Bytes of an unknown kind; the value is Apple's.
    public static let data: TypeIdentifier = "public.data"
}
