import CollaborationCrypto
import Crypto
import ProofOracle

/// The verdicts of both libraries on one signature.
struct Verdicts {
    private(set) var all: [(judge: String, isValid: Bool)] = []

    private typealias Ours = CollaborationCrypto.P256.Signing
    private typealias Theirs = Crypto.P256.Signing

    /// Verifies with both libraries.
    ///
    /// The encodings of the key are used in turn.
    init(on judged: Case, number: Int) throws {
        let theirs = try Theirs.ECDSASignature(rawRepresentation: judged.signature)
        all.append(
            ("swift-crypto", judged.key.theirs.isValidSignature(theirs, for: RawDigest(bytes: judged.digest)))
        )

        let digest = try SHA256Digest(rawRepresentation: judged.digest)
        let raw = try? Ours.ECDSASignature(rawRepresentation: judged.signature)
        let der = try? Ours.ECDSASignature(derRepresentation: theirs.derRepresentation)
        let encoding = KeyEncoding.allCases[number % KeyEncoding.allCases.count]
        let key = try encoding.parse(encoding.encodeTheirs(judged.key.theirs))
        // A signature that does not parse is invalid.
        all.append(
            ("this package, key \(encoding)", raw.map { key.isValidSignature($0, for: digest) } ?? false)
        )
        if der != raw {
            all.append(("this package, DER", der.map { key.isValidSignature($0, for: digest) } ?? false))
        }
    }

    /// The verdict, if all agree and it is the expected one; nil otherwise.
    func agreed(on expectation: Kind.Expectation) -> Bool? {
        let isValid = all[0].isValid
        guard all.allSatisfy({ $0.isValid == isValid }) else { return nil }
        switch expectation {
        case .agreement: return isValid
        case .valid: return isValid ? true : nil
        case .invalid: return isValid ? nil : false
        }
    }
}
