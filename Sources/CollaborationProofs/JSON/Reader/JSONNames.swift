/// The names of unknown members in the objects that are open, which are searched for duplicates.
///
/// The names of an object are the leaves of a binary tree whose inner nodes have the first bit in which
/// the names below them differ. To add a name, each of its bits is looked at once at most. So the time is linear
/// in the length of the names, whatever they are, which neither a sort nor a hash table promises.
struct JSONNames {
    /// An object that has unknown members.
    private struct Object {
        /// How many arrays and objects are open within the text, this one included.
        var depth: Int
        var root: Place
        var firstName: Int
    }

    /// A name, and the inner node that was made when it was added, which is not used for the first name of an object.
    private struct Name {
        /// The position of the name in `bytes`.
        var start: Int

        /// The position of the first bit in which names below the node differ.
        var bit: Int
        var zero: Place
        var one: Place

        subscript(isOne: Bool) -> Place {
            get { isOne ? one : zero }
            set { if isOne { one = newValue } else { zero = newValue } }
        }
    }

    /// A node of the tree.
    private enum Place {
        /// A leaf, the name of this number.
        case name(Int)

        /// The inner node of this number.
        case node(Int)
    }

    /// The innermost object that is open comes last.
    private var objects: [Object] = []

    /// The names, with escapes resolved.
    ///
    /// After each one stands 0xff, which never occurs in UTF-8. So no name is the beginning of another.
    private var bytes: [UInt8] = []

    /// The names of all objects that are open, in their order in the text.
    private var names: [Name] = []

    /// The number of unknown members of the object that is open at a depth.
    func count(atDepth depth: Int) -> Int {
        guard let object = objects.last, object.depth == depth else { return 0 }
        return names.count - object.firstName
    }

    /// Notes a name in the object that is open at a depth, the innermost one.
    ///
    /// - Throws: ``MalformedJSONError/Rule/duplicateName`` if the object has the name already.
    mutating func insert(
        _ text: JSONText,
        atDepth depth: Int,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) {
        let number = names.count
        let start = bytes.count
        try append(text, in: json)
        names.append(Name(start: start, bit: 0, zero: .name(number), one: .name(number)))
        guard let object = objects.last, object.depth == depth else {
            objects.append(Object(depth: depth, root: .name(number), firstName: number))
            return
        }
        guard
            let bit = firstDifference(
                between: start,
                and: names[nearest(toNameAt: start, below: object.root)].start
            )
        else { throw MalformedJSONError(.duplicateName, at: text.start - 1) }
        insert(number, branchingAt: bit)
    }

    /// Forgets the names of the object that is open at a depth, if there are any.
    mutating func endObject(atDepth depth: Int) {
        guard let object = objects.last, object.depth == depth else { return }
        objects.removeLast()
        bytes.removeLast(bytes.count - names[object.firstName].start)
        names.removeLast(names.count - object.firstName)
    }

    private mutating func append(_ text: JSONText, in json: Span<UInt8>) throws(MalformedJSONError) {
        _ = try text.allSatisfy(in: json) { byte in
            bytes.append(byte)
            return true
        }
        bytes.append(0xff)
    }

    /// A name that has the most bits in common with the last one.
    private func nearest(toNameAt start: Int, below root: Place) -> Int {
        var place = root
        while true {
            switch place {
            case .name(let number): return number
            case .node(let number):
                let bit = names[number].bit
                // All names below this node have the same bits before this one, and the name of its number is one.
                guard bit < 8 * (bytes.count - start) else { return number }
                place = names[number][isOne(bit, ofNameAt: start)]
            }
        }
    }

    /// The first bit in which two names differ, nil for equal names.
    private func firstDifference(between start: Int, and other: Int) -> Int? {
        var index = 0
        while bytes[start + index] == bytes[other + index] {
            guard bytes[start + index] != 0xff else { return nil }
            index += 1
        }
        return 8 * index + (bytes[start + index] ^ bytes[other + index]).leadingZeroBitCount
    }

    /// Makes the inner node above the last name, where its bits leave the path of the others.
    private mutating func insert(_ number: Int, branchingAt bit: Int) {
        let start = names[number].start
        let object = objects.count - 1
        var parent: Int?
        var place = objects[object].root
        while case .node(let next) = place, names[next].bit < bit {
            parent = next
            place = names[next][isOne(names[next].bit, ofNameAt: start)]
        }
        names[number].bit = bit
        names[number][!isOne(bit, ofNameAt: start)] = place
        if let parent {
            names[parent][isOne(names[parent].bit, ofNameAt: start)] = .node(number)
        } else {
            objects[object].root = .node(number)
        }
    }

    private func isOne(_ bit: Int, ofNameAt start: Int) -> Bool {
        bytes[start + bit / 8] << (bit % 8) & 0x80 != 0
    }
}
