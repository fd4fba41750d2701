// The module for JavaScript: two functions over Uint8Arrays, and the memory that compiled Swift needs.

/** The reasons of a refusal, in the order of the cases of `IdentityProofError`. */
const reasons = [
    'emptyProof', 'publicKeyIndexOutOfRange', 'inclusionPathTooLong', 'inclusionPathTooShort', 'malformedInclusionHash',
    'malformedPublicKey', 'malformedSignature', 'signatureMismatch', 'unknownIdentity',
];
const smallestBlock = 16;
const digestByteCount = 32;
const pageByteCount = 65536;

/** Allocates blocks of a module's memory. Sizes are powers of two, and freed blocks are reused for the same size. */
class Heap {
    #sizes = new Map();
    #freed = new Map();
    #end = 0;
    memory = null;

    begin(memory, address) {
        this.memory = memory;
        this.#end = address;
    }

    allocate(byteCount, alignment = smallestBlock) {
        let size = Math.max(smallestBlock, alignment);
        while (size < byteCount) size *= 2;
        const block = this.#freed.get(size)?.pop() ?? this.#extend(size);
        this.#sizes.set(block, size);
        return block;
    }

    free(block) {
        if (block === 0) return;
        const size = this.#sizes.get(block);
        if (size === undefined) throw new Error(`free of ${block}, which is not allocated`);
        this.#sizes.delete(block);
        if (!this.#freed.has(size)) this.#freed.set(size, []);
        this.#freed.get(size).push(block);
    }

    /** The bytes lent and not given back. */
    get byteCount() {
        return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    }

    // A block may be lent again for any alignment up to its size, so it is aligned to that.
    #extend(size) {
        const block = Math.ceil(this.#end / size) * size;
        this.#end = block + size;
        const missing = this.#end - this.memory.buffer.byteLength;
        if (missing > 0) this.memory.grow(Math.ceil(missing / pageByteCount));
        return block;
    }
}

/** Instantiates the module from its bytes and wraps what it exports. */
export async function instantiate(bytes) {
    const heap = new Heap();
    const posix_memalign = (address, alignment, byteCount) => {
        const block = heap.allocate(byteCount, alignment);
        new DataView(heap.memory.buffer).setUint32(address, block, true);
        return 0;
    };
    const env = { posix_memalign, free: (block) => heap.free(block) };
    const { instance } = await WebAssembly.instantiate(bytes, { env });
    const { judge, hash, memory, __heap_base } = instance.exports;
    heap.begin(memory, __heap_base.value);

    /** Puts bytes into the module's memory for the time of a call. */
    const lending = (arrays, call) => {
        const blocks = arrays.map((array) => {
            const block = heap.allocate(array.length);
            new Uint8Array(memory.buffer).set(array, block);
            return block;
        });
        try {
            return call(...blocks);
        } finally {
            blocks.forEach((block) => heap.free(block));
        }
    };
    const digestAt = (address) => new Uint8Array(memory.buffer).slice(address, address + digestByteCount);
    const isDigest = (array) => array.length === digestByteCount;
    const joined = (arrays) => {
        const bytes = new Uint8Array(arrays.length * digestByteCount);
        arrays.forEach((array, position) => bytes.set(array, position * digestByteCount));
        return bytes;
    };

    return {
        heap,
        /** The answer of VerifyProof to the parts of a request: `granted` with the root hash, or `denied` with the reason. */
        judge: ({ publicKey, publicKeyIndex, inclusionHashes, signature, challenge, knownRootHashes }) => {
            const known = knownRootHashes.filter(isDigest);
            const areDigests = inclusionHashes.every(isDigest);
            // An index that does not fit 64 bits is out of range, as a negative one is.
            const index = BigInt.asIntN(64, publicKeyIndex) === publicKeyIndex ? publicKeyIndex : -1n;
            const arrays = [publicKey, areDigests ? joined(inclusionHashes) : [], signature, challenge, joined(known), joined([[]])];
            return lending(arrays, (k, h, s, c, r, root) => {
                const reason = judge(
                    k, publicKey.length, index, h, areDigests ? digestByteCount : 0, inclusionHashes.length,
                    s, signature.length, c, challenge.length, r, known.length, root);
                if (reason > 0) return `denied ${reasons[reason - 1]}`;
                return `granted ${Array.from(digestAt(root), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
            });
        },
        hash: (message) =>
            lending([message, new Uint8Array(digestByteCount)], (m, digest) => {
                hash(m, message.length, digest);
                return digestAt(digest);
            }),
    };
}
