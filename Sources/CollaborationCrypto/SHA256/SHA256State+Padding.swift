extension SHA256State {
    /// Pads and compresses the last 0 to 63 bytes of a message, from an offset on, and returns the digest.
    ///
    /// The padding is a byte 80, zeros, and the length of the message in bits as 8 bytes (FIPS 180-4, 5.1.1).
    /// If the length does not fit into the same block, it goes into another one.
    func finalized(with bytes: Span<UInt8>, from offset: Int, messageByteCount: UInt64) -> SHA256Digest {
        func word(_ index: Int) -> UInt32 {
            let start = offset + 4 * index
            if start + 4 <= bytes.count { return UInt32(bigEndian: bytes, at: start) }
            var word: UInt32 = 0
            for position in start..<start + 4 {
                let byte = position < bytes.count ? bytes[position] : position == bytes.count ? 0x80 : 0
                word = word &<< 8 | UInt32(byte)
            }
            return word
        }
        var state = self
        var block = SHA256Words(
            word(0),
            word(1),
            word(2),
            word(3),
            word(4),
            word(5),
            word(6),
            word(7),
            word(8),
            word(9),
            word(10),
            word(11),
            word(12),
            word(13),
            word(14),
            word(15)
        )
        if bytes.count - offset >= SHA256.blockByteCount - 8 {
            state.compress(block)
            block = .zero
        }
        let bitCount = messageByteCount &<< 3
        block.w14 = UInt32(truncatingIfNeeded: bitCount &>> 32)
        block.w15 = UInt32(truncatingIfNeeded: bitCount)
        state.compress(block)
        return SHA256Digest(words: state)
    }

    /// Compresses the last block of every message of 64 bytes: a bit 1, zeros, and the length, 512 bits.
    ///
    /// The block is constant and the compression is inlined, so the compiler computes the message schedule.
    mutating func compressPaddingAfterOneBlock() {
        compressInline(SHA256Words(0x8000_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 512))
    }
}
