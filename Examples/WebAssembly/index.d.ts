export type Reason =
    | 'emptyProof' | 'publicKeyIndexOutOfRange' | 'inclusionPathTooLong' | 'inclusionPathTooShort' | 'malformedInclusionHash'
    | 'malformedPublicKey' | 'malformedSignature' | 'signatureMismatch' | 'unknownIdentity';

/** `granted` with the root hash in hexadecimal, `denied` with the reason, which is for your log alone, or `malformed`. */
export type Answer = `granted ${string}` | `denied ${Reason}` | `malformed ${string}`;

export interface Verifier {
    /**
     * Answers a `VerificationRequest`, read by the strict rules of the wire format. The challenge in it is your own, never one that
     * only the client knows, and the known root hashes are from your database.
     */
    answer(json: Uint8Array): Answer;
}

/** Loads the module that lies beside this file. */
export function load(): Promise<Verifier>;
