// The functions that the module exports. Their inputs are bytes that the host has written to its memory.
//
// The host imports two functions of C to the module, as `env`: posix_memalign and free. It takes the memory for the
// inputs and results from there too. host.mjs is such a host.
//
// The host passes pointers and is responsible for their bounds, so every use of a pointer is marked unsafe.

import CollaborationCrypto

/// What the reader of JSON throws.
///
/// The package's own error has more cases, which need more than the standard library.
enum CollaborationError: Error {
    case malformed(MalformedMessage)
}

/// Answers a `VerificationRequest`, a text of at most 16 MiB, by the standard policy.
///
/// - Returns: 0 for a granted request, after writing its root, 32 bytes. The number of the broken rule for a denied one:
///   its place among the cases of `IdentityProofError`, counted from 1, or the one after the last for an unknown
///   identity. -1 for a text of JSON that is no request, and -2 less the offset of the byte that breaks a rule of JSON.
@c(answer)
public func answer(
    _ request: UnsafePointer<UInt8>,
    _ requestByteCount: Int32,
    _ root: UnsafeMutablePointer<UInt8>
) -> Int32 {
    let text = unsafe UnsafeBufferPointer(start: request, count: Int(requestByteCount))
    do throws(CollaborationError) {
        return try unsafe answer(JSONScanner.document(text, byteCountLimit: JSONLimits.byteCount), root)
    } catch {
        guard case .malformed(let message) = error else { return -1 }
        return -2 - Int32(message.offset ?? 0)
    }
}

private func answer(_ document: JSONDocument, _ root: UnsafeMutablePointer<UInt8>) -> Int32 {
    guard let identifier = document.member("collaborationIdentifier", .string, of: 0),
        1...JSONLimits.identifierByteCount ~= document.values[identifier].content.count,
        let challenge = document.bytes("challenge", of: 0), let known = document.list("knownRootHashes", of: 0),
        let proof = document.member("proof", .object, of: 0), let keyBytes = document.bytes("publicKey", of: proof),
        let number = document.member("publicKeyIndex", .number, of: proof), document.isInteger(at: number),
        let siblings = document.list("inclusionHashes", of: proof),
        let signatureBytes = document.bytes("signatureData", of: proof)
    else { return -1 }
    do throws(IdentityProofError) {
        // An index that 64 bits do not hold is out of range, as a negative one is.
        let index: Int64 = document.integer(at: number) ?? -1
        let path = try IdentityProofRules.path(ofEmptyKey: keyBytes.isEmpty, index: index, siblings: siblings)
        let key = try IdentityProofRules.key(keyBytes, path: path, policy: .standard)
        let signature = try IdentityProofRules.signature(signatureBytes, policy: .standard)
        guard key.isValidSignature(signature, for: challenge) else { throw .signatureMismatch }
        let proven = IdentityProofRules.root(ofKey: keyBytes, path: path)
        guard known.contains(where: { $0.elementsEqual(proven) }) else {
            return Int32(IdentityProofError.allCases.count) + 1
        }
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

private func write(_ digest: SHA256Digest, to bytes: UnsafeMutablePointer<UInt8>) {
    for (offset, byte) in digest.enumerated() {
        unsafe bytes[offset] = byte
    }
}

extension JSONDocument {
    /// The index of a member of an object, if it is of a kind.
    fileprivate func member(_ name: StaticString, _ kind: Kind, of object: Int) -> Int? {
        let nameBytes = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard self.kind(of: object) == .object, let index = unsafe member(named: nameBytes, of: object),
            self.kind(of: index) == kind
        else { return nil }
        return index
    }

    fileprivate func bytes(_ name: StaticString, of object: Int) -> [UInt8]? {
        member(name, .string, of: object).flatMap(bytes(at:))
    }

    /// The bytes of each string of an array.
    fileprivate func list(_ name: StaticString, of object: Int) -> [[UInt8]]? {
        guard let array = member(name, .array, of: object) else { return nil }
        var elements: [[UInt8]] = []
        var next = array + 1
        while next < values[array].end {
            guard kind(of: next) == .string, let bytes = bytes(at: next) else { return nil }
            elements.append(bytes)
            next += 1
        }
        return elements
    }
}
