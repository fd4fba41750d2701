import CollaborationServer
import CollaborationTesting
import Testing

@Suite("Hash tables that grow in steps")
struct LinearHashTableTests {
    @Test(
        "After any changes a hash table that grows in steps has the entries of a dictionary",
        arguments: [10, 100, 3000]
    )
    func contents(keyCount: Int) {
        var generator = SeededGenerator("table of \(keyCount)")
        var (table, dictionary) = (LinearHashTable<Int, Int>(), [Int: Int]())
        for round in 0..<20_000 {
            let key = Int.random(in: 0..<keyCount, using: &generator)
            #expect(table[key] == dictionary[key])
            // Phases that mostly add, and phases that mostly remove.
            if Int.random(in: 0..<10, using: &generator) < (round / 5000 % 2 == 0 ? 8 : 2) {
                let replaced = table.updateValue(round, forKey: key)
                #expect(replaced == dictionary.updateValue(round, forKey: key))
            } else {
                let removed = table.removeValue(forKey: key)
                #expect(removed == dictionary.removeValue(forKey: key))
            }
            #expect(table.count == dictionary.count)
        }
        #expect(Dictionary(uniqueKeysWithValues: table.map { ($0.key, $0.value) }) == dictionary)
    }

    @Test("No change of a hash table with a million keys moves more than 64 entries")
    func boundedMoves() {
        var table = LinearHashTable<Int, Int>()
        let count = isOptimized ? 1_000_000 : 50_000
        var largestMove = 0
        func change(_ body: (inout LinearHashTable<Int, Int>) -> Void) {
            let before = table.movedCount
            body(&table)
            largestMove = max(largestMove, table.movedCount - before)
        }
        for key in 0..<count { change { $0.updateValue(-key, forKey: key) } }
        #expect(table.count == count)
        #expect((0..<count).allSatisfy { table[$0] == -$0 })
        for key in 0..<count { change { $0.removeValue(forKey: key) } }
        #expect(table.count == 0)
        // The average is 8. With random hashes, a bucket of more than 64 has a probability below 10⁻¹⁵.
        #expect((8...64).contains(largestMove))
    }

    @Test("Each entry of a hash table is moved at most twice on average, while it grows or while it shrinks")
    func averageMoves() {
        var table = LinearHashTable<Int, Int>()
        for key in 0..<20_000 { table.updateValue(key, forKey: key) }
        let grown = table.movedCount
        for key in 0..<20_000 { table.removeValue(forKey: key) }
        #expect((5_000...40_000).contains(grown))
        #expect((1_000...40_000).contains(table.movedCount - grown))
    }

    @Test("A copy of a hash table keeps its entries while the table changes")
    func copies() {
        var table = LinearHashTable<Int, Int>()
        for key in 0..<1000 { table.updateValue(key, forKey: key) }
        let copy = table
        for key in 0..<1000 where key % 3 > 0 {
            if key % 3 == 1 { table.removeValue(forKey: key) } else { table.updateValue(0, forKey: key) }
        }
        for key in 1000..<3000 { table.updateValue(key, forKey: key) }
        #expect(copy.count == 1000 && (0..<1000).allSatisfy { copy[$0] == $0 })
        #expect(table.count == 2667 && table[1] == nil && table[2] == 0 && table[3] == 3)
    }

    @Test("Keys whose hashes are all equal are told apart")
    func equalHashes() {
        struct Key: Hashable {
            var number: Int
            func hash(into hasher: inout Hasher) {}
        }
        var table = LinearHashTable<Key, Int>()
        for number in 0..<100 { table.updateValue(number, forKey: Key(number: number)) }
        for number in 0..<50 { table.removeValue(forKey: Key(number: number)) }
        #expect(table.count == 50)
        #expect((0..<100).allSatisfy { table[Key(number: $0)] == ($0 < 50 ? nil : $0) })
    }

    @Test("Hash tables are equal if and only if they have the same entries")
    func equality() {
        var (one, other) = (LinearHashTable<Int, Int>(), LinearHashTable<Int, Int>())
        for key in 0..<100 {
            one.updateValue(key, forKey: key)
            other.updateValue(99 - key, forKey: 99 - key)
        }
        #expect(one == other)
        other.updateValue(0, forKey: 99)
        #expect(one != other)
        other.removeValue(forKey: 99)
        #expect(one != other)
        other.updateValue(99, forKey: 100)
        #expect(one != other)
    }

    @Test("A value of a hash table is changed in place, without a copy")
    func inPlace() {
        final class Storage {}
        var table = LinearHashTable<Int, Storage>()
        table.updateValue(Storage(), forKey: 1)
        let isUnique = table.update(1) { isKnownUniquelyReferenced(&$0) }
        #expect(isUnique)
    }

    /// Whether a million keys take seconds and not minutes.
    private var isOptimized: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }
}
