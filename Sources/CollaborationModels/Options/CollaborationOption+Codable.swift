extension CollaborationOption: Codable {
    private enum CodingKeys: String, CodingKey {
        case title
        case identifier
        case subtitle
        case isSelected
        case requiredOptionsIdentifiers
    }

    /// Decodes an option; what has a default in the initialiser may be absent.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when the title or the identifier is missing or a value has the wrong type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try values.decode(String.self, forKey: .title),
            identifier: try values.decode(String.self, forKey: .identifier),
            subtitle: try values.decodeIfPresent(String.self, forKey: .subtitle) ?? "",
            isSelected: try values.decodeIfPresent(Bool.self, forKey: .isSelected) ?? false,
            requiredOptionsIdentifiers: try values.decodeIfPresent(
                [String].self,
                forKey: .requiredOptionsIdentifiers
            ) ?? []
        )
    }
    /// Encodes the option under the names of its properties.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(title, forKey: .title)
        try values.encode(identifier, forKey: .identifier)
        try values.encode(subtitle, forKey: .subtitle)
        try values.encode(isSelected, forKey: .isSelected)
        try values.encode(requiredOptionsIdentifiers, forKey: .requiredOptionsIdentifiers)
    }
}
