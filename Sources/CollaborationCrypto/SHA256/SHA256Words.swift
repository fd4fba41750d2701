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

    @inline(__always)
    init(
        _ w0: UInt32,
        _ w1: UInt32,
        _ w2: UInt32,
        _ w3: UInt32,
        _ w4: UInt32,
        _ w5: UInt32,
        _ w6: UInt32,
        _ w7: UInt32,
        _ w8: UInt32,
        _ w9: UInt32,
        _ w10: UInt32,
        _ w11: UInt32,
        _ w12: UInt32,
        _ w13: UInt32,
        _ w14: UInt32,
        _ w15: UInt32
    ) {
        (self.w0, self.w1, self.w2, self.w3) = (w0, w1, w2, w3)
        (self.w4, self.w5, self.w6, self.w7) = (w4, w5, w6, w7)
        (self.w8, self.w9, self.w10, self.w11) = (w8, w9, w10, w11)
        (self.w12, self.w13, self.w14, self.w15) = (w12, w13, w14, w15)
    }

    /// Makes a block of the words that a function returns for 0 to 15.
    @inline(__always)
    init(_ word: (Int) -> UInt32) {
        self.init(
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
    }

    /// Reads a block of 64 bytes from `bytes` at `offset`, each word with its most significant byte first.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    init(bigEndian bytes: Span<UInt8>, at offset: Int) {
        // Check the bounds once here instead of once for each word.
        let block = bytes.extracting(offset..<offset + SHA256.blockByteCount)
        self.init { UInt32(bigEndian: block, at: 4 * $0) }
    }

    static let zero = SHA256Words(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    /// Makes a block of two digests, the preimage of a node of a Merkle tree.
    @inline(__always)
    init(_ left: SHA256State, _ right: SHA256State) {
        self.init(
            left.a,
            left.b,
            left.c,
            left.d,
            left.e,
            left.f,
            left.g,
            left.h,
            right.a,
            right.b,
            right.c,
            right.d,
            right.e,
            right.f,
            right.g,
            right.h
        )
    }
}

extension UInt32 {
    /// Reads 4 bytes, most significant first, from `bytes` at `offset`.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    init(bigEndian bytes: Span<UInt8>, at offset: Int) {
        // Safe: any 4 bytes are a UInt32, and the load checks that they exist.
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
        self.init(bigEndian: word)
    }
}
