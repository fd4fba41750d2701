// Checks the module against OpenSSL, which is in Node, and against this package's vectors; then times it.
//
//     node measure.mjs MODULE VECTORS REQUESTS

import { strict as assert } from 'node:assert';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { instantiate } from '../../../Examples/WebAssembly/host.mjs';
import { answer } from '../../../Examples/WebAssembly/request.mjs';

const [modulePath, vectorsPath, requestsPath] = process.argv.slice(2);
const bytes = readFileSync(modulePath);
assert(bytes.length < 37 * 1024, `the module has ${bytes.length} bytes, which is too large for a web page`);
const start = performance.now();
const verifier = await instantiate(bytes);
const instantiation = performance.now() - start;

const { hash, heap } = verifier;
/** Whether a signature is valid, by a proof for a tree whose only leaf is the key. */
const verify = (publicKey, signature, challenge) =>
    verifier.judge({
        publicKey, publicKeyIndex: 0n, inclusionHashes: [], signature, challenge, knownRootHashes: [sha256(publicKey)],
    }).startsWith('granted ');
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const pointBytes = 65;

/** A signature over 32 random bytes by a new key, both by OpenSSL. */
function signedMessage() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const message = randomBytes(32);
    const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-pointBytes);
    return { key, message, signature: sign('sha256', message, privateKey) };
}

const flipped = (array) => {
    const copy = Buffer.from(array);
    copy[copy.length - 1] ^= 1;
    return copy;
};

const signed = Array.from({ length: 128 }, signedMessage);
const first = performance.now();
assert(verify(signed[0].key, signed[0].signature, signed[0].message), 'a signature by OpenSSL is refused');
const firstVerification = performance.now() - first;
for (const { key, signature, message } of signed) {
    assert(verify(key, signature, message), 'a signature by OpenSSL is refused');
    assert(!verify(key, signature, flipped(message)), 'a signature over another message is accepted');
    assert(!verify(key, flipped(signature), message), 'a damaged signature is accepted');
    assert(!verify(flipped(key), signature, message), 'a damaged key is accepted');
}

for (const byteCount of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 1 << 20]) {
    const message = randomBytes(byteCount);
    assert.deepEqual(Buffer.from(hash(message)), sha256(message), `the hash of ${byteCount} bytes differs`);
}

for (let depth = 0; depth <= 32; depth += 1) {
    const [{ key, signature, message }] = signed;
    const inclusionHashes = Array.from({ length: depth }, () => randomBytes(32));
    const index = randomBytes(4).readUInt32LE() % 2 ** depth;
    const expected = inclusionHashes.reduce(
        (node, sibling, height) => ((index >>> height) & 1 ? sha256(sibling, node) : sha256(node, sibling)),
        sha256(key));
    const judged = (publicKeyIndex) => verifier.judge({
        publicKey: key, publicKeyIndex, inclusionHashes, signature, challenge: message, knownRootHashes: [expected],
    });
    assert.equal(judged(BigInt(index)), `granted ${expected.toString('hex')}`, `the root at depth ${depth} differs`);
    assert.equal(judged(-1n), 'denied publicKeyIndexOutOfRange', 'a negative index is accepted');
}
console.log(`checked: ${signed.length} signatures by OpenSSL and ${3 * signed.length} damaged ones, 12 hashes, 33 roots`);

const { cases } = JSON.parse(readFileSync(vectorsPath));
const judged = cases.filter((one) =>
    one.keyEncoding === 'x963' && one.signatureEncoding === 'der' && one.message !== undefined);
assert(judged.length > 0, 'there are no vectors');
for (const one of judged) {
    const [key, signature, message] = [one.key, one.signature, one.message].map((hex) => Buffer.from(hex, 'hex'));
    assert.equal(verify(key, signature, message), one.verdict === 'valid', one.id);
}
console.log(`checked: ${judged.length} vectors`);

// Processor time, since what other programs get meanwhile is not the module's.
const processorTime = () => {
    const { user, system } = process.cpuUsage();
    return user + system;
};
const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))];

/** Times one of a number of calls, in 40 rounds of all of them. */
function time(name, inputs, call) {
    const held = heap.byteCount;
    const times = Array.from({ length: 40 }, () => {
        const begin = processorTime();
        inputs.forEach(call);
        return (processorTime() - begin) / inputs.length;
    });
    assert.equal(heap.byteCount, held, `${name} leaks memory`);
    const [lower, median, upper] = [0.25, 0.5, 0.75].map((q) => quantile(times, q).toFixed(0));
    return `${name}: ${median} us (quartiles ${lower} and ${upper}), Node ${process.versions.node}`;
}

const [request] = readFileSync(requestsPath, 'latin1').split('\n').map((line) => Buffer.from(line, 'latin1'));
const requests = Array.from({ length: 32 }, () => request);
const verifications = time('verification', signed, ({ key, signature, message }) => assert(verify(key, signature, message)));
const answers = time('answer to a request', requests, (one) => assert(answer(verifier, one).startsWith('granted ')));
console.log(`module: ${bytes.length} bytes, instantiated in ${instantiation.toFixed(1)} ms`);
console.log(`first verification: ${firstVerification.toFixed(2)} ms; memory held after it: ${heap.byteCount} bytes`);
console.log(`${verifications}\n${answers}`);
