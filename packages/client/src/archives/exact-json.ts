import { compactJson } from '@hookwell/core/json/json-text';
import { base64Of } from '../copying/copied-request.ts';
import type { ExactRequest } from '../exact/exact-request.ts';

/** The JSON of larger bodies has no field `json`. */
const mostJsonBytes = 1024 * 1024;

/**
 * The one JSON shape of a captured request (docs/command-line.md), on one line without its line break, in
 * pieces: a body can be large. The fields of `beside` come last.
 * @param written what is done to each piece, such as escaping what a terminal would act on
 */
export function* exactRequestJson(
  request: ExactRequest,
  beside: Readonly<Record<string, unknown>> = {},
  written: (json: string) => string = asItIs,
): Generator<string, void> {
  const { body, text, decodedText, ...head } = request;
  yield written(JSON.stringify(head).slice(0, -1));
  if (text === undefined) yield* base64Field('bodyBase64', body);
  else yield* textField('body', text, written);
  if (decodedText !== undefined) yield* textField('decodedBody', decodedText, written);
  const json = jsonOf(request);
  if (json !== undefined) yield `,"json":${written(compactJson(json))}`;
  for (const [name, value] of Object.entries(beside)) {
    if (value !== undefined)
      yield `,${written(`${JSON.stringify(name)}:${JSON.stringify(value)}`)}`;
  }
  yield '}';
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

function asItIs(json: string): string {
  return json;
}

/** The characters, or bytes, that are written at once; three bytes are four characters of Base64. */
const pieceLength = 192 * 1024;

function* textField(
  name: string,
  text: string,
  written: (json: string) => string,
): Generator<string, void> {
  yield `,"${name}":"`;
  for (let start = 0; start < text.length; ) {
    // The halves of a surrogate pair stay together.
    const isPair = (text.codePointAt(start + pieceLength - 1) ?? 0) > 0xffff;
    const end = start + pieceLength + (isPair ? 1 : 0);
    yield written(JSON.stringify(text.slice(start, end)).slice(1, -1));
    start = end;
  }
  yield '"';
}

function* base64Field(name: string, bytes: Uint8Array): Generator<string, void> {
  yield `,"${name}":"`;
  for (let start = 0; start < bytes.length; start += pieceLength) {
    yield base64Of(bytes.subarray(start, start + pieceLength));
  }
  yield '"';
}
