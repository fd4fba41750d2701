/// A dictionary that grows by one bucket at a time: linear hashing (Litwin 1980).
///
/// A Swift dictionary that is full moves all entries to one of twice the size, which takes milliseconds for 100,000
/// of them, under the lock of a store. Here a change splits or merges one bucket. A copy shares all buckets, and a
/// change after it copies one of them, so that a reader takes a copy under a lock and reads it after the lock.
///
/// Look-ups and changes take constant time, but for the list of chunks: it has 8 bytes for each 1,024 entries, and is
/// copied when it grows, and by the first change after a copy.
package struct LinearHashTable<Key: Hashable, Value> {
    fileprivate struct Entry {
        /// Is kept, so that a split hashes no key again.
        let hash: UInt
        let key: Key
        let value: Value
    }

    /// How many entries a bucket has on average.
    ///
    /// Nobody can choose keys that crowd one: hashes depend on a secret that is new in each process.
    private static var load: Int { 8 }

    private var buckets = ChunkedArray<[Entry]>()

    /// The number of entries.
    package private(set) var count = 0

    /// How many entries were ever moved to another bucket, for tests.
    package private(set) var movedCount = 0

    package init() {}

    package subscript(key: Key) -> Value? {
        guard count > 0 else { return nil }
        let hash = Self.hash(of: key)
        return buckets[bucket(of: hash)].first { $0.hash == hash && $0.key == key }?.value
    }

    /// Changes the value of a key in place: nil for a key that is not in the table, or is to be removed.
    package mutating func update<Result>(_ key: Key, _ body: (inout Value?) -> Result) -> Result {
        if buckets.isEmpty { buckets.append([]) }
        let hash = Self.hash(of: key)
        let (result, change) = buckets.update(at: bucket(of: hash)) { entries in
            let count = entries.count
            // Take the value out of the bucket, so that the closure does not copy it.
            var value = entries.firstIndex { $0.hash == hash && $0.key == key }.map { index in
                entries.swapAt(index, count - 1)
                return entries.removeLast().value
            }
            let result = body(&value)
            if let value { entries.append(Entry(hash: hash, key: key, value: value)) }
            return (result, entries.count - count)
        }
        count += change
        if count > Self.load * buckets.count { split() }
        if 4 * count < Self.load * (buckets.count - 1) { merge() }
        return result
    }

    /// Stores a value for a key and returns the one that it replaces.
    @discardableResult
    package mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
        update(key) { stored in
            defer { stored = value }
            return stored
        }
    }

    /// Removes a key and returns its value.
    @discardableResult
    package mutating func removeValue(forKey key: Key) -> Value? {
        update(key) { $0.take() }
    }

    private static func hash(of key: Key) -> UInt {
        UInt(bitPattern: key.hashValue)
    }

    /// The last bits of the hash, as many as the number of the last bucket has, or one fewer where that bucket does
    /// not exist yet.
    private func bucket(of hash: UInt) -> Int {
        let mask = UInt.max >> UInt((buckets.count - 1).leadingZeroBitCount)
        let number = Int(hash & mask)
        return number < buckets.count ? number : number & Int(mask >> 1)
    }

    /// The highest bit of the number of a bucket.
    ///
    /// Without this bit, it is the number of the bucket from which it was split.
    private static func highestBit(of bucket: Int) -> Int {
        1 << (Int.bitWidth - 1 - bucket.leadingZeroBitCount)
    }

    private mutating func split() {
        let bit = Self.highestBit(of: buckets.count)
        let moved = buckets.update(at: buckets.count ^ bit) { entries in
            let firstMoved = entries.partition { $0.hash & UInt(bit) != 0 }
            defer { entries.removeSubrange(firstMoved...) }
            return Array(entries[firstMoved...])
        }
        buckets.append(moved)
        movedCount += moved.count
    }

    private mutating func merge() {
        let moved = buckets.removeLast()
        buckets.update(at: buckets.count ^ Self.highestBit(of: buckets.count)) { $0 += moved }
        movedCount += moved.count
    }
}

extension LinearHashTable: Sequence {
    package struct Iterator: IteratorProtocol {
        private var entries: FlattenSequence<ChunkedArray<[Entry]>>.Iterator

        fileprivate init(_ table: LinearHashTable) {
            entries = table.buckets.joined().makeIterator()
        }

        package mutating func next() -> (key: Key, value: Value)? {
            entries.next().map { ($0.key, $0.value) }
        }
    }

    package var underestimatedCount: Int { count }

    package func makeIterator() -> Iterator {
        Iterator(self)
    }
}

extension LinearHashTable: Equatable where Value: Equatable {
    package static func == (one: LinearHashTable, other: LinearHashTable) -> Bool {
        one.count == other.count && one.allSatisfy { other[$0.key] == $0.value }
    }
}

extension LinearHashTable: Sendable where Key: Sendable, Value: Sendable {}
extension LinearHashTable.Entry: Sendable where Key: Sendable, Value: Sendable {}
