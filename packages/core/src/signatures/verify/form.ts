import type { Steps } from './steps.ts';

/** So many bytes are decoded in a step. */
const stepBytes = 2 ** 16;

const [ampersand, equals, percent, plus, space = 0] = Buffer.from('&=%+ ');

/**
 * The fields of a form, in their order. Percent signs are decoded in one pass, into one buffer for all fields.
 * @see https://url.spec.whatwg.org/#concept-urlencoded-parser
 */
export function* formFields(form: Uint8Array): Steps<[name: string, value: string][]> {
  const fields: [string, string][] = [];
  const bytes = Buffer.allocUnsafe(form.length);
  let length = 0;
  let stepEnd = stepBytes;
  for (let at = 0; at < form.length; at += 1) {
    const [from, nameFrom] = [at, length];
    let valueFrom = -1;
    let highest = 0;
    for (; at < form.length && form[at] !== ampersand; at += 1) {
      let byte = form[at] ?? 0;
      if (byte === equals && valueFrom < 0) {
        valueFrom = length;
        continue;
      }
      if (byte === plus) byte = space;
      else if (byte === percent) {
        const code = hexByte(form, at + 1);
        if (code >= 0) {
          byte = code;
          at += 2;
        }
      }
      bytes[length++] = byte;
      highest |= byte;
      if (at < stepEnd) continue;
      stepEnd += stepBytes;
      yield;
    }
    if (at === from) continue;
    const nameEnd = valueFrom < 0 ? length : valueFrom;
    if (highest < 0x80)
      fields.push([
        bytes.toString('latin1', nameFrom, nameEnd),
        bytes.toString('latin1', nameEnd, length),
      ]);
    else
      fields.push([
        yield* textOf(bytes.subarray(nameFrom, nameEnd)),
        yield* textOf(bytes.subarray(nameEnd, length)),
      ]);
  }
  return fields;
}

const options = { ignoreBOM: true };
const shared = new TextDecoder('utf-8', options);

function* textOf(bytes: Uint8Array): Steps<string> {
  // To make a decoder takes longer than to decode a short text, which needs none of its own.
  if (bytes.length <= stepBytes) return shared.decode(bytes);
  const decoder = new TextDecoder('utf-8', options);
  let text = '';
  for (let at = 0; at < bytes.length; at += stepBytes) {
    text += decoder.decode(bytes.subarray(at, at + stepBytes), { stream: true });
    yield;
  }
  return text + decoder.decode();
}

/** The byte of two hex digits; negative if they are none. */
function hexByte(bytes: Uint8Array, at: number): number {
  return hexDigit(bytes[at] ?? 0) * 16 + hexDigit(bytes[at + 1] ?? 0);
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1000;
}

/** The order of two texts by their UTF-16 code units, as `sort` has it. */
export function textOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
