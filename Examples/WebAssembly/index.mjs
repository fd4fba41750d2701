// @ts-self-types="./index.d.ts"
// Verifies identity proofs with the WebAssembly module beside this file, in Node, Deno and browsers.

import { instantiate } from './host.mjs';

const url = new URL('verifier.wasm', import.meta.url);

/** Loads the module. Load it once, and call the verifier as often as you like: an instance keeps nothing of a call. */
export async function load() {
    // Node fetches no files.
    const isFile = url.protocol === 'file:' && globalThis.process?.versions?.node;
    const bytes = isFile ? (await import('node:fs')).readFileSync(url) : await (await fetch(url)).arrayBuffer();
    const { answer } = await instantiate(bytes);
    return { answer };
}
