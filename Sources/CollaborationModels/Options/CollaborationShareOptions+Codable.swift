extension CollaborationShareOptions: Codable {
    private enum CodingKeys: String, CodingKey {
        case optionsGroups
        case summary
    }

    /// Decodes share options and holds them to the rules of the type.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError`; when a rule is broken its underlying error is the
    ///   ``CollaborationOptionsError``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let groups = try values.decode([CollaborationOptionsGroup].self, forKey: .optionsGroups)
        let summary = try values.decodeIfPresent(String.self, forKey: .summary)
        do throws(CollaborationOptionsError) {
            try self.init(optionsGroups: groups, summary: summary)
        } catch {
            throw DecodingError.dataCorruptedError(in: values, brokenRule: error)
        }
    }

    /// Encodes the groups, and the summary when the author gave one.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(optionsGroups, forKey: .optionsGroups)
        try values.encodeIfPresent(givenSummary, forKey: .summary)
    }
}
