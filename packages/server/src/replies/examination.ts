import { hash } from 'node:crypto';
import type { Match, MatchableRequest, Work } from '@hookwell/core/match';
import {
  type Decision,
  examinationWork,
  examine,
  examineInSteps,
  type Facts,
  type HeldMatches,
  heldMatches,
  heldMatchesInSteps,
  heldMatchesWork,
  type Settings,
} from '@hookwell/core/rules';
import type { UndecidedCapture } from '../receive/replies.ts';
import { contentCodings, decodeSmall } from '../rendering/content-coding.ts';
import { bodyText, contentTypeOf } from '../sent-request/body.ts';
import { headerPairs, parseHeaders, searchedHeaders } from '../sent-request/head.ts';
import { searchedRequest } from '../sent-request/searched-request.ts';

/** A request without its body, for an examination. */
export interface ExaminedHead
  extends Pick<
    UndecidedCapture,
    'receivedAt' | 'method' | 'target' | 'headers' | 'ipAddress' | 'bodySize'
  > {
  /** All headers as they came, `[name, value, …]`: those with `X-` too, which are not stored. */
  doorHeaders: readonly string[];
  /** SHA-256, in hex. */
  bodyHash: string;
  /** The X- headers that the endpoint keeps, which its matches see. */
  keptHeaders?: string | undefined;
  /** That on its signature; absent if the endpoint verifies none. */
  verdict?: string;
  /** That by the contract of its endpoint; absent if it has none. */
  contract?: string | undefined;
  /** Whether handshakes have a secret to compute with; absent: if the settings have one. */
  hasSecret?: boolean;
  /** The sender's name for the event, once it is known. */
  event?: string;
}

export function examinedHead(
  { receivedAt, method, target, headers, ipAddress, bodySize }: UndecidedCapture,
  more: Pick<ExaminedHead, 'doorHeaders' | 'bodyHash' | 'keptHeaders' | 'hasSecret'>,
): ExaminedHead {
  return { receivedAt, method, target, headers, ipAddress, bodySize, ...more };
}

/** A head for another thread: a text is handed over in far less time than thousands. */
export interface PackedHead extends Omit<ExaminedHead, 'doorHeaders'> {
  /** No name and no value has a line break. */
  doorHeaders: string;
}

export function packedHead(head: ExaminedHead): PackedHead {
  return { ...head, doorHeaders: head.doorHeaders.join('\n') };
}

export function unpackedHead(head: PackedHead): ExaminedHead {
  return { ...head, doorHeaders: head.doorHeaders === '' ? [] : head.doorHeaders.split('\n') };
}

/** The text of a body, or its beginning: made when it is first asked for. */
export interface ExaminedBody {
  text: () => string;
  isWhole: boolean;
}

/** The outcome of a request's examination. */
export interface Examination extends Decision {
  /** The sender's name for the event: as its scheme has it, or if requests are not verified, as their body tells it. */
  event: string | undefined;
  /** It could not be done: the sender is told to try again later. */
  hasFailed?: true;
}

/**
 * Decides about a request: `workOf` tells how much work that may be. Of a request that is verified the body is not read if
 * its headers tell all that is asked for.
 */
export function examineRequest(
  settings: Settings,
  head: ExaminedHead,
  body: ExaminedBody,
): Examination {
  const facts = new RequestFacts(head, body);
  return withEvent(settings, facts, examine(settings, facts));
}

/** The same in short steps, which `work` counts. */
export function* examineRequestInSteps(
  settings: Settings,
  head: ExaminedHead,
  body: ExaminedBody,
  work: Work,
): Generator<void, Examination> {
  const facts = new RequestFacts(head, body);
  return withEvent(settings, facts, yield* examineInSteps(settings, facts, work));
}

/** Which of these matches hold for a request: `workOfMatches` tells how much work that may be. */
export function matchesOfRequest(
  matches: readonly Match[],
  head: ExaminedHead,
  body: ExaminedBody,
): HeldMatches {
  const { request } = new RequestFacts(head, body);
  return heldMatches(matches, { request, body, event: head.event });
}

/** The same in short steps, which `work` counts. */
export function matchesOfRequestInSteps(
  matches: readonly Match[],
  head: ExaminedHead,
  body: ExaminedBody,
  work: Work,
): Generator<void, HeldMatches> {
  const { request } = new RequestFacts(head, body);
  return heldMatchesInSteps(matches, { request, body, event: head.event }, work);
}

function withEvent({ verify }: Settings, facts: RequestFacts, decision: Decision): Examination {
  const event = verify === undefined ? derivedEvent(facts.request, facts.body) : decision.event;
  const { delivery, id } = decision;
  return { ...decision, event, delivery: shortened(delivery), id: id && shortened(id) };
}

