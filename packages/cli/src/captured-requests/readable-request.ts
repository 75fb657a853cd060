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

function readableBody({ json, raw }: CapturedRequest['body'], size: number): string {
  if (json !== undefined) return visibleLines(indentedJson(raw));
  const isText = !raw.includes('\0') && !raw.includes('\ufffd');
  return isText ? visibleLines(raw) : `(${byteSize(size)} that are not text: --body writes them)`;
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
