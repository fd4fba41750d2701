/// Shortens what makes a check fail (Zeller and Hildebrandt, 2002).
package enum DeltaDebugging {
    /// Removes elements from a list as long as it still fails.
    ///
    /// It tries to remove each half, then each quarter, and so on down to each single element.
    ///
    /// - Parameters:
    ///   - elements: A list that fails.
    ///   - attempts: The largest number of shorter lists to try.
    ///   - fails: Whether a shorter list fails.
    /// - Returns: The shortest list found. Unless the attempts ran out, it fails no more without any one of its
    ///   elements.
    @discardableResult
    package static func shorten<Element>(
        _ elements: [Element],
        attempts: Int,
        while fails: ([Element]) async throws -> Bool
    ) async rethrows -> [Element] {
        var (shortest, remaining) = (elements, attempts)
        var length = max(1, elements.count / 2)
        while !shortest.isEmpty {
            let count = shortest.count
            var start = 0
            while start < shortest.count {
                guard remaining > 0 else { return shortest }
                remaining -= 1
                let rest = Array(shortest[..<start] + shortest[start...].dropFirst(length))
                if try await fails(rest) { shortest = rest } else { start += length }
            }
            guard length > 1 || shortest.count < count else { break }
            length = max(1, length / 2)
        }
        return shortest
    }
}
