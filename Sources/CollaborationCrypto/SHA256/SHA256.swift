/// The hash function SHA-256 (FIPS 180-4), all at once or piece by piece.
public struct SHA256: Sendable {
    /// The number of bytes that the function takes in at a time, 64.
    public static let blockByteCount = 64

    var state = SHA256State.initial

    /// The bytes of a block that is not full yet, 0 to 63.
    var partialBlock: ContiguousArray<UInt8> = []

    /// The number of bytes so far.
    var byteCount: UInt64 = 0

    /// Starts a hash of nothing yet.
    public init() {}

    /// Takes in the next bytes of the message.
    ///
    /// - Parameter data: Any number of bytes. They are not copied if their storage is contiguous.
    @inlinable
    public mutating func update(data: some Collection<UInt8>) {
        withSpan(of: data) { bytes in
            update(bytes)
        }
    }

    /// The digest of all bytes so far; more can be taken in after it.
    public func finalize() -> SHA256Digest {
        state.finalized(with: partialBlock.span, from: 0, messageByteCount: byteCount)
    }

    /// The digest of a whole message.
    ///
    /// - Parameter data: Any number of bytes. They are not copied if their storage is contiguous.
    /// - Returns: The digest, 32 bytes.
    @inlinable
    public static func hash(data: some Collection<UInt8>) -> SHA256Digest {
        withSpan(of: data) { bytes in
            hash(bytes)
        }
    }

    /// The digest of 64 bytes: two digests, one after the other, as in a node of a Merkle tree.
    static func hash(_ left: SHA256Digest, _ right: SHA256Digest) -> SHA256Digest {
        var state = SHA256State.initial
        state.compress(SHA256Words(left.words, right.words))
        state.compressPaddingAfterOneBlock()
        return SHA256Digest(words: state)
    }
}
