/// A set that grows by a few members at a time: the keys of a ``LinearHashTable``.
package struct LinearHashSet<Member: Hashable> {
    private var members = LinearHashTable<Member, Void>()

    package init() {}

    package var count: Int { members.count }

    package func contains(_ member: Member) -> Bool {
        members[member] != nil
    }

    package mutating func insert(_ member: Member) {
        members.updateValue((), forKey: member)
    }

    package mutating func remove(_ member: Member) {
        members.removeValue(forKey: member)
    }
}

extension LinearHashSet: Sequence {
    package struct Iterator: IteratorProtocol {
        fileprivate var members: LinearHashTable<Member, Void>.Iterator

        package mutating func next() -> Member? {
            members.next()?.key
        }
    }

    package var underestimatedCount: Int { count }

    package func makeIterator() -> Iterator {
        Iterator(members: members.makeIterator())
    }
}

extension LinearHashSet: Equatable {
    package static func == (one: LinearHashSet, other: LinearHashSet) -> Bool {
        one.count == other.count && one.allSatisfy(other.contains)
    }
}

extension LinearHashSet: Sendable where Member: Sendable {}
