import Testing

extension Sequence {
    /// Expects that every element has a property, and shows the first three that do not.
    func expectAll(at location: SourceLocation = #_sourceLocation, _ property: (Element) throws -> Bool) rethrows {
        var counterexamples: [Element] = []
        for element in self where counterexamples.count < 3 {
            if try !property(element) { counterexamples.append(element) }
        }
        #expect(counterexamples.isEmpty, sourceLocation: location)
    }

    func paired<Other: Collection>(with others: Other) -> some Sequence<(Element, Other.Element)> {
        lazy.flatMap { element in others.lazy.map { (element, $0) } }
    }

    /// Every n-th element, beginning with the first.
    func every(_ step: Int) -> [Element] { enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element) }
}
