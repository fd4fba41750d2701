extension HighlightEventKind: Codable {
    private enum CodingKeys: String, CodingKey {
        case change
        case membership
        case persistence
        case mention
    }

    /// Decodes the kind from its name and what belongs to it, as in `{"change": 1}`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when there is no kind, more than one, or a trigger that Apple does not have.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        switch try values.onlyKey() {
        case .change:
            self = .change(try values.decode(HighlightChangeEventTrigger.self, forKey: .change))
        case .membership:
            self = .membership(try values.decode(HighlightMembershipEventTrigger.self, forKey: .membership))
        case .persistence:
            self = .persistence(
                try values.decode(HighlightPersistenceEventTrigger.self, forKey: .persistence)
            )
        case .mention:
            self = .mention(try values.decode(MentionedPerson.self, forKey: .mention))
        }
    }

    /// Encodes the kind as its name and what belongs to it, a trigger by its raw value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .change(let trigger): try values.encode(trigger, forKey: .change)
        case .membership(let trigger): try values.encode(trigger, forKey: .membership)
        case .persistence(let trigger): try values.encode(trigger, forKey: .persistence)
        case .mention(let person): try values.encode(person, forKey: .mention)
        }
    }
}
