// The two functions that the module exports. Their inputs are bytes that the host has written to its memory.
//
// The host imports two functions of C to the module, as `env`: posix_memalign and free. It takes the memory for the
// inputs and results from there too. host.mjs is such a host.
//
// The host passes pointers and is responsible for their bounds, so every use of a pointer is marked unsafe.

import CollaborationCrypto

/// Verifies a proof over a challenge by the standard policy.
///
/// Writes the root, 32 bytes, and returns 0 if it is among the known ones, which have 32 bytes each. Otherwise returns
/// the number of the broken rule: its place among the cases of `IdentityProofError`, counted from 1, or the one after
/// the last for an unknown identity. The host gives 0 as the size of the hashes if one has other than 32 bytes.
@c(judge)
public func judge(
    _ key: UnsafePointer<UInt8>,
    _ keyByteCount: Int32,
    _ index: Int64,
    _ hashes: UnsafePointer<UInt8>,
    _ hashByteCount: Int32,
    _ hashCount: Int32,
    _ signature: UnsafePointer<UInt8>,
    _ signatureByteCount: Int32,
    _ challenge: UnsafePointer<UInt8>,
    _ challengeByteCount: Int32,
    _ known: UnsafePointer<UInt8>,
    _ knownCount: Int32,
    _ root: UnsafeMutablePointer<UInt8>
) -> Int32 {
    let keyBytes = unsafe UnsafeBufferPointer(start: key, count: Int(keyByteCount))
    let signatureBytes = unsafe UnsafeBufferPointer(start: signature, count: Int(signatureByteCount))
    let challengeBytes = unsafe UnsafeBufferPointer(start: challenge, count: Int(challengeByteCount))
    let siblings = unsafe (0..<Int(hashCount)).map { number in
        unsafe UnsafeBufferPointer(start: hashes + number * Int(hashByteCount), count: Int(hashByteCount))
    }
    do throws(IdentityProofError) {
        let path = try unsafe IdentityProofRules.path(ofEmptyKey: keyByteCount == 0, index: index, siblings: siblings)
        let key = try unsafe IdentityProofRules.key(keyBytes, path: path, policy: .standard)
        let signature = try unsafe IdentityProofRules.signature(signatureBytes, policy: .standard)
        guard unsafe key.isValidSignature(signature, for: challengeBytes) else { throw .signatureMismatch }
        let proven = unsafe IdentityProofRules.root(ofKey: keyBytes, path: path)
        let roots = (0..<Int(knownCount)).compactMap { number in
            unsafe digest(at: known + number * SHA256Digest.byteCount)
        }
        guard roots.contains(proven) else { return Int32(IdentityProofError.allCases.count) + 1 }
        unsafe write(proven, to: root)
        return 0
    } catch {
        return Int32(IdentityProofError.allCases.firstIndex(of: error) ?? 0) + 1
    }
}

/// Writes the SHA-256 digest of a message, 32 bytes.
@c(hash)
public func hash(_ message: UnsafePointer<UInt8>, _ messageByteCount: Int32, _ digest: UnsafeMutablePointer<UInt8>) {
    let messageBytes = unsafe UnsafeBufferPointer(start: message, count: Int(messageByteCount))
    unsafe write(SHA256.hash(data: messageBytes), to: digest)
}

private func digest(at bytes: UnsafePointer<UInt8>) -> SHA256Digest? {
    try? unsafe SHA256Digest(rawRepresentation: UnsafeBufferPointer(start: bytes, count: SHA256Digest.byteCount))
}

private func write(_ digest: SHA256Digest, to bytes: UnsafeMutablePointer<UInt8>) {
    for (offset, byte) in digest.enumerated() {
        unsafe bytes[offset] = byte
    }
}
