extension CollaborationOptionsGroup: Codable {
    private enum CodingKeys: String, CodingKey {
        case title
        case identifier
        case footer
        case style
        case options
    }

    /// Decodes a group; title and footer may be absent, and an absent style means switches.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a value is missing or has the wrong type, or when several options of a
    ///   picker are selected. The last comes from no group of this type, so it is refused and not repaired;
    ///   its underlying error is ``CollaborationOptionsError/wrongSelectionCount(group:found:)``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let options = try values.decode([CollaborationOption].self, forKey: .options)
        self.init(
            identifier: try values.decode(String.self, forKey: .identifier),
            options: options,
            style: try values.decodeIfPresent(Style.self, forKey: .style) ?? .switches
        )
        title = try values.decodeIfPresent(String.self, forKey: .title) ?? ""
        footer = try values.decodeIfPresent(String.self, forKey: .footer) ?? ""

        let selected = options.count(where: \.isSelected)
        if style == .picker, selected > 1 {
            let error = CollaborationOptionsError.wrongSelectionCount(group: identifier, found: selected)
            throw DecodingError.dataCorruptedError(in: values, brokenRule: error)
        }
    }

    /// Encodes the group under the names of its properties.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(title, forKey: .title)
        try values.encode(identifier, forKey: .identifier)
        try values.encode(footer, forKey: .footer)
        try values.encode(style, forKey: .style)
        try values.encode(options, forKey: .options)
    }
}
