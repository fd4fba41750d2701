extension SHA256State {
    /// Pads and compresses the last 0 to 63 bytes of a message, from an offset on, and returns the digest.
    ///
    /// The padding is a byte 80, zeros, and the length of the message in bits as 8 bytes (FIPS 180-4, 5.1.1).
    /// If the length does not fit into the same block, it goes into another one.
    func finalized(with bytes: Span<UInt8>, from offset: Int, messageByteCount: UInt64) -> SHA256Digest {
        var state = self
        var block = SHA256Words(lastBytes: bytes.extracting(offset..<bytes.count))
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

extension SHA256Words {
    /// Makes a block of the last 0 to 63 bytes of a message, a byte 80, and zeros.
    fileprivate init(lastBytes bytes: Span<UInt8>) {
        self = withTemporarySpan(repeating: 0 as UInt32, count: 16) { words in
            let wholeWordCount = bytes.count / 4
            for index in 0..<wholeWordCount {
                words[index] = UInt32(bigEndian: bytes, at: 4 * index)
            }
            var last: UInt32 = 0x8000_0000
            for index in (4 * wholeWordCount..<bytes.count).reversed() {
                last = last &>> 8 | UInt32(bytes[index]) &<< 24
            }
            words[wholeWordCount] = last
            let block = words.span
            return SHA256Words { block[$0] }
        }
    }
}
