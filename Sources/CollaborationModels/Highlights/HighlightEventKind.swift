public import CollaborationCore

/// What happened in a collaboration.
public enum HighlightEventKind: Hashable, Sendable {
    /// The content changed.
    case change(HighlightChangeEventTrigger)

    /// Someone was added or removed.
    case membership(HighlightMembershipEventTrigger)

    /// The content was created, deleted, renamed or moved.
    case persistence(HighlightPersistenceEventTrigger)

    /// A person was mentioned.
    case mention(MentionedPerson)
}

extension HighlightEventKind: CustomStringConvertible {
    /// The trigger, or the person who was mentioned, on one line.
    public var description: String {
        switch self {
        case .change(let trigger): "\(trigger)"
        case .membership(let trigger): "\(trigger)"
        case .persistence(let trigger): "\(trigger)"
        case .mention(let person): "mention of \(person)"
        }
    }
}

extension HighlightEventKind: Codable {
    private enum CodingKeys: String, CodingKey {
        case change
        case membership
        case persistence
        case mention
    }

    /// Decodes the kind from its name and its trigger or person, as in `{"change": 1}`.
    ///
    /// - Throws: `DecodingError` when there is no kind, more than one, or a trigger that Apple does not have.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        switch try values.singleKey() {
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

    /// Encodes the kind as its name and its trigger or person; a trigger is encoded as its raw value.
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

/// The person who was mentioned: an identity or a handle, depending on the kind of collaboration.
public enum MentionedPerson: Hashable, Sendable {
    /// A participant of a custom collaboration.
    case identity(Person.Identity)

    /// A participant of a CloudKit share, as an email address or a phone number.
    case cloudKitShareHandle(String)
}

extension MentionedPerson {
    /// Whether two are the same identity, or handles with the same bytes.
    public static func == (a: MentionedPerson, b: MentionedPerson) -> Bool {
        switch (a, b) {
        case (.identity(let a), .identity(let b)): a == b
        case (.cloudKitShareHandle(let a), .cloudKitShareHandle(let b)): a.utf8.elementsEqual(b.utf8)
        default: false
        }
    }

    /// Hashes the identity, or the bytes of the handle.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .identity(let identity): hasher.combine(identity)
        case .cloudKitShareHandle(let handle): hasher.combine(LimitedText(wrappedValue: handle))
        }
    }
}

extension MentionedPerson: CustomStringConvertible {
    /// The handle or the root hash in hexadecimal digits, on one line.
    public var description: String {
        switch self {
        case .cloudKitShareHandle(let handle): handle.onOneLine
        case .identity(let identity): "\(identity)"
        }
    }
}

extension MentionedPerson: Codable {
    private enum CodingKeys: String, CodingKey {
        case identity
        case cloudKitShareHandle
    }

    /// Decodes a person from an identity or a handle, as in `{"cloudKitShareHandle": "carol@example.com"}`.
    ///
    /// - Throws: `DecodingError` when there is neither, when there are both, or when the identity is malformed.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        switch try values.singleKey() {
        case .identity:
            self = .identity(try values.decode(Person.Identity.self, forKey: .identity))
        case .cloudKitShareHandle:
            let handle = try values.decode(LimitedText.self, forKey: .cloudKitShareHandle)
            self = .cloudKitShareHandle(handle.wrappedValue)
        }
    }

    /// Encodes the person as an identity or a handle.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .identity(let identity): try values.encode(identity, forKey: .identity)
        case .cloudKitShareHandle(let handle):
            try values.encode(LimitedText(wrappedValue: handle), forKey: .cloudKitShareHandle)
        }
    }
}
