"""Verifies identity proofs with the WebAssembly module beside this file. Needs Python 3.9 and the package `wasmtime`."""

import pathlib
import struct

import wasmtime

MODULE = pathlib.Path(__file__).with_name("verifier.wasm")
# The reasons of a refusal, in the order of the module's numbers.
REASONS = ["emptyProof", "publicKeyIndexOutOfRange", "inclusionPathTooLong", "inclusionPathTooShort", "malformedInclusionHash",
           "malformedPublicKey", "malformedSignature", "signatureMismatch", "unknownIdentity"]

class Verifier:
    """An instance of the module. It serves one thread at a time, so make one for each thread."""

    def __init__(self, module=MODULE):
        self.store = wasmtime.Store()
        i32 = wasmtime.ValType.i32()
        host = [wasmtime.Func(self.store, wasmtime.FuncType([i32, i32, i32], [i32]), self._posix_memalign),
                wasmtime.Func(self.store, wasmtime.FuncType([i32], []), self._free)]
        compiled = wasmtime.Module.from_file(self.store.engine, str(module))
        imports = [host[one.name == "free"] for one in compiled.imports]
        self.exports = wasmtime.Instance(self.store, compiled, imports).exports(self.store)
        self.memory = self.exports["memory"]
        self.end = self.exports["__heap_base"].value(self.store)
        self.sizes, self.freed = {}, {}

    def judge(self, public_key, public_key_index, inclusion_hashes, signature, challenge, known_root_hashes):
        """`granted` with the root hash in hexadecimal, or `denied` with the reason, which is for your log alone.

        The index is an int, the hashes are lists of bytes, the rest are bytes. The known root hashes come from your database.
        """
        known = [each for each in known_root_hashes if len(each) == 32]
        are_digests = all(len(each) == 32 for each in inclusion_hashes)
        # An index that does not fit 64 bits is out of range, as a negative one is.
        index = public_key_index if -2 ** 63 <= public_key_index < 2 ** 63 else -1
        parts = [public_key, b"".join(inclusion_hashes) if are_digests else b"", signature, challenge, b"".join(known), bytes(32)]
        blocks = [self._allocate(len(part)) for part in parts]
        try:
            for block, part in zip(blocks, parts):
                self.memory.write(self.store, part, block)
            key, hashes, signed, message, roots, root = blocks
            reason = self.exports["judge"](
                self.store, key, len(public_key), index, hashes, 32 if are_digests else 0, len(inclusion_hashes), signed, len(signature),
                message, len(challenge), roots, len(known), root)
            return f"denied {REASONS[reason - 1]}" if reason else f"granted {self.memory.read(self.store, root, root + 32).hex()}"
        finally:
            for block in blocks:
                self._free(block)

    # The memory of the module. Sizes are powers of two, and a freed block is lent again for the same size.

    def _allocate(self, count, alignment=16):
        size = max(16, alignment)
        while size < count:
            size *= 2
        if self.freed.get(size):
            block = self.freed[size].pop()
        else:
            block = -(-self.end // size) * size
            self.end = block + size
            missing = self.end - self.memory.data_len(self.store)
            if missing > 0:
                self.memory.grow(self.store, -(-missing // 65536))
        self.sizes[block] = size
        return block

    def _posix_memalign(self, address, alignment, count):
        self.memory.write(self.store, struct.pack("<I", self._allocate(count, alignment)), address)
        return 0

    def _free(self, block):
        if block:
            self.freed.setdefault(self.sizes.pop(block), []).append(block)
