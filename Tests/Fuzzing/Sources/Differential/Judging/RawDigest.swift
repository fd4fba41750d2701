import Crypto
import Foundation

/// 32 bytes that swift-crypto accepts as the digest of a message.
struct RawDigest: Digest {
    static let byteCount = 32

    let bytes: [UInt8]

    func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        // The protocol has no other way to get at the bytes. They do not outlive the call.
        try unsafe bytes.withUnsafeBytes(body)
    }

    var description: String { "RawDigest" }
}
