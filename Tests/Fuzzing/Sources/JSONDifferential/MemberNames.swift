/// The names of all objects in a text, whatever the other values are.
indirect enum MemberNames: Decodable {
    case none
    case array([MemberNames])
    case object([(name: String, value: MemberNames)])

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                try members.allKeys.map { ($0.stringValue, try members.decode(Self.self, forKey: $0)) }
            )
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [MemberNames] = []
            while !elements.isAtEnd { array.append(try elements.decode(Self.self)) }
            self = .array(array)
        } else {
            self = .none
        }
    }

    /// Whether an object has two names that are equal as Swift's strings, or one that is so equal to a known name.
    func areEqualAsStrings(known: Set<String>) -> Bool {
        switch self {
        case .none: return false
        case .array(let elements): return elements.contains { $0.areEqualAsStrings(known: known) }
        case .object(let members):
            let isKnown = members.contains { name, _ in
                known.contains { $0 == name && !$0.utf8.elementsEqual(name.utf8) }
            }
            return isKnown || Set(members.map(\.name)).count < members.count
                || members.contains { $0.value.areEqualAsStrings(known: known) }
        }
    }
}
