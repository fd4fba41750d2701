import BigInt
import Foundation

/// SHA-512 and SHA-384 (FIPS 180-4), with which a proof must not be signed.
enum SHA512 {
    /// The first 80 primes, of whose roots the first 64 bits behind the point are the constants.
    private static let primes = (2...409).filter { n in (2..<n).allSatisfy { !n.isMultiple(of: $0) } }.map {
        BigUInt($0)
    }
    private static let constants = primes.map { word(of: $0 << 192, root: 3) }

    static func hash(_ message: Data) -> Data { hash(message, start: primes[..<8], byteCount: 64) }

    static func hash384(_ message: Data) -> Data { hash(message, start: primes[8..<16], byteCount: 48) }

    /// The last 64 bits of the greatest integer whose power is not above a number, bit by bit.
    private static func word(of number: BigUInt, root: Int) -> UInt64 {
        let root = (0..<70).reversed().reduce(BigUInt(0)) { found, bit in
            let next = found | BigUInt(1) << bit
            return next.power(root) <= number ? next : found
        }
        return UInt64(truncatingIfNeeded: root)
    }

    private static func hash(_ message: Data, start: ArraySlice<BigUInt>, byteCount: Int) -> Data {
        var padded = message + [128] + Data(count: (239 - message.count % 128) % 128 + 8)
        padded += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
        var state = start.map { word(of: $0 << 128, root: 2) }
        for block in stride(from: 0, to: padded.count, by: 128) {
            var words = (0..<16).map { padded[(block + 8 * $0)...].prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
            for i in 16..<80 {
                let (a, b) = (words[i - 15], words[i - 2])
                let small = turned(a, 1) ^ turned(a, 8) ^ a >> 7
                words.append(words[i - 16] &+ small &+ words[i - 7] &+ (turned(b, 19) ^ turned(b, 61) ^ b >> 6))
            }
            var v = state
            for i in 0..<80 {
                let choice = v[4] & v[5] ^ ~v[4] & v[6]
                let large = turned(v[4], 14) ^ turned(v[4], 18) ^ turned(v[4], 41)
                let first = v[7] &+ large &+ choice &+ constants[i] &+ words[i]
                let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
                let second = (turned(v[0], 28) ^ turned(v[0], 34) ^ turned(v[0], 39)) &+ majority
                v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
            }
            state = zip(state, v).map { $0 &+ $1 }
        }
        let bytes = state.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) } }
        return Data(bytes.prefix(byteCount))
    }

    private static func turned(_ word: UInt64, _ count: UInt64) -> UInt64 { word >> count | word << (64 - count) }
}
