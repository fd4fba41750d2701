extension [UInt8] {
    /// Returns random bytes: those of as many random numbers as needed, least significant byte first.
    package static func random(
        _ count: Int,
        from next: () -> UInt64 = { .random(in: .min ... .max) }
    ) -> [UInt8] {
        var word: UInt64 = 0
        return (0..<count).map { index in
            word = index % 8 == 0 ? next() : word >> 8
            return UInt8(truncatingIfNeeded: word)
        }
    }
}
