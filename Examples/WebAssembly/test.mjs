// Checks a folder that `make` made in Node or Deno: all vectors of the standard policy, and the example of its README.
//
//     node Examples/WebAssembly/test.mjs FOLDER

import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(resolve(process.argv[2]) + '/');
const { load, answer } = await import(new URL('index.mjs', folder));
// JSON.parse rounds large indexes, so they are kept as strings that begin with a number sign.
const vectors = readFileSync(new URL('../../Tests/Vectors/identity-proofs.json', import.meta.url), 'utf8');
const { testGroups } = JSON.parse(vectors.replace(/(?<="publicKeyIndex": *)-?\d{16,}/g, '"#$&"'));
const isStandard = (group) => JSON.stringify(group.policy) === JSON.stringify(testGroups[0].policy);
const tests = testGroups.filter(isStandard).flatMap((group) => group.tests);
assert(tests.length > 1400, 'vectors are missing');

const start = performance.now();
const verifier = await load();
const loading = performance.now() - start;
const textOf = (test) =>
    'text' in test
        ? Buffer.concat([Buffer.from(test.text, 'base64'), Buffer.alloc(test.spaces ?? 0, ' ')])
        : Buffer.from(JSON.stringify(test.request).replace(/"#(-?\d+)"/, '$1'));
for (const test of tests) {
    const found = answer(verifier, textOf(test)).replace(/^malformed .*/, 'malformed');
    assert.equal(found, test.answer, `${test.id}: ${test.comment}`);
}

const request = textOf(tests[0]);
const times = Array.from({ length: 2000 }, () => {
    const begin = performance.now();
    answer(verifier, request);
    return performance.now() - begin;
}).sort((a, b) => a - b);

const readme = readFileSync(new URL('README.md', folder), 'utf8');
const example = new URL('example.mjs', folder);
writeFileSync(example, readme.match(/```js\n([^]*?)```/)[1]);
const printed = execFileSync('node', [example.pathname], { encoding: 'utf8' });
assert.equal(printed, readme.match(/(?:^ {4}(?:granted|denied).*\n)+/m)[0].replaceAll('    ', ''));
const runtime = globalThis.Deno ? `Deno ${Deno.version.deno}` : `Node ${process.versions.node}`;
console.log(`${runtime}: ${tests.length} vectors, loaded in ${loading.toFixed(1)} ms, `
    + `an answer in ${(times[1000] * 1000).toFixed(0)} us`);
