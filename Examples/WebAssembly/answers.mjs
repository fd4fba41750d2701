// Compares the answers of JavaScript with the module to those of VerifyProof, but for the text after `malformed`.
//
//     node Examples/WebAssembly/answers.mjs MODULE VERIFYPROOF
//
// The requests are all lines of Snippets/Samples, all requests of Tests/Vectors, and every prefix of one request. The module stays
// small enough for a web page, and keeps no memory after an answer.

import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { instantiate } from './host.mjs';
import { answer } from './request.mjs';

const [modulePath, programPath] = process.argv.slice(2);
const root = new URL('../../', import.meta.url);
const newline = '\n'.charCodeAt(0);

/** The lines of a file as bytes. */
function lines(bytes) {
    const found = [];
    for (let start = 0, end; (end = bytes.indexOf(newline, start)) >= 0; start = end + 1) {
        found.push(bytes.subarray(start, end));
    }
    return found;
}

const folder = new URL('Snippets/Samples/', root);
const samples = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => lines(readFileSync(new URL(name, folder))));
// An index beyond 2^53 is rounded by JavaScript when it is read from the file: both sides still get the same request.
// A line feed cannot stand in a line. Only the standard policy is asked for, which is that of the first group.
const groups = JSON.parse(readFileSync(new URL('Tests/Vectors/identity-proofs.json', root))).testGroups;
const vectors = groups.filter((group) => JSON.stringify(group.policy) === JSON.stringify(groups[0].policy))
    .flatMap((group) => group.tests).filter((one) => !one.spaces)
    .map((one) => ('text' in one ? Buffer.from(one.text, 'base64') : Buffer.from(JSON.stringify(one.request))))
    .filter((one) => !one.includes(newline));
assert(samples.length > 0 && vectors.length >= 500, 'requests are missing');
const requests = [...samples, ...vectors, ...Array.from(samples[0], (_, count) => samples[0].subarray(0, count))];

const bytes = readFileSync(modulePath);
assert(bytes.length < 37 * 1024, `the module has ${bytes.length} bytes, which is too large for a web page`);
const verifier = await instantiate(bytes);
const program = spawnSync(programPath, ['-'], {
    input: Buffer.concat(requests.flatMap((one) => [one, Buffer.of(newline)])), maxBuffer: 1 << 28,
});
const expected = program.stdout.toString('latin1').split('\n').slice(0, -1);
assert.equal(expected.length, requests.length, `VerifyProof gives ${expected.length} answers: ${program.stderr}`);
// The first verification makes a table, which is kept.
answer(verifier, requests[expected.findIndex((line) => line.startsWith('granted '))]);
const held = verifier.heap.byteCount;
const counts = new Map();
requests.forEach((request, index) => {
    const common = (line) => line.replace(/^(malformed) .*/, '$1');
    assert.equal(common(answer(verifier, request)), common(expected[index]), request.toString('latin1').slice(0, 1000));
    const word = expected[index].split(' ')[0];
    counts.set(word, (counts.get(word) ?? 0) + 1);
});
assert.equal(verifier.heap.byteCount, held, 'answers leak memory');
console.log(`answers as by VerifyProof: ${[...counts].map(([word, count]) => `${count} ${word}`).join(', ')}`);
