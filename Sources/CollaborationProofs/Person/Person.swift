#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A person in a collaboration: Apple's `SWPerson`.
public struct Person: Hashable, Sendable, Codable {
    /// The address at which the person receives messages: an e-mail address or a phone number.
    public var handle: String? {
        get { handleText?.rawValue }
        set { handleText = newValue.map { ByteComparedText($0) } }
    }

    private var handleText: ByteComparedText?

    /// The person's cryptographic identity in one collaboration.
    public var identity: Identity?

    /// The name to show.
    public var displayName: String {
        get { displayNameText.rawValue }
        set { displayNameText = ByteComparedText(newValue) }
    }

    private var displayNameText: ByteComparedText

    /// A small picture to show, in a format that the platform's image type reads.
    public var thumbnailImageData: Data?

    /// Makes a person.
    ///
    /// - Parameters:
    ///   - handle: The address at which the person receives messages.
    ///   - identity: The person's identity in one collaboration.
    ///   - displayName: The name to show.
    ///   - thumbnailImageData: A small picture to show.
    public init(handle: String?, identity: Identity?, displayName: String, thumbnailImageData: Data?) {
        handleText = handle.map { ByteComparedText($0) }
        self.identity = identity
        displayNameText = ByteComparedText(displayName)
        self.thumbnailImageData = thumbnailImageData
    }

    private enum CodingKeys: String, CodingKey {
        case handleText = "handle"
        case identity
        case displayNameText = "displayName"
        case thumbnailImageData
    }
}

extension Person {
    /// Decodes a person.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for a handle or a name that is longer than ``JSONLimits`` allow.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        handleText = try values.decodeIdentifierIfPresent(forKey: .handleText).map { ByteComparedText($0) }
        identity = try values.decodeIfPresent(Identity.self, forKey: .identity)
        displayNameText = ByteComparedText(try values.decodeText(forKey: .displayNameText))
        thumbnailImageData = try values.decodeIfPresent(Data.self, forKey: .thumbnailImageData)
    }
}
