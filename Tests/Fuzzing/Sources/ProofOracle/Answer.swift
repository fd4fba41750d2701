public import CollaborationCore
public import Foundation

/// The answer to a proof, or to a request as a line of JSON.
public enum Answer: Hashable, Sendable {
    /// The proof is valid, with this root hash.
    case granted(Data)
    /// The proof is valid, and its root hash is not among the known ones.
    case unknownIdentity
    /// The proof breaks a rule.
    case denied(IdentityProofError)
    /// The line is no request.
    case malformed(offset: Int, hasWrongShape: Bool)
}

// What this package and the benchmarks use of the library's messages is here.

extension Answer {
    /// The library's answer to a line.
    public init(to line: Data) {
        do {
            self =
                try VerificationRequest(json: line).verifiedIdentity().map { .granted($0.rootHash) }
                ?? .unknownIdentity
        } catch let error as IdentityProofError {
            self = .denied(error)
        } catch CollaborationError.refused(.invalidProof(let error)) {
            self = .denied(error)
        } catch CollaborationError.malformed(let message) {
            // A member that is missing or has another type.
            let isShape = [.missing, .notObject, .notArray, .notString].contains(message.rule)
            self = .malformed(offset: message.offset ?? 0, hasWrongShape: isShape)
        } catch {
            fatalError("Broken property: a line that is no request is malformed: \(error)")
        }
    }

    /// The request of a line as the library writes it; nil if the line is no request.
    public static func request(in line: Data) -> Data? { try? VerificationRequest(json: line).json }
}
