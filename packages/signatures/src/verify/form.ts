import type { Steps } from './steps.ts';

/** So many bytes are decoded in a step. */
const stepBytes = 2 ** 16;

const [ampersand = 0, equals = 0, percent = 0, plus = 0, space = 0] = Buffer.from('&=%+ ');

/**
 * The fields of a form, in their order.
 * @see https://url.spec.whatwg.org/#concept-urlencoded-parser
 */
export function* formFields(form: Uint8Array): Steps<[name: string, value: string][]> {
  const fields: [string, string][] = [];
  let decoded = 0;
  for (let at = 0; at < form.length; ) {
    const next = form.indexOf(ampersand, at);
    const field = form.subarray(at, next === -1 ? form.length : next);
    at += field.length + 1;
    if (field.length === 0) continue;
    const end = field.indexOf(equals);
    const name = yield* decodedText(end === -1 ? field : field.subarray(0, end));
    const value = end === -1 ? '' : yield* decodedText(field.subarray(end + 1));
    fields.push([name, value]);
    decoded += field.length;
    if (decoded >= stepBytes) {
      decoded = 0;
      yield;
    }
  }
  return fields;
}

const options = { ignoreBOM: true };
const shared = new TextDecoder('utf-8', options);

function* decodedText(encoded: Uint8Array): Steps<string> {
  // To make a decoder takes longer than to decode a short text, which needs none of its own.
  const decoder = encoded.length <= stepBytes ? shared : new TextDecoder('utf-8', options);
  const bytes = new Uint8Array(Math.min(encoded.length, stepBytes));
  let text = '';
  for (let at = 0; at < encoded.length; ) {
    let length = 0;
    while (length < bytes.length && at < encoded.length) {
      const byte = encoded[at] ?? 0;
      const code = byte === percent ? hexByte(encoded, at + 1) : -1;
      bytes[length++] = code >= 0 ? code : byte === plus ? space : byte;
      at += code >= 0 ? 3 : 1;
    }
    text += decoder.decode(bytes.subarray(0, length), { stream: true });
    if (at < encoded.length) yield;
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
