/// Sixteen words: a block of a message, or sixteen words of its schedule.
struct SHA256Words: Sendable {
    var w0: UInt32
    var w1: UInt32
    var w2: UInt32
    var w3: UInt32
    var w4: UInt32
    var w5: UInt32
    var w6: UInt32
    var w7: UInt32
    var w8: UInt32
    var w9: UInt32
    var w10: UInt32
    var w11: UInt32
    var w12: UInt32
    var w13: UInt32
    var w14: UInt32
    var w15: UInt32

    /// Makes a block of the words that a function returns for 0 to 15.
    @inline(__always)
    init(_ word: (Int) -> UInt32) {
        (w0, w1, w2, w3) = (word(0), word(1), word(2), word(3))
        (w4, w5, w6, w7) = (word(4), word(5), word(6), word(7))
        (w8, w9, w10, w11) = (word(8), word(9), word(10), word(11))
        (w12, w13, w14, w15) = (word(12), word(13), word(14), word(15))
    }

    static var zero: SHA256Words { SHA256Words { _ in 0 } }

    /// Makes a block of two digests, the preimage of a node of a Merkle tree.
    @inline(__always)
    init(_ left: SHA256State, _ right: SHA256State) {
        (w0, w1, w2, w3) = (left.a, left.b, left.c, left.d)
        (w4, w5, w6, w7) = (left.e, left.f, left.g, left.h)
        (w8, w9, w10, w11) = (right.a, right.b, right.c, right.d)
        (w12, w13, w14, w15) = (right.e, right.f, right.g, right.h)
    }

    /// Reads a block of 64 bytes from `bytes` at `offset`, each word with its most significant byte first.
    init(bigEndian bytes: Span<UInt8>, at offset: Int) {
        // Check the bounds once here instead of once for each word.
        let block = bytes.extracting(offset..<offset + SHA256.blockByteCount)
        self.init { UInt32(bigEndian: block, at: 4 * $0) }
    }

    /// Makes a block of the last 0 to 63 bytes of a message, a byte 80, and zeros.
    init(lastBytes bytes: Span<UInt8>) {
        self = withTemporarySpan(repeating: 0 as UInt8, count: SHA256.blockByteCount) { block in
            for index in 0..<bytes.count {
                block[index] = bytes[index]
            }
            block[bytes.count] = 0x80
            return SHA256Words(bigEndian: block.span, at: 0)
        }
    }
}

extension UInt32 {
    /// Reads 4 bytes, most significant first, from `bytes` at `offset`.
    init(bigEndian bytes: Span<UInt8>, at offset: Int) {
        // Safe: any 4 bytes are a UInt32, and the load checks that they exist.
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
        self.init(bigEndian: word)
    }
}
