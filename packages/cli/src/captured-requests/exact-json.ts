import type { ExactRequest } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { compactJson } from '../output/json-text.ts';
import { visibleJson } from '../output/visible.ts';

/** The JSON of larger bodies has no field `json`. */
const mostJsonBytes = 1024 * 1024;

/**
 * The one JSON shape of a captured request (docs/command-line.md), on one line without its line break, in
 * pieces: a body can be large. The fields of `beside` come last.
 */
export function* exactRequestJson(
  request: ExactRequest,
  beside: Readonly<Record<string, unknown>> = {},
): Generator<string, void> {
  const { body, text, decodedText, ...head } = request;
  yield visibleJson(JSON.stringify(head).slice(0, -1));
  if (text === undefined) yield* base64Field('bodyBase64', body);
  else yield* textField('body', text);
  if (decodedText !== undefined) yield* textField('decodedBody', decodedText);
  const json = jsonOf(request);
  if (json !== undefined) yield `,"json":${visibleJson(compactJson(json))}`;
  for (const [name, value] of Object.entries(beside)) {
    if (value !== undefined)
      yield `,${visibleJson(`${JSON.stringify(name)}:${JSON.stringify(value)}`)}`;
  }
  yield '}';
}

/** Writes a captured request as one line of JSON. */
export async function writeExactJson(
  request: ExactRequest,
  { write }: Pick<Surroundings, 'write'>,
  beside?: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const piece of exactRequestJson(request, beside)) await write(piece);
  await write('\n');
}

/** The sender's own text of a JSON object, if the service would show it as `body.json`. */
function jsonOf({ headers, bodySize, text, decodedText = text }: ExactRequest): string | undefined {
  if (decodedText === undefined || bodySize > mostJsonBytes) return undefined;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const mediaType = type.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') return undefined;
  const json = decodedText.replace(/^\ufeff/, '');
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? json : undefined;
  } catch {
    return undefined;
  }
}

/** The characters, or bytes, that are written at once; three bytes are four characters of Base64. */
const pieceLength = 192 * 1024;

function* textField(name: string, text: string): Generator<string, void> {
  yield `,"${name}":"`;
  for (let start = 0; start < text.length; ) {
    // The halves of a surrogate pair stay together.
    const isPair = (text.codePointAt(start + pieceLength - 1) ?? 0) > 0xffff;
    const end = start + pieceLength + (isPair ? 1 : 0);
    yield visibleJson(JSON.stringify(text.slice(start, end)).slice(1, -1));
    start = end;
  }
  yield '"';
}

function* base64Field(name: string, bytes: Uint8Array): Generator<string, void> {
  yield `,"${name}":"`;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < all.length; start += pieceLength) {
    yield all.toString('base64', start, Math.min(start + pieceLength, all.length));
  }
  yield '"';
}
