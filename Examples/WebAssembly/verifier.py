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

    def answer(self, request):
        """Answers the bytes of a `VerificationRequest` in JSON.

        `granted` with the root hash in hexadecimal, `denied` with the reason, which is for your log alone, or `malformed`. The
        challenge in the request is your own, and the known root hashes come from your database.
        """
        if len(request) > 1 << 24:
            return "malformed too large"
        text, root = self._allocate(len(request)), self._allocate(32)
        try:
            self.memory.write(self.store, request, text)
            code = self.exports["answer"](self.store, text, len(request), root)
            if code < 0:
                return "malformed not a request" if code == -1 else f"malformed at byte {-2 - code}"
            return f"denied {REASONS[code - 1]}" if code else f"granted {self.memory.read(self.store, root, root + 32).hex()}"
        finally:
            self._free(text)
            self._free(root)

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
