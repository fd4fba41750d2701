extension SHA256State {
    /// Takes a block of sixteen words into the hash value (FIPS 180-4, 6.2.2).
    mutating func compress(_ block: SHA256Words) {
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

    /// Sixteen rounds, unrolled: instead of moving each working variable on to the next, the next round names it so.
    @inline(__always)
    private mutating func applyRounds(_ w: SHA256Words, _ k: SHA256Words) {
        Self.round(a, b, c, &d, e, f, g, &h, k.w0 &+ w.w0)
        Self.round(h, a, b, &c, d, e, f, &g, k.w1 &+ w.w1)
        Self.round(g, h, a, &b, c, d, e, &f, k.w2 &+ w.w2)
        Self.round(f, g, h, &a, b, c, d, &e, k.w3 &+ w.w3)
        Self.round(e, f, g, &h, a, b, c, &d, k.w4 &+ w.w4)
        Self.round(d, e, f, &g, h, a, b, &c, k.w5 &+ w.w5)
        Self.round(c, d, e, &f, g, h, a, &b, k.w6 &+ w.w6)
        Self.round(b, c, d, &e, f, g, h, &a, k.w7 &+ w.w7)
        Self.round(a, b, c, &d, e, f, g, &h, k.w8 &+ w.w8)
        Self.round(h, a, b, &c, d, e, f, &g, k.w9 &+ w.w9)
        Self.round(g, h, a, &b, c, d, e, &f, k.w10 &+ w.w10)
        Self.round(f, g, h, &a, b, c, d, &e, k.w11 &+ w.w11)
        Self.round(e, f, g, &h, a, b, c, &d, k.w12 &+ w.w12)
        Self.round(d, e, f, &g, h, a, b, &c, k.w13 &+ w.w13)
        Self.round(c, d, e, &f, g, h, a, &b, k.w14 &+ w.w14)
        Self.round(b, c, d, &e, f, g, h, &a, k.w15 &+ w.w15)
    }

    /// One round: the variables d and h change, to become the next round's e and a.
    @inline(__always)
    private static func round(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ input: UInt32
    ) {
        let sigma1 = e.rotatedRight(6) ^ e.rotatedRight(11) ^ e.rotatedRight(25)
        let choice = g ^ (e & (f ^ g))
        let t1 = h &+ sigma1 &+ choice &+ input
        let sigma0 = a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)
        let majority = (a & b) ^ (c & (a ^ b))
        d &+= t1
        h = t1 &+ sigma0 &+ majority
    }
}

extension SHA256Words {
    /// Replaces sixteen words of the message schedule with the next sixteen (FIPS 180-4, 6.2.2, step 1).
    @inline(__always)
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
    fileprivate var sigma0: UInt32 { rotatedRight(7) ^ rotatedRight(18) ^ self &>> 3 }

    @inline(__always)
    fileprivate var sigma1: UInt32 { rotatedRight(17) ^ rotatedRight(19) ^ self &>> 10 }
}
