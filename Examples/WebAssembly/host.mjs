// The module for JavaScript: two functions over Uint8Arrays, and the memory that compiled Swift needs.

/** The reasons of a refusal, in the order of the cases of `IdentityProofError`. */
const reasons = [
    'emptyProof', 'publicKeyIndexOutOfRange', 'inclusionPathTooLong', 'inclusionPathTooShort', 'malformedInclusionHash',
    'malformedPublicKey', 'malformedSignature', 'signatureMismatch', 'unknownIdentity',
];
const smallestBlock = 16;
const digestByteCount = 32;
const pageByteCount = 65536;
const textByteCount = 1 << 24;

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
    const { answer, hash, memory, __heap_base } = instance.exports;
    heap.begin(memory, __heap_base.value);

    /** Calls a function with bytes in the module's memory, and gives the digest that it wrote to what makes the result. */
    const call = (exported, bytes, result) => {
        const [block, digest] = [heap.allocate(bytes.length), heap.allocate(digestByteCount)];
        try {
            new Uint8Array(memory.buffer).set(bytes, block);
            const code = exported(block, bytes.length, digest);
            return result(new Uint8Array(memory.buffer).slice(digest, digest + digestByteCount), code);
        } finally {
            heap.free(block);
            heap.free(digest);
        }
    };
    return {
        heap,
        /** The answer of VerifyProof to the bytes of a request in JSON, but for what it says after `malformed`. */
        answer: (json) => {
            if (json.length > textByteCount) return 'malformed too large';
            return call(answer, json, (root, code) => {
                if (code < -1) return `malformed at byte ${-2 - code}`;
                if (code < 0) return 'malformed not a request';
                if (code > 0) return `denied ${reasons[code - 1]}`;
                return `granted ${Array.from(root, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
            });
        },
        hash: (message) => call(hash, message, (digest) => digest),
    };
}
