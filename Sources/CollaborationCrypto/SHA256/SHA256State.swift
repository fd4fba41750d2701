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
        compress(block, Self.roundConstants.span)
    }

    /// Updates the hash value with the last block of every message of 64 bytes: a bit 1, zeros, and the
    /// length, 512 bits.
    mutating func compressPaddingAfterOneBlock() {
        compressZeros(Self.paddingInputs.span)
    }

    /// Applies 64 rounds: 16 with the words of the block, then 48 with the words computed from them.
    ///
    /// An unrolled loop would be hardly faster, and its time would change with the address of the code.
    @inline(__always)
    private mutating func compress(_ block: SHA256Words, _ constants: Span<UInt32>) {
        var state = self
        var words = block
        state.applyRounds(words, constants.extracting(0..<16))
        for start in stride(from: 16, to: 64, by: 16) {
            words.advance()
            state.applyRounds(words, constants.extracting(start..<start &+ 16))
        }
        self &+= state
    }

    /// Applies 64 rounds to sums of words and constants that were computed beforehand.
    @inline(__always)
    private mutating func compressZeros(_ inputs: Span<UInt32>) {
        var state = self
        for start in stride(from: 0, to: 64, by: 16) {
            state.applyRounds(.zero, inputs.extracting(start..<start &+ 16))
        }
        self &+= state
    }
}

// In a debug build, `.span` of a constant array compiles only in the file that declares the array. So the
// tables stand in this file.
extension SHA256State {
    /// The round constants (FIPS 180-4, 4.2.2): the first 32 bits of the fractional parts of the cube roots
    /// of the first 64 primes.
    ///
    /// An array hides the values from the compiler, which would otherwise reorder the sums of a round.
    private static let roundConstants: ContiguousArray<UInt32> = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
        0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
        0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
        0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
        0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    /// The round constants plus the message schedule of the last block of a message of 64 bytes.
    private static let paddingInputs: ContiguousArray<UInt32> = [
        0xc28a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
        0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f374,
        0x649b_69c1, 0xf0fe_4786, 0x0fe1_edc6, 0x240c_f254,
        0x4fe9_346f, 0x6cc9_84be, 0x61b9_411e, 0x16f9_88fa,
        0xf2c6_5152, 0xa88e_5a6d, 0xb019_fc65, 0xb9d9_9ec7,
        0x9a12_31c3, 0xe70e_eaa0, 0xfdb1_232b, 0xc735_3eb0,
        0x3069_bad5, 0xcb97_6d5f, 0x5a0f_118f, 0xdc1e_eefd,
        0x0a35_b689, 0xde0b_7a04, 0x58f4_ca9d, 0xe15d_5b16,
        0x007f_3e86, 0x3708_8980, 0xa507_ea32, 0x6fab_9537,
        0x1740_6110, 0x0d8c_d6f1, 0xcdaa_3b6d, 0xc0bb_be37,
        0x8361_3bda, 0xdb48_a363, 0x0b02_e931, 0x6fd1_5ca7,
        0x521a_faca, 0x3133_8431, 0x6ed4_1a95, 0x6d43_7890,
        0xc39c_91f2, 0x9ecc_abbd, 0xb5c9_a0e6, 0x532f_b63c,
        0xd2c7_41c6, 0x0723_7ea3, 0xa495_4b68, 0x4c19_1d76,
    ]
}
