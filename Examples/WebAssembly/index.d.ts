/** The parts of a proof, what it answers, and the root hashes that were invited. All bytes are decoded from base64. */
export interface ProofParts {
    publicKey: Uint8Array;
    /** A bigint, since a JSON parser rounds numbers beyond 2^53. */
    publicKeyIndex: bigint;
    inclusionHashes: Uint8Array[];
    signature: Uint8Array;
    /** The bytes that the device signed: your own challenge, never one that only the client knows. */
    challenge: Uint8Array;
    /** From your database, never from the client. */
    knownRootHashes: Uint8Array[];
}

export type Reason =
    | 'emptyProof' | 'publicKeyIndexOutOfRange' | 'inclusionPathTooLong' | 'inclusionPathTooShort' | 'malformedInclusionHash'
    | 'malformedPublicKey' | 'malformedSignature' | 'signatureMismatch' | 'unknownIdentity';

/** `granted` with the root hash in hexadecimal, or `denied` with the reason, which is for your log alone. */
export type Verdict = `granted ${string}` | `denied ${Reason}`;

export interface Verifier {
    judge(parts: ProofParts): Verdict;
}

/** Loads the module that lies beside this file. */
export function load(): Promise<Verifier>;

/** Reads a `VerificationRequest`, by the strict rules of the wire format. Throws an error with the rule that is broken. */
export function readRequest(json: Uint8Array): ProofParts;

/** The verdict on a `VerificationRequest`, or `malformed` with the rule that is broken. */
export function answer(verifier: Verifier, json: Uint8Array): Verdict | `malformed ${string}`;
