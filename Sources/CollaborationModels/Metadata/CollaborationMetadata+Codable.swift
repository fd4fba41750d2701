extension CollaborationMetadata: Codable {
    /// What travels; handle and name of the initiator have no key, so that they cannot.
    private enum CodingKeys: String, CodingKey {
        case localIdentifier
        case collaborationIdentifier
        case title
        case defaultShareOptions
        case userSelectedShareOptions
    }

    /// Decodes metadata; only the local identifier must be present.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a value has the wrong type or share options break their rules.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        localIdentifier = try values.decode(LocalCollaborationIdentifier.self, forKey: .localIdentifier)
        collaborationIdentifier = try values.decodeIfPresent(
            CollaborationIdentifier.self,
            forKey: .collaborationIdentifier
        )
        title = try values.decodeIfPresent(String.self, forKey: .title)
        defaultShareOptions = try values.decodeIfPresent(
            CollaborationShareOptions.self,
            forKey: .defaultShareOptions
        )
        userSelectedShareOptions = try values.decodeIfPresent(
            CollaborationShareOptions.self,
            forKey: .userSelectedShareOptions
        )
    }

    /// Encodes everything but the handle and the name of the initiator.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(localIdentifier, forKey: .localIdentifier)
        try values.encodeIfPresent(collaborationIdentifier, forKey: .collaborationIdentifier)
        try values.encodeIfPresent(title, forKey: .title)
        try values.encodeIfPresent(defaultShareOptions, forKey: .defaultShareOptions)
        try values.encodeIfPresent(userSelectedShareOptions, forKey: .userSelectedShareOptions)
    }
}
