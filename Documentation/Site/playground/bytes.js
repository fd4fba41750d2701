// Bytes as hexadecimal digits and as base64.

export function hexadecimal(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of an even number of digits; null for anything else. */
export function fromHexadecimal(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

export function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** The bytes of padded base64; null for anything else. */
export function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

export function concatenated(...arrays) {
  return Uint8Array.from(arrays.flatMap((array) => [...array]));
}
