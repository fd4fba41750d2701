extension SHA256State {
    /// Applies sixteen rounds.
    ///
    /// Instead of moving the working variables after each round, the next round takes them in another order.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    mutating func applyRounds(_ words: SHA256Words, _ constants: Span<UInt32>) {
        var bc = b ^ c
        Self.round(a, b, &bc, &d, e, f, g, &h, words.w0, constants[0])
        Self.round(h, a, &bc, &c, d, e, f, &g, words.w1, constants[1])
        Self.round(g, h, &bc, &b, c, d, e, &f, words.w2, constants[2])
        Self.round(f, g, &bc, &a, b, c, d, &e, words.w3, constants[3])
        Self.round(e, f, &bc, &h, a, b, c, &d, words.w4, constants[4])
        Self.round(d, e, &bc, &g, h, a, b, &c, words.w5, constants[5])
        Self.round(c, d, &bc, &f, g, h, a, &b, words.w6, constants[6])
        Self.round(b, c, &bc, &e, f, g, h, &a, words.w7, constants[7])
        Self.round(a, b, &bc, &d, e, f, g, &h, words.w8, constants[8])
        Self.round(h, a, &bc, &c, d, e, f, &g, words.w9, constants[9])
        Self.round(g, h, &bc, &b, c, d, e, &f, words.w10, constants[10])
        Self.round(f, g, &bc, &a, b, c, d, &e, words.w11, constants[11])
        Self.round(e, f, &bc, &h, a, b, c, &d, words.w12, constants[12])
        Self.round(d, e, &bc, &g, h, a, b, &c, words.w13, constants[13])
        Self.round(c, d, &bc, &f, g, h, a, &b, words.w14, constants[14])
        Self.round(b, c, &bc, &e, f, g, h, &a, words.w15, constants[15])
    }

    /// Applies one round.
    ///
    /// It changes d and h, which become e and a of the next round.
    ///
    /// The next round waits for d, so d is computed by the shortest chain from e. The compiler reorders a sum
    /// unless its terms are used twice, as `early` and `late` are. The majority is b ^ ((a ^ b) & (b ^ c)),
    /// where a ^ b is b ^ c of the next round.
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
        _ word: UInt32,
        _ constant: UInt32
    ) {
        let early = h &+ (constant &+ word)
        let sigma1 = e.rotatedRight(6) ^ e.rotatedRight(11) ^ e.rotatedRight(25)
        let choice = g ^ (e & (f ^ g))
        let late = choice &+ sigma1
        let ab = a ^ b
        let majority = b ^ (ab & bc)
        bc = ab
        let sigma0 = a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)
        d = (early &+ d) &+ late
        h = early &+ majority &+ sigma0 &+ late
    }
}

extension SHA256Words {
    /// Replaces these sixteen words of the message schedule by the next sixteen (FIPS 180-4, 6.2.2, step 1).
    @inline(__always)
    mutating func advance() {
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
