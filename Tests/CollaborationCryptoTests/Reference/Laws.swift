extension Sequence {
    /// The first few elements for which a law does not hold; none, if it is one.
    func exceptions(to law: (Element) throws -> Bool) rethrows -> [Element] {
        var exceptions: [Element] = []
        for element in self where exceptions.count < 3 {
            if try !law(element) { exceptions.append(element) }
        }
        return exceptions
    }

    /// Every pair of an element of this sequence and one of a collection.
    func paired<Other: Collection>(with others: Other) -> some Sequence<(Element, Other.Element)> {
        lazy.flatMap { element in others.lazy.map { (element, $0) } }
    }

    /// Every so-manieth element, from the first.
    func every(_ step: Int) -> [Element] {
        enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
    }
}
