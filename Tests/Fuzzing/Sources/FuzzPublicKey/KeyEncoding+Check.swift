import Fuzzing
import ProofOracle

extension KeyEncoding {
    /// Checks that both sides agree on the bytes, and all encodings on the key.
    ///
    /// - Returns: The key, if the bytes are one.
    @discardableResult
    func check(_ bytes: [UInt8]) -> Ours? {
        func check(_ holds: Bool, _ property: String) { Fuzzing.check(holds, property, bytes.hexadecimal) }
        let ours = try? parse(bytes)
        let theirs = try? parseTheirs(bytes)
        guard let ours else {
            // swift-crypto takes object identifiers with leading zeros, which DER forbids. It does not write such
            // a key as it was read, which distinguishes it from every other key.
            let isWrong = theirs.map { encodeTheirs($0) == bytes } ?? false
            check(!isWrong, "a \(rawValue) key that swift-crypto accepts is accepted")
            return nil
        }
        check(encode(ours) == bytes, "a \(rawValue) key re-encodes to the same bytes")
        check(theirs != nil, "a \(rawValue) key that is accepted is accepted by swift-crypto")
        for other in Self.allCases {
            let encoded = other.encode(ours)
            check(encoded == theirs.map(other.encodeTheirs), "both write the same \(other.rawValue) form")
            check((try? other.parse(encoded)) == ours, "the \(other.rawValue) form parses to the same key")
        }
        return ours
    }
}
