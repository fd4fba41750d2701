import CollaborationCrypto

/// Used challenges in the order of their expiration: a binary heap.
struct EvictionQueue: Sendable {
    private struct Entry {
        var digest: SHA256Digest
        var expiration: Int64
    }

    /// The children of the entry at i are at 2i + 1 and 2i + 2, and neither expires before it.
    private var entries = ChunkedArray<Entry>()

    mutating func insert(_ digest: SHA256Digest, expiration: Int64) {
        entries.append(Entry(digest: digest, expiration: expiration))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].expiration < entries[parent].expiration else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes the challenge that expires first, if that is before a second.
    mutating func popFirst(before second: Int64) -> SHA256Digest? {
        guard let first = entries.first, first.expiration < second else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var parent = 0
        while let child = earliestChild(of: parent), entries[child].expiration < entries[parent].expiration {
            entries.swapAt(child, parent)
            parent = child
        }
        return first.digest
    }

    private func earliestChild(of parent: Int) -> Int? {
        let (left, right) = (2 * parent + 1, 2 * parent + 2)
        guard left < entries.count else { return nil }
        return right < entries.count && entries[right].expiration < entries[left].expiration ? right : left
    }
}
