/// The hash function SHA-256 (FIPS 180-4), for a whole message or piece by piece.
public struct SHA256: Sendable {
    /// The number of bytes in a block, 64.
    package static let blockByteCount = 64

    var state = SHA256State.initial

    /// The 0 to 63 bytes of the block that is not full yet.
    var partialBlock: ContiguousArray<UInt8> = []

    /// The number of bytes hashed so far.
    var byteCount: UInt64 = 0

    /// Makes a hash function that has hashed nothing yet.
    public init() {}

    /// Hashes the next bytes of the message.
    ///
    /// - Parameter data: Any number of bytes. They are not copied if their storage is contiguous.
    @inlinable
    public mutating func update(data: some Collection<UInt8>) {
        withSpan(of: data) { update($0) }
    }

    /// Returns the digest of all bytes so far.
    ///
    /// More bytes may follow.
    public func finalize() -> SHA256Digest {
        state.finalized(with: partialBlock.span, from: 0, messageByteCount: byteCount)
    }

    /// Returns the digest of a whole message.
    ///
    /// - Parameter data: Any number of bytes. They are not copied if their storage is contiguous.
    /// - Returns: The digest, 32 bytes.
    @inlinable
    public static func hash(data: some Collection<UInt8>) -> SHA256Digest {
        withSpan(of: data) { hash($0) }
    }

    /// Returns the digest of two digests, one after the other, as in a node of a Merkle tree.
    static func hash(_ left: SHA256Digest, _ right: SHA256Digest) -> SHA256Digest {
        var state = SHA256State.initial
        state.compress(SHA256Words(left.words, right.words))
        state.compressPaddingAfterOneBlock()
        return SHA256Digest(words: state)
    }
}

extension SHA256 {
    @usableFromInline
    static func hash(_ bytes: Span<UInt8>) -> SHA256Digest {
        var state = SHA256State.initial
        let offset = state.compressBlocks(of: bytes, from: 0)
        return state.finalized(with: bytes, from: offset, messageByteCount: UInt64(bytes.count))
    }

    @usableFromInline
    mutating func update(_ bytes: Span<UInt8>) {
        byteCount &+= UInt64(bytes.count)
        var offset = 0
        if !partialBlock.isEmpty {
            offset = min(Self.blockByteCount - partialBlock.count, bytes.count)
            appendToPartialBlock(bytes, in: 0..<offset)
            guard partialBlock.count == Self.blockByteCount else { return }
            state.compress(SHA256Words(bigEndian: partialBlock.span, at: 0))
            partialBlock.removeAll(keepingCapacity: true)
        }
        offset = state.compressBlocks(of: bytes, from: offset)
        appendToPartialBlock(bytes, in: offset..<bytes.count)
    }

    private mutating func appendToPartialBlock(_ bytes: Span<UInt8>, in range: Range<Int>) {
        for index in range {
            partialBlock.append(bytes[index])
        }
    }
}

extension SHA256State {
    /// Compresses all whole blocks from an offset on, and returns the offset of the remaining 0 to 63 bytes.
    mutating func compressBlocks(of bytes: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        while bytes.count - offset >= SHA256.blockByteCount {
            compress(SHA256Words(bigEndian: bytes, at: offset))
            offset += SHA256.blockByteCount
        }
        return offset
    }

    /// Pads and compresses the last 0 to 63 bytes of a message, from an offset on, and returns the digest.
    ///
    /// The padding is a byte 80, zeros, and the length of the message in bits as 8 bytes (FIPS 180-4, 5.1.1).
    /// If the length does not fit into the same block, it goes into another one.
    func finalized(with bytes: Span<UInt8>, from offset: Int, messageByteCount: UInt64) -> SHA256Digest {
        var state = self
        var block = SHA256Words(lastBytes: bytes.extracting(offset..<bytes.count))
        if bytes.count - offset >= SHA256.blockByteCount - 8 {
            state.compress(block)
            block = .zero
        }
        let bitCount = messageByteCount &<< 3
        block.w14 = UInt32(truncatingIfNeeded: bitCount &>> 32)
        block.w15 = UInt32(truncatingIfNeeded: bitCount)
        state.compress(block)
        return SHA256Digest(words: state)
    }
}
