/// The eight words of SHA-256's hash value, and its eight working variables (FIPS 180-4, 6.2).
struct SHA256State: Sendable {
    var a: UInt32
    var b: UInt32
    var c: UInt32
    var d: UInt32
    var e: UInt32
    var f: UInt32
    var g: UInt32
    var h: UInt32

    /// The initial hash value (FIPS 180-4, 5.3.3).
    static let initial = SHA256State(
        a: 0x6a09_e667,
        b: 0xbb67_ae85,
        c: 0x3c6e_f372,
        d: 0xa54f_f53a,
        e: 0x510e_527f,
        f: 0x9b05_688c,
        g: 0x1f83_d9ab,
        h: 0x5be0_cd19
    )

    /// Adds another state word by word modulo 2³².
    @inline(__always)
    static func &+= (state: inout SHA256State, other: SHA256State) {
        state.a &+= other.a
        state.b &+= other.b
        state.c &+= other.c
        state.d &+= other.d
        state.e &+= other.e
        state.f &+= other.f
        state.g &+= other.g
        state.h &+= other.h
    }
}

extension SHA256State {
    /// Updates the hash value with a block of sixteen words (FIPS 180-4, 6.2.2).
    mutating func compress(_ block: SHA256Words) {
        compressInline(block)
    }

    @inline(__always)
    mutating func compressInline(_ block: SHA256Words) {
        var state = self
        var words = block
        state.applyRounds(words, .roundConstants0)
        words.advance()
        state.applyRounds(words, .roundConstants16)
        words.advance()
        state.applyRounds(words, .roundConstants32)
        words.advance()
        state.applyRounds(words, .roundConstants48)
        self &+= state
    }

    /// Applies sixteen rounds, unrolled.
    ///
    /// Instead of moving the working variables after each round, the next round takes them in another order.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    private mutating func applyRounds(_ words: SHA256Words, _ constants: SHA256Words) {
        var bc = b ^ c
        Self.round(a, b, &bc, &d, e, f, g, &h, constants.w0 &+ words.w0)
        Self.round(h, a, &bc, &c, d, e, f, &g, constants.w1 &+ words.w1)
        Self.round(g, h, &bc, &b, c, d, e, &f, constants.w2 &+ words.w2)
        Self.round(f, g, &bc, &a, b, c, d, &e, constants.w3 &+ words.w3)
        Self.round(e, f, &bc, &h, a, b, c, &d, constants.w4 &+ words.w4)
        Self.round(d, e, &bc, &g, h, a, b, &c, constants.w5 &+ words.w5)
        Self.round(c, d, &bc, &f, g, h, a, &b, constants.w6 &+ words.w6)
        Self.round(b, c, &bc, &e, f, g, h, &a, constants.w7 &+ words.w7)
        Self.round(a, b, &bc, &d, e, f, g, &h, constants.w8 &+ words.w8)
        Self.round(h, a, &bc, &c, d, e, f, &g, constants.w9 &+ words.w9)
        Self.round(g, h, &bc, &b, c, d, e, &f, constants.w10 &+ words.w10)
        Self.round(f, g, &bc, &a, b, c, d, &e, constants.w11 &+ words.w11)
        Self.round(e, f, &bc, &h, a, b, c, &d, constants.w12 &+ words.w12)
        Self.round(d, e, &bc, &g, h, a, b, &c, constants.w13 &+ words.w13)
        Self.round(c, d, &bc, &f, g, h, a, &b, constants.w14 &+ words.w14)
        Self.round(b, c, &bc, &e, f, g, h, &a, constants.w15 &+ words.w15)
    }

    /// Applies one round.
    ///
    /// It changes d and h, which become e and a of the next round.
    ///
    /// To save copies, the rotations of e by 6, 11 and 25 are nested: by 14, then 5, then 6. The majority is
    /// b ^ ((a ^ b) & (b ^ c)), where a ^ b is b ^ c of the next round.
    @inline(__always)
    private static func round(
        _ a: UInt32,
        _ b: UInt32,
        _ bc: inout UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ input: UInt32
    ) {
        let sigma1 = ((e.rotatedRight(14) ^ e).rotatedRight(5) ^ e).rotatedRight(6)
        let choice = g ^ (e & (f ^ g))
        let t1 = h &+ input &+ choice &+ sigma1
        let ab = a ^ b
        let majority = b ^ (ab & bc)
        bc = ab
        let sigma0 = a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)
        d &+= t1
        h = t1 &+ majority &+ sigma0
    }
}

extension SHA256Words {
    /// Replaces sixteen words of the message schedule with the next sixteen (FIPS 180-4, 6.2.2, step 1).
    #if !arch(wasm32)
        @inline(__always)
    #endif
    fileprivate mutating func advance() {
        w0 &+= w1.sigma0 &+ w9 &+ w14.sigma1
        w1 &+= w2.sigma0 &+ w10 &+ w15.sigma1
        w2 &+= w3.sigma0 &+ w11 &+ w0.sigma1
        w3 &+= w4.sigma0 &+ w12 &+ w1.sigma1
        w4 &+= w5.sigma0 &+ w13 &+ w2.sigma1
        w5 &+= w6.sigma0 &+ w14 &+ w3.sigma1
        w6 &+= w7.sigma0 &+ w15 &+ w4.sigma1
        w7 &+= w8.sigma0 &+ w0 &+ w5.sigma1
        w8 &+= w9.sigma0 &+ w1 &+ w6.sigma1
        w9 &+= w10.sigma0 &+ w2 &+ w7.sigma1
        w10 &+= w11.sigma0 &+ w3 &+ w8.sigma1
        w11 &+= w12.sigma0 &+ w4 &+ w9.sigma1
        w12 &+= w13.sigma0 &+ w5 &+ w10.sigma1
        w13 &+= w14.sigma0 &+ w6 &+ w11.sigma1
        w14 &+= w15.sigma0 &+ w7 &+ w12.sigma1
        w15 &+= w0.sigma0 &+ w8 &+ w13.sigma1
    }
}

extension UInt32 {
    @inline(__always)
    fileprivate func rotatedRight(_ count: UInt32) -> UInt32 {
        self &>> count | self &<< (32 &- count)
    }

    @inline(__always)
    fileprivate var sigma0: UInt32 { (rotatedRight(11) ^ self).rotatedRight(7) ^ self &>> 3 }

    @inline(__always)
    fileprivate var sigma1: UInt32 { (rotatedRight(2) ^ self).rotatedRight(17) ^ self &>> 10 }
}
