import CollaborationCrypto
import CollaborationTesting
import Crypto
import Foundation
import Fuzzing
import ProofOracle

/// Verifies signatures of each kind with this package and with swift-crypto.
///
///     Differential [count] [seed]
///
/// Prints each difference in full, and exits with status 1 if there is one. The same seed gives the same signatures.
@main
struct Differential {
    /// The number of signatures that are made from one seed.
    private static let chunk = 1_000

    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
        let (count, seed) = (numbers.first ?? 100_000, numbers.dropFirst().first ?? 1)
        guard count >= Kind.allCases.count else {
            print("usage: Differential [count] [seed], a count of \(Kind.allCases.count) or more")
            exit(64)
        }
        let (valid, differences) = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
            for start in stride(from: 0, to: count, by: chunk) {
                group.addTask { try judge(start..<min(count, start + chunk), seed: seed) }
            }
            var (valid, differences) = (0, [String]())
            for try await part in group {
                valid += part.0
                differences += part.1
            }
            return (valid, differences)
        }
        // A broken library would have millions.
        for difference in differences.prefix(20) { print(difference) }
        print("\(count) signatures of \(Kind.allCases.count) kinds, \(valid) valid: \(differences.count) differences")
        guard differences.isEmpty else { exit(1) }
    }

    /// The number of valid signatures, and the descriptions of those on which the verdicts differ.
    private static func judge(_ numbers: Range<Int>, seed: Int) throws -> (valid: Int, differences: [String]) {
        var maker = CaseMaker(generator: SeededGenerator("differential", "\(seed)", "\(numbers.lowerBound)"))
        var (valid, differences) = (0, [String]())
        for number in numbers {
            let made = try maker.make(Kind.allCases[number % Kind.allCases.count])
            let verdicts = try verdicts(on: made, encoding: KeyEncoding.allCases[number % 4])
            valid += verdicts[0] ? 1 : 0
            guard Set(verdicts + [made.kind.isValid ?? verdicts[0]]).count > 1 else { continue }
            differences.append(
                """
                \(made.kind.rawValue): key \(made.key.hexadecimal), digest \(made.digest.hexadecimal), \
                r and s \(made.signature.hexadecimal): swift-crypto, raw and DER here: \(verdicts)
                """
            )
        }
        return (valid, differences)
    }

    /// The verdict of swift-crypto, and those of this package with the signature in each encoding.
    private static func verdicts(on made: Case, encoding: KeyEncoding) throws -> [Bool] {
        let theirKey = try Crypto.P256.Signing.PublicKey(x963Representation: made.key)
        let theirs = try Crypto.P256.Signing.ECDSASignature(rawRepresentation: made.signature)
        let key = try encoding.parse(encoding.encodeTheirs(theirKey))
        let digest = try CollaborationCrypto.SHA256Digest(rawRepresentation: made.digest)
        let raw = try? CollaborationCrypto.P256.Signing.ECDSASignature(rawRepresentation: made.signature)
        let der = try? CollaborationCrypto.P256.Signing.ECDSASignature(derRepresentation: theirs.derRepresentation)
        // A signature that does not parse is invalid.
        return [theirKey.isValidSignature(theirs, for: RawDigest(bytes: made.digest))]
            + [raw, der].map { $0.map { key.isValidSignature($0, for: digest) } ?? false }
    }
}

/// 32 bytes that swift-crypto accepts as the digest of a message.
private struct RawDigest: Digest {
    static let byteCount = 32

    let bytes: [UInt8]

    func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        // The protocol has no other way to get at the bytes. They do not outlive the call.
        try unsafe bytes.withUnsafeBytes(body)
    }

    var description: String { "RawDigest" }
}
