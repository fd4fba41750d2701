extension SHA256 {
    @usableFromInline
    static func hash(_ bytes: Span<UInt8>) -> SHA256Digest {
        var state = SHA256State.initial
        guard bytes.count != blockByteCount else {
            state.compress(SHA256Words(bigEndian: bytes, at: 0))
            state.compressPaddingAfterOneBlock()
            return SHA256Digest(words: state)
        }
        let offset = state.compressBlocks(of: bytes, from: 0)
        return state.finalized(with: bytes, from: offset, messageByteCount: UInt64(bytes.count))
    }

    @usableFromInline
    mutating func update(_ bytes: Span<UInt8>) {
        byteCount &+= UInt64(bytes.count)
        var offset = 0
        if !partialBlock.isEmpty {
            offset = min(Self.blockByteCount - partialBlock.count, bytes.count)
            appendToPartialBlock(bytes, in: 0..<offset)
            guard partialBlock.count == Self.blockByteCount else { return }
            state.compress(SHA256Words(bigEndian: partialBlock.span, at: 0))
            partialBlock.removeAll(keepingCapacity: true)
        }
        offset = state.compressBlocks(of: bytes, from: offset)
        appendToPartialBlock(bytes, in: offset..<bytes.count)
    }

    private mutating func appendToPartialBlock(_ bytes: Span<UInt8>, in range: Range<Int>) {
        for index in range {
            partialBlock.append(bytes[index])
        }
    }
}

extension SHA256State {
    /// Takes in the whole blocks from an offset on, and gives the offset of what is left, fewer than 64
    /// bytes.
    mutating func compressBlocks(of bytes: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        while bytes.count - offset >= SHA256.blockByteCount {
            compress(SHA256Words(bigEndian: bytes, at: offset))
            offset += SHA256.blockByteCount
        }
        return offset
    }

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
}
