import { isApplicationJson, strictContentType } from '@hookwell/bodies/content-type';
import type { CapturedRequest, CapturedRequestWire } from '@hookwell/client';
import { indentedJson } from '@hookwell/client/archives';
import { textOfBytes } from '@hookwell/match';
import type { Surroundings } from '../command-line/command.ts';
import { byteSize } from '../output/amounts.ts';
import { stylesOf } from '../output/terminal.ts';
import { visible, visibleLines } from '../output/visible.ts';
import { answerWords } from './answer-words.ts';
import { contractLines } from './contract-words.ts';
import { droppedSentence } from './dropped-headers.ts';
import { happeningOf, happeningWords } from './happening.ts';
import { signatureSentence } from './signature-words.ts';

/** A captured request for people to read, its unseen characters made visible, and its sender and event. */
export async function readableRequest(
  request: CapturedRequest,
  wire: CapturedRequestWire,
  { output }: Pick<Surroundings, 'output'>,
): Promise<string> {
  const { bold, faint, name, good, bad } = stylesOf(output);
  const { id, method, receivedAt, ipAddress, body } = request;
  const { target, headers, bodySize } = wire;
  const dropped = droppedSentence(wire);
  const happening = happeningWords(await happeningOf(request));
  const answered = answerWords(request);
  const signature = signatureSentence(request);
  const paint = request.signature?.verdict === 'valid' ? good : bad;
  return [
    ...(happening === '' ? [] : [bold(visible(happening))]),
    bold(`${visible(method)} ${visible(textOfBytes(target))}`),
    faint(`Request ${id}, from ${visible(ipAddress)}, ${receivedAt}, ${byteSize(bodySize)}`),
    ...(answered === undefined ? [] : [faint(sentence(visible(answered)))]),
    ...(signature === undefined ? [] : [paint(signature)]),
    ...contractLines(request).map(request.contract?.verdict === 'differs' ? bad : faint),
    '',
    ...headers.map(([header, value]) => `${name(visible(header))}: ${visible(value)}`),
    ...(dropped === '' ? [] : [faint(`(${dropped})`)]),
    ...(bodySize === 0 ? [] : ['']),
    ...(body.raw.startsWith('\ufeff') ? [faint('(The body begins with a byte order mark)')] : []),
    ...(bodySize === 0 ? [] : [readableBody(body, bodySize)]),
  ].join('\n');
}

/**
 * The request with its body as text where that is UTF-16 by its byte order mark, which the service takes for UTF-8 unless a
 * charset is declared.
 * @param readBytes reads the exact body
 */
export async function withMarkedText(
  request: CapturedRequest,
  readBytes: () => Promise<Uint8Array>,
): Promise<CapturedRequest> {
  const { raw } = request.body;
  // Neither byte of the mark is UTF-8, and each becomes this character.
  if (!raw.startsWith('\ufffd\ufffd') || !raw.includes('\0')) return request;
  const bytes = await readBytes();
  const charset = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be';
  const text = new TextDecoder(charset, { ignoreBOM: true }).decode(bytes);
  if (!text.startsWith('\ufeff')) return request;
  const isJson = isApplicationJson(strictContentType(request.headers['content-type']));
  const json = isJson ? jsonIn(text.slice(1)) : undefined;
  return { ...request, body: { ...request.body, raw: text, ...(json !== undefined && { json }) } };
}

function jsonIn(text: string): CapturedRequest['body']['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readableBody({ json, raw }: CapturedRequest['body'], size: number): string {
  // The line above tells of the mark.
  const text = raw.startsWith('\ufeff') ? raw.slice(1) : raw;
  if (json !== undefined) return visibleLines(indentedJson(text));
  const isText = !text.includes('\0') && !text.includes('\ufffd');
  return isText ? visibleLines(text) : `(${byteSize(size)} that are not text: --body writes them)`;
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
