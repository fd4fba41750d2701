// Reads a request as section 8 of Documentation/IdentityProofs.md says, so that JavaScript answers it as VerifyProof does.

const limits = { text: 1 << 24, depth: 32, members: 1024, name: 256, number: 128, identifier: 1024 };
const token = /[ \t\n\r]*(?:([{}[\]:,])|("(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?)|(true|false|null)|$)/y;
const forbidden = /[\p{Surrogate}\p{Noncharacter_Code_Point}]/u;

/** A number as it is written. */
class Written {
    constructor(text) {
        this.text = text;
    }
}

function require(condition, rule) {
    if (!condition) throw new Error(rule);
}

const byteCount = (text) => new TextEncoder().encode(text).length;

/** The value of a text, with a Map for an object. */
function parse(text) {
    token.lastIndex = 0;
    let mark, string, number, literal;
    const advance = () => {
        const found = token.exec(text);
        require(found, 'not JSON');
        [, mark, string, number, literal] = found;
    };
    // Reads the elements up to the end, when the next token is the current one.
    const readList = (end, readElement) => {
        advance();
        if (mark === end) return;
        for (;;) {
            readElement();
            advance();
            if (mark === end) return;
            require(mark === ',', 'not JSON');
            advance();
        }
    };
    const readString = () => {
        const value = JSON.parse(string);
        require(!forbidden.test(value), 'a lone surrogate or a noncharacter');
        return value;
    };
    const readValue = (depth) => {
        require(depth <= limits.depth || !'[{'.includes(mark ?? ' '), 'nested too deep');
        if (mark === '[') {
            const elements = [];
            readList(']', () => elements.push(readValue(depth + 1)));
            return elements;
        }
        if (mark === '{') {
            const members = new Map();
            readList('}', () => {
                require(string, 'not JSON');
                const name = readString();
                require(byteCount(name) <= limits.name, 'a name that is too long');
                require(!members.has(name), 'a name that occurs twice');
                advance();
                require(mark === ':', 'not JSON');
                advance();
                members.set(name, readValue(depth + 1));
                require(members.size <= limits.members, 'too many members');
            });
            return members;
        }
        if (string) return readString();
        require(number || literal, 'not JSON');
        require((number ?? '').length <= limits.number, 'a number that is too long');
        return number ? new Written(number) : JSON.parse(literal);
    };
    advance();
    const value = readValue(1);
    require(/^[ \t\n\r]*$/.test(text.slice(token.lastIndex)), 'not JSON');
    return value;
}

/** The bytes of base64 in its canonical form. */
function bytes(text) {
    require(typeof text === 'string' && /^[\w+/]*={0,2}$/.test(text) && text.length % 4 === 0, 'not base64');
    const characters = atob(text);
    require(btoa(characters) === text, 'not base64');
    return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

/** The parts of a request, given as its bytes of JSON. Throws an error with the rule that they break. */
export function readRequest(json) {
    const request = parseObject(json);
    const identifier = request.get('collaborationIdentifier');
    require(typeof identifier === 'string' && identifier && byteCount(identifier) <= limits.identifier, 'not an identifier');
    return parts(request);
}

/** The parts of a captured proof, which needs no identifier and no known root hashes. Its index is not negative. */
export function readCapturedProof(json) {
    const captured = parseObject(json);
    if ((captured.get('knownRootHashes') ?? null) === null) captured.set('knownRootHashes', []);
    const read = parts(captured);
    require(read.publicKeyIndex === BigInt.asUintN(64, read.publicKeyIndex), 'not an index');
    return read;
}

function parseObject(json) {
    require(json.length <= limits.text, 'too large');
    const object = parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(json));
    require(object instanceof Map, 'not an object');
    return object;
}

function parts(request) {
    const [proof, known] = ['proof', 'knownRootHashes'].map((name) => request.get(name));
    require(proof instanceof Map, 'not an object');
    const [index, hashes] = [proof.get('publicKeyIndex'), proof.get('inclusionHashes')];
    require(index instanceof Written && /^(0|-?[1-9]\d*)$/.test(index.text), 'not an integer');
    require(Array.isArray(hashes) && Array.isArray(known), 'not an array');
    return {
        publicKey: bytes(proof.get('publicKey')),
        publicKeyIndex: BigInt(index.text),
        inclusionHashes: hashes.map(bytes),
        signature: bytes(proof.get('signatureData')),
        challenge: bytes(request.get('challenge')),
        knownRootHashes: known.map(bytes),
    };
}

/** The answer of VerifyProof to a request, but for the text after `malformed`. */
export function answer(verifier, json) {
    try {
        return verifier.judge(readRequest(json));
    } catch (error) {
        return `malformed ${error.message}`;
    }
}
