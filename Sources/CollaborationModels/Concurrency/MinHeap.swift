/// A binary heap, which returns its smallest element first.
struct MinHeap<Element: Comparable> {
    private var elements: [Element] = []

    /// The smallest element.
    var min: Element? { elements.first }

    /// Adds an element in logarithmic time.
    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, elements[child] < elements[(child - 1) / 2] {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns the smallest element in logarithmic time.
    mutating func popMin() -> Element? {
        guard let last = elements.indices.last else { return nil }
        elements.swapAt(0, last)
        let smallest = elements.removeLast()
        var parent = 0
        while let child = smallerChild(of: parent), elements[child] < elements[parent] {
            elements.swapAt(child, parent)
            parent = child
        }
        return smallest
    }

    private func smallerChild(of parent: Int) -> Int? {
        let left = 2 * parent + 1
        guard left < elements.count else { return nil }
        guard left + 1 < elements.count, elements[left + 1] < elements[left] else { return left }
        return left + 1
    }
}