/** Ids of senders that are longer than this stand by their hash, which is made where the examination is. */
const longestId = 4096;

function shortened(text: string): string {
  return text.length > longestId ? hash('sha256', text, 'hex') : text;
}

/** The facts of a request: its parts are taken apart when they are first asked for. */
class RequestFacts implements Facts {
  readonly body: ExaminedBody;
  readonly bodyHash: string;
  readonly doorHeaders: Facts['doorHeaders'];
  readonly hasSecret: boolean | undefined;
  readonly #head: ExaminedHead;
  #request: MatchableRequest | undefined;

  constructor(head: ExaminedHead, body: ExaminedBody) {
    this.#head = head;
    this.body = body;
    this.bodyHash = head.bodyHash;
    this.doorHeaders = headerPairs(head.doorHeaders);
    this.hasSecret = head.hasSecret;
  }

  get request(): MatchableRequest {
    if (this.#request === undefined) {
      const { headers, keptHeaders, contract, ...head } = this.#head;
      this.#request = searchedRequest({
        ...head,
        headers: searchedHeaders(headers, keptHeaders),
      });
      this.#request.signature = this.#head.verdict;
      this.#request.contract = contract;
    }
    return this.#request;
  }
}

function derivedEvent({ event }: MatchableRequest, body: ExaminedBody): string | undefined {
  if (typeof event !== 'object') return event;
  const text = body.text();
  const start = text.slice(0, event.mostCharacters);
  return event.eventOf(start, body.isWhole && start.length === text.length);
}

/** The answer to a capture that could not be examined. */
export const unexaminedAnswer = { from: 1, answer: '503', retryAfter: 1 };

/**
 * Stands for an examination that could not be done. The capture is stored all the same, and answered 503: nobody knows
 * which answer its sender was to get, and most senders send again.
 */
export function unexamined({ delivery }: Settings, head: ExaminedHead): Examination {
  const { method, target, bodyHash } = head;
  return {
    schedule: [{ ...unexaminedAnswer, reply: undefined, step: 0 }],
    values: new Map(),
    delivery: delivery === 'one' ? 'one' : JSON.stringify(['unexamined', method, target, bodyHash]),
    id: undefined,
    event: undefined,
    hasFailed: true,
  };
}

/**
 * The most steps that an examination may take: see `quickWork`. Telling the event of a request that is not verified comes on top: a
 * part of the head, and of the body 64 KiB if its sender writes the event there, take a millisecond at most.
 */
export function workOf(settings: Settings, head: ExaminedHead, bodyLength: number): number {
  return examinationWork(settings, { head: headCharacters(head), body: bodyLength });
}

/** The most steps that trying matches may take. */
export function workOfMatches(
  matches: readonly Match[],
  head: ExaminedHead,
  bodyLength: number,
): number {
  return heldMatchesWork(matches, { head: headCharacters(head), body: bodyLength });
}

/** The length of a head on the wire. */
function headCharacters({ method, target, ipAddress, doorHeaders }: ExaminedHead): number {
  const lengths = doorHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  return method.length + target.length + ipAddress.length + lengths;
}

/** A body that is whole, and at hand. */
export interface WholeBody extends ExaminedBody {
  /** In bytes, without its codings. */
  size: number;
}

/** So many bytes of a compressed body are decompressed at once, and so many may come of them: within 0.05 ms. */
const mostCompressedBytes = 4 * 1024;
const mostDecompressedBytes = 16 * 1024;

/** A body that is neither large nor compressed. */
export function lightBody(capture: UndecidedCapture): WholeBody {
  return textOnce(() => joined(capture), capture.bodySize, capture.headers);
}

/** A compressed body, if it is small and gives little. */
export function decompressedBody(capture: UndecidedCapture): WholeBody | undefined {
  const { bodySize, headers } = capture;
  if (bodySize > mostCompressedBytes) return undefined;
  const codings = contentCodings(parseHeaders(headers));
  const bytes = decodeSmall(joined(capture), codings, mostDecompressedBytes);
  return bytes && textOnce(() => bytes, bytes.length, headers);
}

function joined({ body }: UndecidedCapture): Uint8Array {
  const [only = new Uint8Array()] = body;
  return body.length > 1 ? Buffer.concat(body) : only;
}

function textOnce(bytes: () => Uint8Array, size: number, headers: string): WholeBody {
  let known: string | undefined;
  const text = (): string => {
    known ??= bodyText(bytes(), contentTypeOf(parseHeaders(headers))).text;
    return known;
  };
  return { text, isWhole: true, size };
}
