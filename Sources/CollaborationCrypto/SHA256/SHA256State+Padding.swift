extension SHA256State {
    /// The digest of a message that ends with the bytes from an offset on, fewer than 64 of them.
    ///
    /// They are padded with a byte 80, zeros, and the message's length in bits as 8 bytes (FIPS 180-4,
    /// 5.1.1). The length goes into a block of its own where it does not fit into theirs.
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

    /// Takes in the block of padding that ends every message of 64 bytes: a bit 1, zeros, the length, 512
    /// bits.
    ///
    /// Inlined on a constant, the message schedule is worked out by the compiler.
    mutating func compressPaddingAfterOneBlock() {
        compressInline(SHA256Words(0x8000_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 512))
    }
}
