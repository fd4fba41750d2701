import CollaborationCrypto

extension Person: CustomStringConvertible {
    /// The name, the handle and the first bytes of the root hash, on one line.
    public var description: String {
        let identity = identity.map { "identity \($0.description.prefix(8))…" }
        let details = [handle, identity].compactMap(\.self)
        let name = displayName.nonBlank ?? "Unnamed"
        return (details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))").onOneLine
    }
}

extension Person.IdentityProof: CustomStringConvertible {
    /// The first bytes of the root hash, the index and the depth, on one line.
    public var description: String {
        guard !isEmpty else { return "Empty proof" }
        let root = path.root(forLeaf: SHA256.hash(data: publicKey))
        return "Proof of \("\(root)".prefix(8))… at index \(publicKeyIndex), depth \(path.siblings.count)"
    }
}

extension Person.SignedIdentityProof: CustomStringConvertible {
    /// The proof and the length of the signature, on one line.
    public var description: String { "\(personIdentityProof), signature of \(signatureData.count) bytes" }
}
