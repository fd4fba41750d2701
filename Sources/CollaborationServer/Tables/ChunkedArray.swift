/// An array in chunks of 128 elements, so that no change copies more than a chunk and the list of chunks.
package struct ChunkedArray<Element> {
    private static var chunkSize: Int { 128 }

    /// All chunks are full but the last, which has an element.
    private var chunks: [[Element]] = []

    package init() {}

    package mutating func append(_ element: Element) {
        if count.isMultiple(of: Self.chunkSize) { chunks.append([]) }
        chunks[chunks.count - 1].append(element)
    }

    /// Removes and returns the last element of an array that is not empty.
    @discardableResult
    package mutating func removeLast() -> Element {
        let last = chunks[chunks.count - 1].removeLast()
        if chunks[chunks.count - 1].isEmpty { chunks.removeLast() }
        return last
    }

    /// Changes an element in place.
    package mutating func update<Result>(at index: Int, _ body: (inout Element) -> Result) -> Result {
        body(&chunks[index / Self.chunkSize][index % Self.chunkSize])
    }
}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int {
        chunks.last.map { (chunks.count - 1) * Self.chunkSize + $0.count } ?? 0
    }

    package subscript(index: Int) -> Element {
        get { chunks[index / Self.chunkSize][index % Self.chunkSize] }
        set { chunks[index / Self.chunkSize][index % Self.chunkSize] = newValue }
    }
}

extension ChunkedArray: Sendable where Element: Sendable {}
