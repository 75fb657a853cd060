const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const noLetter = 255;
const values = new Uint8Array(256).fill(noLetter);
for (const [value, letter] of [...letters].entries()) values[letter.charCodeAt(0)] = value;

const padding = 0x3d;

/**
 * The bytes that a text in Base64 stands for (RFC 4648, section 4), padded or not, line breaks and spaces left out;
 * `undefined` if it is none. The text is given as bytes, since it may be large.
 */
export function base64Bytes(text: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  let padded = 0;
  for (let at = 0; at < text.length; ) {
    // Most groups of four letters have nothing special in them.
    const group = held === 0 && padded === 0 ? groupAt(text, at) : -1;
    if (group >= 0) {
      bytes[length] = group >> 16;
      bytes[length + 1] = (group >> 8) & 0xff;
      bytes[length + 2] = group & 0xff;
      length += 3;
      at += 4;
      continue;
    }
    const code = text[at] ?? 0;
    at += 1;
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) continue;
    if (code === padding) {
      padded += 1;
      continue;
    }
    const value = values[code] ?? noLetter;
    if (value === noLetter || padded > 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length] = (bits >> held) & 0xff;
    length += 1;
  }
  // Six bits alone are no byte; padding fills the last group of four.
  const isWhole = held !== 6 && (padded === 0 || padded === held / 2);
  return isWhole ? bytes.subarray(0, length) : undefined;
}

/** The 24 bits of four letters; negative if they are not all letters. */
function groupAt(text: Uint8Array, at: number): number {
  if (at + 4 > text.length) return -1;
  const first = values[text[at] ?? 0] ?? noLetter;
  const second = values[text[at + 1] ?? 0] ?? noLetter;
  const third = values[text[at + 2] ?? 0] ?? noLetter;
  const fourth = values[text[at + 3] ?? 0] ?? noLetter;
  if ((first | second | third | fourth) > 63) return -1;
  return (first << 18) | (second << 12) | (third << 6) | fourth;
}
