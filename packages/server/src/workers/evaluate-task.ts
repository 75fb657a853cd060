import { hash } from 'node:crypto';
import { bodyText } from '@hookwell/core/http/body-text';
import { type Match, type MatchableRequest, parseMatch } from '@hookwell/core/match';
import {
  type Evaluation,
  evaluate as evaluateRules,
  type Facts,
  heldMatches,
  readStoredSettings,
  type Settings,
} from '@hookwell/core/rules';
import type { NewCapture } from '../capture-log/captures.ts';
import { contentTypeOf } from '../sent-request/body.ts';
import { headerPairs, parseHeaders, searchedHeaders } from '../sent-request/head.ts';
import { searchedRequest } from '../sent-request/searched-request.ts';

/** A request without its body, as settings and matches see it. */
export interface EvaluatedHead
  extends Pick<
    NewCapture,
    'receivedAt' | 'method' | 'target' | 'headers' | 'ipAddress' | 'bodySize'
  > {
  /** All headers as they came, `[name, value, …]`: those with `X-` too, which are not stored. */
  rawHeaders: readonly string[];
  /** The X- headers that the endpoint keeps, which its matches see. */
  keptHeaders?: string | undefined;
  /** SHA-256, in hex. */
  bodyHash: string;
  /** The verdict on its signature; absent if the endpoint verifies none. */
  verdict?: string | undefined;
  /** The verdict by the contract of its endpoint; absent if it has none. */
  contract?: string | undefined;
  /** Whether handshakes have a secret to compute with. */
  hasSecret: boolean;
}

/** The first bytes of a body without its codings. */
export interface StartOfBody {
  bytes: Uint8Array;
  /** Whether these are all. */
  isWhole: boolean;
}

/** What settings say about a request, and which matches of responders hold for it. */
export interface Evaluated {
  /** Absent if there are no settings. */
  evaluation?: Evaluation;
  /** In the order of the matches. */
  held: readonly boolean[];
}

export interface EvaluateAsk {
  head: EvaluatedHead;
  body: StartOfBody;
  /** The settings in JSON. */
  settings: string | undefined;
  /** The texts of the matches. */
  matches: readonly string[];
}

/** Evaluates a request in a thread. */
export function evaluate({ head, body, settings, matches }: EvaluateAsk): Evaluated {
  return evaluateRequest(
    head,
    body,
    settings === undefined ? undefined : readStoredSettings(JSON.parse(settings)),
    matches.map((text) => parseMatch(text)),
  );
}

export function evaluateRequest(
  head: EvaluatedHead,
  { bytes, isWhole }: StartOfBody,
  settings: Settings | undefined,
  matches: readonly Match[],
): Evaluated {
  let known: string | undefined;
  const text = (): string => {
    known ??= bodyText(bytes, contentTypeOf(parseHeaders(head.headers)), !isWhole).text;
    return known;
  };
  const facts = new RequestFacts(head, { text, isWhole });
  const evaluation = settings && evaluated(settings, facts);
  const { body } = facts;
  const event = evaluation?.event;
  const held =
    matches.length === 0 ? [] : heldMatches(matches, { request: facts.request, body, event });
  return { ...(evaluation && { evaluation }), held };
}

/** Where signatures are verified the event is that of the scheme, else the one that the request itself tells. */
function evaluated(settings: Settings, facts: RequestFacts): Evaluation {
  const evaluation = evaluateRules(settings, facts);
  const event = settings.verify === undefined ? derivedEvent(facts) : evaluation.event;
  const { delivery, id } = evaluation;
  return { ...evaluation, event, delivery: shortened(delivery), id: id && shortened(id) };
}

/** Ids of senders that are longer than this stand by their hash. */
const maxIdCharacters = 4096;

function shortened(text: string): string {
  return text.length > maxIdCharacters ? hash('sha256', text, 'hex') : text;
}

/** The facts of a request: its parts are taken apart when they are first asked for. */
class RequestFacts implements Facts {
  readonly body: { text: () => string; isWhole: boolean };
  readonly bodyHash: string;
  readonly doorHeaders: Facts['doorHeaders'];
  readonly hasSecret: boolean;
  readonly #head: EvaluatedHead;
  #request: MatchableRequest | undefined;

  constructor(head: EvaluatedHead, body: RequestFacts['body']) {
    this.#head = head;
    this.body = body;
    this.bodyHash = head.bodyHash;
    this.doorHeaders = headerPairs(head.rawHeaders);
    this.hasSecret = head.hasSecret;
  }

  get request(): MatchableRequest {
    if (this.#request === undefined) {
      const { headers, keptHeaders, verdict, contract, ...head } = this.#head;
      this.#request = searchedRequest({ ...head, headers: searchedHeaders(headers, keptHeaders) });
      this.#request.signature = verdict;
      this.#request.contract = contract;
    }
    return this.#request;
  }
}

function derivedEvent({ request: { event }, body }: RequestFacts): string | undefined {
  if (typeof event !== 'object') return event;
  const text = body.text();
  const start = text.slice(0, event.mostCharacters);
  return event.eventOf(start, body.isWhole && start.length === text.length);
}
