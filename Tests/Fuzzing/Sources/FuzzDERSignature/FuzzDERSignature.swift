import CollaborationCrypto
import Crypto
import Fuzzing
import ProofOracle

private typealias Ours = CollaborationCrypto.P256.Signing
private typealias Theirs = Crypto.P256.Signing

/// Reads the bytes as a signature in DER, and the first 64 as a raw signature.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe FuzzedBytes(start: start, count: count).rest
    checkDER(Array(bytes))
    checkRaw(Array(bytes.prefix(64)))
    return 0
}

private func checkDER(_ bytes: [UInt8]) {
    let theirs = try? Theirs.ECDSASignature(derRepresentation: bytes)
    do throws(CollaborationCrypto.CryptoError) {
        let ours = try Ours.ECDSASignature(derRepresentation: bytes)
        check(ours.derRepresentation == bytes, "a signature that parses re-encodes to the same bytes")
        check(theirs != nil, "swift-crypto accepts a signature that parses")
        check(
            theirs.map { Array($0.rawRepresentation) } == ours.rawRepresentation,
            "swift-crypto reads the same r and s"
        )
    } catch {
        // The two differ in one point: swift-crypto looks at the range of r and s only when it verifies.
        guard let theirs else { return }
        check(error == .scalarOutOfRange, "a signature that swift-crypto accepts is well-formed", "\(error)")
        check(
            !hasScalarsInRange(Array(theirs.rawRepresentation)),
            "a signature that swift-crypto accepts with r and s in 1 ..< n is accepted"
        )
    }
}

private func checkRaw(_ bytes: [UInt8]) {
    let ours = try? Ours.ECDSASignature(rawRepresentation: bytes)
    check((ours != nil) == hasScalarsInRange(bytes), "64 bytes are a signature if r and s are in range")
    guard let ours, let theirs = try? Theirs.ECDSASignature(rawRepresentation: bytes) else { return }
    check(ours.rawRepresentation == bytes, "a raw signature re-encodes to the same bytes")
    check(Array(theirs.derRepresentation) == ours.derRepresentation, "swift-crypto writes the same DER")
    checkDER(ours.derRepresentation)
}
