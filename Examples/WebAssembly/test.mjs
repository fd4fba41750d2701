// Checks a folder that `make` made in Node or Deno: all vectors of the standard policy, the samples, every prefix of a request, and the
// example of its README. The module stays small enough for a web page, and keeps no memory after an answer.
//
//     node Examples/WebAssembly/test.mjs FOLDER

import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(resolve(process.argv[2]) + '/');
const { load } = await import(new URL('index.mjs', folder));
const { instantiate } = await import(new URL('host.mjs', folder));
// JSON.parse rounds large indexes, so they are kept as strings that begin with a number sign.
const vectors = readFileSync(new URL('../../Tests/Vectors/identity-proofs.json', import.meta.url), 'utf8');
const { testGroups } = JSON.parse(vectors.replace(/(?<="publicKeyIndex": *)-?\d{16,}/g, '"#$&"'));
const isStandard = (group) => JSON.stringify(group.policy) === JSON.stringify(testGroups[0].policy);
const tests = testGroups.filter(isStandard).flatMap((group) => group.tests);
assert(tests.length > 1400, 'vectors are missing');

const start = performance.now();
await load();
const loading = performance.now() - start;
const module = readFileSync(new URL('verifier.wasm', folder));
assert(module.length < 57 * 1024, `the module has ${module.length} bytes, which is too large for a web page`);
const verifier = await instantiate(module);
const check = (json, expected, what) =>
    assert.equal(verifier.answer(json).replace(/^malformed .*/, 'malformed'), expected, what);
const textOf = (test) =>
    'text' in test
        ? Buffer.concat([Buffer.from(test.text, 'base64'), Buffer.alloc(test.spaces ?? 0, ' ')])
        : Buffer.from(JSON.stringify(test.request).replace(/"#(-?\d+)"/, '$1'));
const request = textOf(tests[0]);
// The first verification makes a table, which is kept.
check(request, tests[0].answer, tests[0].id);
const held = verifier.heap.byteCount;
for (const test of tests) check(textOf(test), test.answer, `${test.id}: ${test.comment}`);
for (const name of ['article-tree', 'every-answer', 'other-encodings']) {
    const [lines, answers] = ['jsonl', 'expected'].map((extension) =>
        readFileSync(new URL(`../../Snippets/Samples/${name}.${extension}`, import.meta.url), 'latin1').trimEnd().split('\n'));
    assert.equal(lines.length, answers.length);
    lines.forEach((line, index) => check(Buffer.from(line, 'latin1'), answers[index], `${name}, line ${index + 1}`));
}
request.forEach((_, count) => check(request.subarray(0, count), 'malformed', `the first ${count} bytes`));
assert.equal(verifier.heap.byteCount, held, 'answers leak memory');

const times = Array.from({ length: 2000 }, () => {
    const begin = performance.now();
    verifier.answer(request);
    return performance.now() - begin;
}).sort((a, b) => a - b);

const readme = readFileSync(new URL('README.md', folder), 'utf8');
const example = new URL('example.mjs', folder);
writeFileSync(example, readme.match(/```js\n([^]*?)```/)[1]);
const printed = execFileSync('node', [example.pathname], { encoding: 'utf8' });
assert.equal(printed, readme.match(/(?:^ {4}(?:granted|denied|malformed).*\n)+/m)[0].replaceAll('    ', ''));
const runtime = globalThis.Deno ? `Deno ${Deno.version.deno}` : `Node ${process.versions.node}`;
console.log(`${runtime}: ${tests.length} vectors, loaded in ${loading.toFixed(1)} ms, `
    + `an answer in ${(times[1000] * 1000).toFixed(0)} us`);
