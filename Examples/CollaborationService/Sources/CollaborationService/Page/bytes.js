// Bytes as base64, hexadecimal digits and UTF-8, and their hash. The site's playground has this file too.

export const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
export const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
export const hexadecimal = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of an even number of digits; null for anything else. */
export const fromHexadecimal = (text) => (/^([0-9a-f]{2})*$/i.test(text)
  ? Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16)) : null);

/** The first four bytes: enough to compare hashes by eye. */
export const short = (bytes) => hexadecimal(bytes.slice(0, 4));

export const utf8 = (text) => new TextEncoder().encode(text);
export const concatenated = (...arrays) => Uint8Array.from(arrays.flatMap((array) => [...array]));
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
export const isEqual = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index]);

/** A copy whose last bit has changed, of bytes as base64. */
export function flipped(text) {
  const bytes = fromBase64(text);
  bytes[bytes.length - 1] ^= 1;
  return base64(bytes);
}
