import CollaborationCore
import CollaborationCrypto
import Foundation
import ToolSupport

/// A form in which the bytes of a public key can be written.
enum KeyForm: String, CaseIterable, Sendable {
    case x963 = "x9.63"
    case raw, compressed
    case der = "DER"

    func key(_ bytes: Data) -> P256.Signing.PublicKey? {
        switch self {
        case .x963: try? P256.Signing.PublicKey(x963Representation: bytes)
        case .raw: try? P256.Signing.PublicKey(rawRepresentation: bytes)
        case .compressed: try? P256.Signing.PublicKey(compressedRepresentation: bytes)
        case .der: try? P256.Signing.PublicKey(derRepresentation: bytes)
        }
    }

    func bytes(of key: P256.Signing.PublicKey) -> Data {
        switch self {
        case .x963: Data(key.x963Representation)
        case .raw: Data(key.rawRepresentation)
        case .compressed: Data(key.compressedRepresentation)
        case .der: Data(key.derRepresentation)
        }
    }

    /// The same form in a policy; nil for the raw form, which no policy accepts.
    var policyEncoding: IdentityProofPolicy.KeyEncoding? {
        switch self {
        case .x963: .x963
        case .raw: nil
        case .compressed: .compressed
        case .der: .der
        }
    }
}

/// What a device may have signed for a challenge.
enum SignedForm: Hashable, CaseIterable, Sendable {
    /// A form of the challenge, which ECDSA hashes.
    case hashed(IdentityProofPolicy.SignedForm)

    /// The challenge in place of a digest. Of a longer challenge ECDSA takes the first 32 bytes.
    case challengeAsDigest

    static var allCases: [SignedForm] {
        IdentityProofPolicy.SignedForm.allCases.map(Self.hashed) + [.challengeAsDigest]
    }

    /// The digest that the signature is computed from (FIPS 186-5, 6.4.1).
    func digest(of challenge: Data) throws(CryptoError) -> SHA256Digest {
        switch self {
        case .hashed(let form): return SHA256.hash(data: form.bytes(of: challenge))
        case .challengeAsDigest:
            let bytes = challenge.prefix(SHA256Digest.byteCount)
            let zeros = Data(count: SHA256Digest.byteCount - bytes.count)
            return try SHA256Digest(rawRepresentation: zeros + bytes)
        }
    }
}

extension IdentityProofPolicy.SignedForm {
    fileprivate func bytes(of challenge: Data) -> Data {
        switch self {
        case .challenge: challenge
        case .challengeHash: Data(SHA256.hash(data: challenge))
        case .base64: challenge.base64EncodedData()
        case .lowercaseHexadecimal: Data(challenge.hexadecimal.utf8)
        case .uppercaseHexadecimal: Data(challenge.hexadecimal.uppercased().utf8)
        }
    }
}

/// How a signature is encoded, and what it is over.
struct SignatureAssumptions: Hashable, Sendable {
    var encoding: IdentityProofPolicy.SignatureEncoding
    var form: SignedForm

    static let standard = SignatureAssumptions(encoding: .der, form: .hashed(.challenge))
}

/// How the root of a tree follows from a key, an index and hashes.
struct TreeAssumptions: Hashable, Sendable, Changeable {
    /// The form of the key that is hashed into the leaf; nil for bytes that are no key in any form.
    var leafForm: KeyForm? = .x963

    /// Whether 00 is hashed before a key (RFC 6962, 2.1).
    var hasLeafPrefix = false

    /// Whether 01 is hashed before two nodes (RFC 6962, 2.1).
    var hasNodePrefix = false

    /// Whether the first hash is the one below the root.
    var startsAtRoot = false

    /// Whether the most significant bit of the index belongs to the leaf's level.
    var readsHighBitFirst = false

    var indexBase: UInt64 = 0

    static let standard = TreeAssumptions()

    /// All assumptions for these forms of the leaf, the standard ones first.
    static func all(leafForms: [KeyForm?]) -> [TreeAssumptions] {
        var all: [TreeAssumptions] = [.standard]
        all = leafForms.flatMap { form in all.map { $0.with(\.leafForm, form) } }
        for flag in [\Self.hasLeafPrefix, \.hasNodePrefix, \.startsAtRoot, \.readsHighBitFirst] {
            all = [false, true].flatMap { value in all.map { $0.with(flag, value) } }
        }
        return [0, 1].flatMap { base in all.map { $0.with(\.indexBase, base) } }
    }

    /// Computes the root of a tree.
    ///
    /// - Returns: The root; nil if the index is not that of a leaf.
    func root(ofLeaf leaf: Data, index: UInt64, hashes: [Data]) -> Data? {
        guard index >= indexBase, (index - indexBase) >> UInt64(hashes.count) == 0 else { return nil }
        let position = index - indexBase
        var node = Data(SHA256.hash(data: hasLeafPrefix ? [0] + leaf : leaf))
        for (level, sibling) in (startsAtRoot ? hashes.reversed() : hashes).enumerated() {
            let bit = readsHighBitFirst ? hashes.count - 1 - level : level
            let children = position >> UInt64(bit) & 1 == 0 ? node + sibling : sibling + node
            node = Data(SHA256.hash(data: hasNodePrefix ? [1] + children : children))
        }
        return node
    }
}
