/// A set of members for each key, in which no change moves more than 256 members.
///
/// A key is listed while it has a member.
package struct Multimap<Key: Hashable, Member: Hashable> {
    private var sets = LinearHashTable<Key, MemberSet<Member>>()

    package init() {}

    package var keys: some Sequence<Key> { sets.lazy.map(\.key) }

    /// The members of a key, none for one that is not listed.
    package subscript(key: Key) -> MemberSet<Member> {
        sets[key] ?? MemberSet()
    }

    package mutating func insert(_ member: Member, for key: Key) {
        sets.update(key) { stored in
            var members = stored.take() ?? MemberSet()
            members.insert(member)
            stored = members
        }
    }

    /// Removes a member of a key.
    ///
    /// - Returns: Whether it was the key's last member.
    package mutating func remove(_ member: Member, for key: Key) -> Bool {
        sets.update(key) { members in
            members?.remove(member)
            guard members?.isEmpty == true else { return false }
            members = nil
            return true
        }
    }

    /// Removes a key with its members, and returns these.
    package mutating func removeAll(for key: Key) -> MemberSet<Member> {
        sets.removeValue(forKey: key) ?? MemberSet()
    }
}

extension Multimap: Sendable where Key: Sendable, Member: Sendable {}
