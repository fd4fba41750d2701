/// The names of unknown members in the objects that are open, which are searched for duplicates.
///
/// The names of an object are sorted when it ends: whatever the names are, this takes no more than n log n
/// steps, which a hash table does not promise.
struct JSONNames {
    /// The offset of each name's first character.
    ///
    /// An object's names are preceded by the `first` of the object around it.
    private var offsets: [Int] = []

    /// Whether names that are equal as Swift's strings are one name, too, such as "é" in one character and in two.
    var comparesStrings = false

    /// The position in `offsets` of the first name of the innermost object.
    private var first = 0

    /// The number of names in all objects.
    var count: Int { offsets.count }

    /// The number of names in the innermost object.
    var countInObject: Int { offsets.count - first }

    /// Notes a name in the innermost object.
    mutating func append(_ name: JSONText) {
        offsets.append(name.start)
    }

    /// Begins an object in the innermost one.
    mutating func beginObject() {
        offsets.append(first)
        first = offsets.count
    }

    /// Ends the innermost object, and refuses a name that occurs twice in it.
    mutating func endObject(in json: Span<UInt8>) throws(MalformedJSONError) {
        try removeNames(from: first, in: json)
        first = offsets.removeLast()
    }

    /// Removes the names from a position on, and refuses a name that occurs twice among them.
    ///
    /// - Throws: ``MalformedJSONError/Rule/duplicateName`` at the second of two equal names.
    mutating func removeNames(from position: Int, in json: Span<UInt8>) throws(MalformedJSONError) {
        try sort(from: position, in: json)
        for index in offsets.indices.dropFirst(position + 1) {
            let (name, next) = (offsets[index - 1], offsets[index])
            guard try precedes(name, next, in: json) else {
                throw MalformedJSONError(.duplicateName, at: max(name, next) - 1)
            }
        }
        if comparesStrings, offsets.count > position + 1 { try checkStrings(from: position, in: json) }
        offsets.removeSubrange(position...)
    }

    private func checkStrings(from position: Int, in json: Span<UInt8>) throws(MalformedJSONError) {
        var strings: Set<String> = []
        for offset in offsets[position...].sorted() {
            var reader = JSONReader(offset: offset - 1)
            let string = try reader.readText(in: json).string(in: json)
            guard strings.insert(string).inserted else {
                throw MalformedJSONError(.duplicateName, at: offset - 1)
            }
        }
    }

    /// Sorts the names from a position on.
    ///
    /// It is a heapsort: in place, and n log n for every order.
    private mutating func sort(from position: Int, in json: Span<UInt8>) throws(MalformedJSONError) {
        let count = offsets.count - position
        guard count > 1 else { return }
        for root in (0..<count / 2).reversed() {
            try siftDown(root, below: count, from: position, in: json)
        }
        for end in (1..<count).reversed() {
            offsets.swapAt(position, position + end)
            try siftDown(0, below: end, from: position, in: json)
        }
    }

    /// Moves an element of the heap down until no child is greater.
    private mutating func siftDown(
        _ root: Int,
        below end: Int,
        from position: Int,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) {
        var parent = root
        while 2 * parent + 1 < end {
            var child = 2 * parent + 1
            if child + 1 < end,
                try precedes(offsets[position + child], offsets[position + child + 1], in: json)
            {
                child += 1
            }
            guard try precedes(offsets[position + parent], offsets[position + child], in: json) else {
                return
            }
            offsets.swapAt(position + parent, position + child)
            parent = child
        }
    }

    /// Tells whether a name comes before another in the order of their bytes, after escapes are resolved.
    private func precedes(_ a: Int, _ b: Int, in json: Span<UInt8>) throws(MalformedJSONError) -> Bool {
        var (a, b) = (JSONReader(offset: a), JSONReader(offset: b))
        while true {
            let (x, y) = (json[a.offset], json[b.offset])
            if y == UInt8(ascii: "\"") { return false }
            if x == UInt8(ascii: "\"") { return true }
            if x == UInt8(ascii: "\\") || y == UInt8(ascii: "\\") {
                let (x, y) = (try a.readCharacter(in: json), try b.readCharacter(in: json))
                guard x == y else { return x < y }
            } else {
                guard x == y else { return x < y }
                a.offset += 1
                b.offset += 1
            }
        }
    }
}
