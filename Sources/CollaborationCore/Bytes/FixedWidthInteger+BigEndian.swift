extension FixedWidthInteger {
    /// Reads an integer, most significant byte first.
    ///
    /// Bytes before the last `bitWidth / 8` are dropped. Inlinable, since a record has thousands of them, and what another
    /// module calls as a generic function takes a microsecond each.
    @inlinable
    package init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }

    /// The bytes of the integer, most significant first.
    @inlinable
    package var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}
