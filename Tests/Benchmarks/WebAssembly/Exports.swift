// The four functions that the module exports. Their inputs are bytes that the host has written to its memory.
//
// The host imports two functions of C to the module, as `env`: posix_memalign and free. It takes the memory for the
// inputs and results from there too. host.mjs is such a host.
//
// The host passes pointers and is responsible for their bounds, so every use of a pointer is marked unsafe.

import CollaborationCrypto

/// Answers a request of JSON in the words of VerifyProof.
///
/// Writes `granted <root hash>`, `denied <reason>` or `malformed <why>` without a newline: 128 bytes of ASCII at most.
/// Returns the number of bytes. The request may be any bytes.
@c(answer)
public func answer(
    _ request: UnsafePointer<UInt8>,
    _ requestByteCount: Int32,
    _ line: UnsafeMutablePointer<UInt8>
) -> Int32 {
    let bytes = unsafe UnsafeBufferPointer(start: request, count: Int(requestByteCount))
    let answer = unsafe answer(to: bytes)
    let count = min(answer.count, 128)
    for index in 0..<count {
        unsafe line[index] = answer[index]
    }
    return Int32(count)
}

private func answer(to request: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var line: [UInt8] = []
    do throws(MalformedJSONError) {
        let parts = try unsafe JSONReader.read(request) { reader, json throws(MalformedJSONError) in
            try VerificationRequestParts<[UInt8]>(from: &reader, in: json)
        }
        do throws(IdentityProofError) {
            let root = try parts.verifiedRoot()
            line.appendText("granted ")
            for byte in root {
                line.append(hexadecimalDigit(byte >> 4))
                line.append(hexadecimalDigit(byte & 15))
            }
        } catch {
            line.appendText("denied ")
            line.appendText(error.rawValue)
        }
    } catch {
        line.appendText("malformed ")
        line += error.descriptionBytes
    }
    return line
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// Verifies a DER signature over a message with a 65-byte x9.63 key: 1 if it is valid, 0 otherwise.
@c(verify)
public func verify(
    _ key: UnsafePointer<UInt8>,
    _ keyByteCount: Int32,
    _ signature: UnsafePointer<UInt8>,
    _ signatureByteCount: Int32,
    _ message: UnsafePointer<UInt8>,
    _ messageByteCount: Int32
) -> Int32 {
    let keyBytes = unsafe UnsafeBufferPointer(start: key, count: Int(keyByteCount))
    let signatureBytes = unsafe UnsafeBufferPointer(start: signature, count: Int(signatureByteCount))
    let messageBytes = unsafe UnsafeBufferPointer(start: message, count: Int(messageByteCount))
    guard let key = unsafe try? P256.Signing.PublicKey(x963Representation: keyBytes),
        let signature = unsafe try? P256.Signing.ECDSASignature(derRepresentation: signatureBytes)
    else { return 0 }
    return unsafe key.isValidSignature(signature, for: messageBytes) ? 1 : 0
}

/// Writes the SHA-256 digest of a message, 32 bytes.
@c(hash)
public func hash(
    _ message: UnsafePointer<UInt8>,
    _ messageByteCount: Int32,
    _ digest: UnsafeMutablePointer<UInt8>
) {
    let messageBytes = unsafe UnsafeBufferPointer(start: message, count: Int(messageByteCount))
    unsafe write(SHA256.hash(data: messageBytes), to: digest)
}

/// Writes the root that follows from a leaf and its siblings, 32 bytes each: 1 if done, 0 for an invalid index.
@c(root)
public func root(
    _ leafIndex: Int32,
    _ leaf: UnsafePointer<UInt8>,
    _ siblings: UnsafePointer<UInt8>,
    _ siblingCount: Int32,
    _ root: UnsafeMutablePointer<UInt8>
) -> Int32 {
    var digests: [SHA256Digest] = []
    for index in 0..<Int(siblingCount) {
        guard let sibling = unsafe digest(at: siblings + index * SHA256Digest.byteCount) else { return 0 }
        digests.append(sibling)
    }
    guard let leaf = unsafe digest(at: leaf),
        let proof = try? MerkleInclusionProof(leafIndex: Int(leafIndex), siblings: digests)
    else { return 0 }
    unsafe write(proof.root(forLeaf: leaf), to: root)
    return 1
}

private func digest(at bytes: UnsafePointer<UInt8>) -> SHA256Digest? {
    try? unsafe SHA256Digest(
        rawRepresentation: UnsafeBufferPointer(start: bytes, count: SHA256Digest.byteCount)
    )
}

private func write(_ digest: SHA256Digest, to bytes: UnsafeMutablePointer<UInt8>) {
    for (offset, byte) in digest.enumerated() {
        unsafe bytes[offset] = byte
    }
}
