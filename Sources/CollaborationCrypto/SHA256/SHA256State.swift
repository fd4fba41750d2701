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
