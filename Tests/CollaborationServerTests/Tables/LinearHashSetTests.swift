import CollaborationServer
import Testing

@Suite("Sets that grow in steps")
struct LinearHashSetTests {
    @Test("A set that grows in steps has the members that were inserted and not removed")
    func members() {
        var set = LinearHashSet<Int>()
        for member in (0..<200).map({ $0 % 100 }) { set.insert(member) }
        #expect(set.count == 100 && Set(set) == Set(0..<100))
        for member in 50..<150 { set.remove(member) }
        #expect(set.count == 50 && Set(set) == Set(0..<50))
        #expect(set.contains(49) && !set.contains(50))
    }

    @Test("Sets that grow in steps are equal if and only if they have the same members")
    func equality() {
        var (one, other) = (LinearHashSet<Int>(), LinearHashSet<Int>())
        for member in 0..<20 {
            one.insert(member)
            other.insert(19 - member)
        }
        #expect(one == other)
        other.remove(0)
        #expect(one != other)
        other.insert(20)
        #expect(one != other)
    }

    @Test(
        "A key of a multimap is listed while it has a member, and has all of its members",
        arguments: [1, 256, 257, 500]
    )
    func multimap(count: Int) {
        var map = Multimap<String, Int>()
        for member in 0..<count {
            for _ in 0..<2 { map.insert(member, for: "bob") }
            map.insert(member, for: "carol")
        }
        #expect(map["bob"].members == Set(0..<count) && map["dave"].isEmpty)
        #expect(Set(map.keys) == ["bob", "carol"])
        for member in 0..<count {
            let wasLast = [-1, member].map { map.remove($0, for: "bob") }
            #expect(wasLast == [false, member == count - 1])
            #expect(map["bob"].members == Set(member + 1..<count))
        }
        let wasLast = map.remove(0, for: "bob")
        #expect(!wasLast && Array(map.keys) == ["carol"])
        let removed = (0..<2).map { _ in map.removeAll(for: "carol").members }
        #expect(removed == [Set(0..<count), []] && Array(map.keys) == [])
    }

    @Test("A member of a multimap that was removed can be inserted again, whichever members came after it")
    func again() {
        var map = Multimap<String, Int>()
        for member in 0..<300 { map.insert(member, for: "bob") }
        let wasLast = map.remove(0, for: "bob")
        // Some of these are members already, of the first 256 or of the others.
        for member in 250..<310 { map.insert(member, for: "bob") }
        #expect(!wasLast && map["bob"].members == Set(1..<310))
        let wereLast = (1..<310).filter { map.remove($0, for: "bob") }
        #expect(wereLast == [309] && map["bob"].isEmpty)
    }
}
