import BigInt
import CollaborationCore
import CollaborationCrypto
import Foundation
import RawSigning
import Testing

@testable import DiagnoseProof

/// A simulated device whose proofs depart from the expected form.
struct DepartingDevice: Sendable {
    var keyForm = KeyForm.x963
    var signature = SignatureAssumptions.standard
    var tree = TreeAssumptions.standard
    var leafCount = 32

    /// The place of the key.
    ///
    /// Read from either end, its bits are different numbers, so that every departure shows.
    var position = 11

    private static let key = RawKey(11)
    private static let otherKey = RawKey(12)
    private static let challenge = Data((0..<121).map { UInt8($0) })

    func capturedProof(signedByAnotherKey: Bool = false) throws -> CapturedProof {
        let (path, root) = try self.path()
        let publicKey = try P256.Signing.PublicKey(x963Representation: Self.key.publicKey)
        let digest = Data(try signature.form.digest(of: Self.challenge))
        let key = signedByAnotherKey ? Self.otherKey : Self.key
        let signed = try P256.Signing.ECDSASignature(derRepresentation: key.signature(forDigest: digest, k: 13))
        return CapturedProof(
            challenge: Self.challenge,
            proof: CapturedProof.Parts(
                publicKey: keyForm.bytes(of: publicKey),
                publicKeyIndex: sentIndex(depth: path.count),
                inclusionHashes: tree.startsAtRoot ? path.reversed() : path,
                signatureData: Data(signature.encoding == .der ? signed.derRepresentation : signed.rawRepresentation)
            ),
            knownRootHashes: [Data(SHA256.hash(data: Array("another person".utf8))), root]
        )
    }

    /// The siblings from leaf to root, and the root.
    private func path() throws -> ([Data], Data) {
        let publicKey = try P256.Signing.PublicKey(x963Representation: Self.key.publicKey)
        let leaf = try #require(tree.leafForm).bytes(of: publicKey)
        var level = (0..<leafCount).map { Data(SHA256.hash(data: "padding \($0)".utf8)) }
        level[position] = Data(SHA256.hash(data: (tree.hasLeafPrefix ? [0] : []) + leaf))
        var (siblings, index): ([Data], Int) = ([], position)
        while level.count > 1 {
            siblings.append(level[index ^ 1])
            level = stride(from: 0, to: level.count, by: 2).map { left in
                Data(SHA256.hash(data: (tree.hasNodePrefix ? [1] : []) + level[left] + level[left + 1]))
            }
            index /= 2
        }
        return (siblings, level[0])
    }

    private func sentIndex(depth: Int) -> UInt64 {
        let position = UInt64(self.position)
        let bits = (0..<depth).map { position >> UInt64($0) & 1 }
        let ordered = tree.readsHighBitFirst ? bits.reversed() : bits
        return ordered.reversed().reduce(0) { $0 << 1 | $1 } + tree.indexBase
    }
}

/// One way in which a device can depart from the expected form.
struct Departure: CustomTestStringConvertible, Sendable {
    var testDescription: String

    /// Departures of one respect exclude each other.
    var respect: String

    var change: @Sendable (inout DepartingDevice) -> Void

    init(_ respect: String, _ value: String, change: @escaping @Sendable (inout DepartingDevice) -> Void) {
        testDescription = "\(respect): \(value)"
        self.respect = respect
        self.change = change
    }

    static let all: [Departure] =
        KeyForm.allCases.filter { $0 != .x963 }.flatMap { form in
            [
                Departure("key", "\(form)") { $0.keyForm = form },
                Departure("leaf", "\(form)") { $0.tree.leafForm = form },
            ]
        }
        + SignedForm.allCases.filter { $0 != .hashed(.challenge) }.map { form in
            Departure("signed bytes", "\(form)") { $0.signature.form = form }
        } + [
            Departure("signature", "raw") { $0.signature.encoding = .raw },
            Departure("leaf prefix", "00") { $0.tree.hasLeafPrefix = true },
            Departure("node prefix", "01") { $0.tree.hasNodePrefix = true },
            Departure("order of hashes", "root to leaf") { $0.tree.startsAtRoot = true },
            Departure("order of index bits", "highest first") { $0.tree.readsHighBitFirst = true },
            Departure("index of first leaf", "1") { $0.tree.indexBase = 1 },
            Departure("number of hashes", "4") { $0.leafCount = 16 },
        ]

    /// A departure with each later one of another respect.
    static func pairs(withFirst first: Int) -> [(Departure, Departure)] {
        all[(first + 1)...].filter { $0.respect != all[first].respect }.map { (all[first], $0) }
    }
}
