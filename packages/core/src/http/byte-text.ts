/**
 * The readable text of a target, or of a header's value, in which each character stands for one byte (latin1): what is
 * UTF-8 (RFC 3629, section 4) is read as such, and all other bytes stay as they are. So does a text with other characters.
 */
export function textOfBytes(bytes: string): string {
  if (!/[^\0-\x7f]/.test(bytes) || /[^\0-\xff]/.test(bytes)) return bytes;
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.charCodeAt(at);
    const size = sizeBy(first);
    const point = size === 1 ? undefined : pointAt(bytes, at, size);
    if (point !== undefined && point > 0xffff) {
      units[length++] = 0xd7c0 + (point >> 10);
      units[length++] = 0xdc00 | (point & 0x3ff);
    } else units[length++] = point ?? first;
    at += point === undefined ? 1 : size;
  }
  return textOfUnits(units.subarray(0, length));
}

/** The bytes of a character that begins so; 1 of what begins none. */
function sizeBy(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** The least code point that needs so many bytes. */
const leastOf = [0, 0, 0x80, 0x800, 0x10000];

/** The character of so many bytes; `undefined` if they are none. */
function pointAt(bytes: string, at: number, size: number): number | undefined {
  let point = bytes.charCodeAt(at) & (0x7f >> size);
  for (let next = at + 1; next < at + size; next++) {
    const code = bytes.charCodeAt(next);
    // Behind the end it is no number.
    if (!(code >= 0x80 && code <= 0xbf)) return undefined;
    point = (point << 6) | (code & 0x3f);
  }
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point < (leastOf[size] ?? 0) || point > 0x10ffff || isSurrogate ? undefined : point;
}

/** Functions take so many arguments. */
const unitsAtOnce = 8192;

/** The text of these units of UTF-16. */
export function textOfUnits(units: Uint16Array): string {
  let text = '';
  for (let from = 0; from < units.length; from += unitsAtOnce) {
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(from, from + unitsAtOnce));
  }
  return text;
}
