import CollaborationModels
import CollaborationTesting
import Foundation

/// Makes lines, each with its answer.
struct LineMaker {
    var generator: SeededGenerator
    private let requests: [Request]

    init(generator: SeededGenerator) throws {
        self.generator = generator
        requests = try (0..<256).map { number in
            try Request(
                by: SimulatedPerson("Person \(number)"),
                in: CollaborationIdentifier("doc-\(number % 16)")
            )
        }
    }

    mutating func next() -> (line: Data, answer: String) {
        var request = requests[Int.random(in: 0..<requests.count, using: &generator)]
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: return (json(request), request.grant)
        case 4..<8:
            let reason = spoil(&request)
            return (json(request), "denied \(reason.rawValue)")
        default: return (garbage(request), "malformed")
        }
    }

    private func json(_ request: Request) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(request)) ?? Data()
    }

    mutating func bytes(_ count: Int) -> Data {
        Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Breaks one rule of the scheme and tells which.
    private mutating func spoil(_ request: inout Request) -> IdentityProofError {
        let height = Int.random(in: 0..<request.proof.inclusionHashes.count, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
            request.proof.publicKeyIndex += 1 << request.proof.inclusionHashes.count
            return .publicKeyIndexOutOfRange
        case 1:
            request.proof.publicKeyIndex = [-1, .min, .max].randomElement(using: &generator) ?? -1
            return .publicKeyIndexOutOfRange
        case 2:
            request.proof.inclusionHashes += (0..<33).map { _ in bytes(32) }
            return .inclusionPathTooLong
        case 3:
            let count = [0, 1, 31, 33, 64].randomElement(using: &generator) ?? 0
            request.proof.inclusionHashes[height] = bytes(count)
            return .malformedInclusionHash
        case 4:
            request.proof.publicKey = bytes(65)
            return .malformedPublicKey
        case 5:
            // The only other point with this x has p - y.
            request.proof.publicKey[64] ^= 1
            return .malformedPublicKey
        case 6:
            request.proof.signatureData.removeLast()
            return .malformedSignature
        case 7:
            request.proof.signatureData = bytes(Int.random(in: 0..<8, using: &generator))
            return .malformedSignature
        case 8:
            request.challenge = bytes(Int.random(in: 0...64, using: &generator))
            return .signatureMismatch
        case 9:
            request.knownRootHashes.removeLast()
            return .unknownIdentity
        case 10:
            request.proof.publicKeyIndex ^= 1 << height
            return .unknownIdentity
        default:
            request.proof.inclusionHashes[height] = bytes(32)
            return .unknownIdentity
        }
    }
}
