extension Sequence {
    /// The first three elements that do not have a property.
    func counterexamples(to property: (Element) throws -> Bool) rethrows -> [Element] {
        var counterexamples: [Element] = []
        for element in self where counterexamples.count < 3 {
            if try !property(element) { counterexamples.append(element) }
        }
        return counterexamples
    }

    /// Every pair of an element of this sequence and an element of a collection.
    func paired<Other: Collection>(with others: Other) -> some Sequence<(Element, Other.Element)> {
        lazy.flatMap { element in others.lazy.map { (element, $0) } }
    }

    /// Every n-th element, beginning with the first.
    func every(_ step: Int) -> [Element] {
        enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
    }
}
