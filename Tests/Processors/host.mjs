// Runs the program as a WebAssembly module: standard input and output, and memory from its end on.
//
//     node host.mjs MODULE

import { readFileSync, writeSync } from 'node:fs';

const input = readFileSync(0);
const output = [];
let position = 0;
let end = 0;

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {
    env: {
        getchar: () => (position < input.length ? input[position++] : -1),
        putchar: (character) => output.push(character),
        // Nothing is freed, since the program ends soon.
        free: () => {},
        posix_memalign: (address, alignment, byteCount) => {
            const { memory } = instance.exports;
            const block = Math.ceil(end / alignment) * alignment;
            end = block + byteCount;
            const missing = end - memory.buffer.byteLength;
            if (missing > 0) memory.grow(Math.ceil(missing / 65536) + 256);
            new DataView(memory.buffer).setUint32(address, block, true);
            return 0;
        },
    },
});
end = instance.exports.__heap_base.value;
instance.exports.__main_argc_argv(0, 0);
writeSync(1, Buffer.from(output));
