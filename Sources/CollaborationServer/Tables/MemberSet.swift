/// The members of one key of a ``Multimap``.
package struct MemberSet<Member: Hashable> {
    private static var fewCount: Int { 256 }

    /// At most 256 members, which can be returned without a copy: nearly every account has one identity.
    private var few: Set<Member> = []

    /// Further members, which a Swift set would take long to copy or to move.
    private var others = LinearHashSet<Member>()

    package init() {}

    package var isEmpty: Bool { few.isEmpty && others.count == 0 }

    /// The members, in constant time for few and otherwise in time proportional to their number.
    package var members: Set<Member> {
        others.count == 0 ? few : Set(others).union(few)
    }

    package mutating func insert(_ member: Member) {
        if few.contains(member) || others.contains(member) { return }
        if few.count < Self.fewCount { few.insert(member) } else { others.insert(member) }
    }

    package mutating func remove(_ member: Member) {
        if few.remove(member) == nil { others.remove(member) }
    }
}

extension MemberSet: Sendable where Member: Sendable {}
