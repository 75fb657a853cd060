import type {
  CapturedRequest,
  CapturedRequestWire,
  ContractFinding,
  SignatureFinding,
} from '@hookwell/client';
import { indentedJson, statusOfAnswer } from '@hookwell/client/archives';
import { isApplicationJson, strictContentType } from '@hookwell/core/http/content-type';
import { textOfBytes } from '@hookwell/core/match';
import type { Surroundings } from '../command-line/command.ts';
import { byteSize } from '../output/amounts.ts';
import { stylesOf } from '../output/terminal.ts';
import { visible, visibleLines } from '../output/text.ts';
import { happeningOf, happeningWords } from './happening.ts';

/** The answer to a captured request. On endpoints without settings there is only that of a listener. */
interface Answered {
  /** A status, or a fault as it was written: `429`, `timeout 10s`. */
  answer?: string;
  /** A listener gave the answer. */
  answeredBy?: 'listener';
  /** The number of the attempt within its delivery. */
  attempt?: number;
}

/**
 * `answered 429, attempt 2`, `answered 201 by a listener`, `no reply (timeout 10s), attempt 1`; `undefined` where no answer
 * was chosen.
 */
export function answerWords({ answer, answeredBy, attempt }: Answered): string | undefined {
  if (answer === undefined) return undefined;
  const by = answeredBy === undefined ? '' : ' by a listener';
  const words =
    statusOfAnswer(answer) === undefined ? `no reply (${answer})` : `answered ${answer}${by}`;
  return attempt === undefined ? words : `${words}, attempt ${attempt}`;
}

/** A captured request of an endpoint with a contract has this. */
interface Compared {
  contract?: ContractFinding | undefined;
}

/** `Fits the contract`, or what differs, in lines that are safe for a terminal; empty if there was no contract. */
function contractLines({ contract }: Compared): string[] {
  if (contract === undefined) return [];
  const { verdict, differences = [], reason = '' } = contract;
  if (verdict === 'holds') return ['Fits the contract'];
  if (verdict === 'none') return [visible(`Not compared with the contract: ${reason}`)];
  return [
    'Differs from the contract:',
    ...differences.map(({ problem }) => visible(`  ${problem}`)),
  ];
}

/** The headers of a captured request as far as they tell of those that were dropped. */
export interface WithDropped {
  headers: readonly (readonly [name: string, value: string])[];
  /** The number of headers beginning with X- that the service dropped. */
  droppedHeaders: number;
}

/** Tells how many headers were dropped, and how they are kept from now on; empty if none was. */
export function droppedSentence({ headers, droppedHeaders: count }: WithDropped): string {
  if (count === 0) return '';
  const were =
    count === 1
      ? 'One header beginning with X- was dropped'
      : `${count} headers beginning with X- were dropped`;
  return `${were}: ${headers.some(([name]) => /^x-/i.test(name)) ? neverKept : keptFromNowOn}`;
}

/** If others of the same request are there, the endpoint keeps them. */
const neverKept = 'secrets, and what a proxy adds, are never kept';
/** How headers are kept from now on. */
export const keptFromNowOn =
  '"xHeaders": "keep" in the settings of the endpoint keeps all but secrets from now on';

/** A captured request of an endpoint that verifies signatures has this. */
interface Verified {
  signature?: SignatureFinding | undefined;
}

/**
 * `Signature valid: github, secret …k3f9`, `Signature invalid: github. No secret given here made this signature.`, safe
 * for a terminal; `undefined` if its endpoint verified none.
 */
export function signatureSentence({ signature }: Verified): string | undefined {
  if (signature === undefined) return undefined;
  const { verdict, scheme, reason = '', signedAt } = signature;
  const signed = signedAt === undefined ? '' : `, signed ${signedAt}`;
  const start = `Signature ${verdict}: ${scheme}`;
  const words =
    verdict === 'valid'
      ? [start, reason].filter(Boolean).join(', ') + signed
      : `${start}${signed}. ${reason}`.trimEnd();
  return visible(words);
}

/** `signature invalid`, safe for a terminal; `undefined` if its endpoint verified none. */
export function signatureWords({ signature }: Verified): string | undefined {
  return signature === undefined ? undefined : visible(`signature ${signature.verdict}`);
}

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
