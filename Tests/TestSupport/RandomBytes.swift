extension RandomNumberGenerator {
    /// The lowest byte of each of the next numbers.
    package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}
