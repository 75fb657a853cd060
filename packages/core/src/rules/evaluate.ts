import {
  holdsIn,
  type JsonPath,
  type Match,
  type MatchableRequest,
  MatchedHead,
  type MatchField,
  valueIn,
  WholeBody,
} from '../match/index.ts';
import {
  type HandshakeAnswer,
  type HandshakeName,
  handshakes,
} from '../senders/tables/handshakes.ts';
import { type Asked, type AtTheDoor, deliveryOf, topId } from './delivery-key.ts';
import { retryAfterOf } from './reply-head.ts';
import { doorHeader, schemeEvent, schemePlaces } from './scheme-event.ts';
import type { Reply, Settings } from './settings.ts';
import { templatesOf } from './template.ts';

/** A request as it is known before it is stored. */
export interface Facts extends AtTheDoor {
  /** Without an id and an attempt. */
  request: MatchableRequest;
  /**
   * Decompressed and decoded; its text is made once it is asked for. `isWhole`: nothing was cut off. In a body that is
   * cut there is no JSON.
   */
  body: { text: string | (() => string); isWhole: boolean };
  /** Whether there is a secret that handshakes can compute with; absent: if the settings have one. */
  hasSecret?: boolean | undefined;
}

/** The answer to an attempt, as it is stored. */
export interface PlannedAnswer {
  /** `429`, `timeout 10s`, `reset`, `truncate 100`. */
  answer: string;
  /** The Retry-After of the answer, in seconds. */
  retryAfter?: number;
}

/** Everything about a request that is known before it is stored: only the number of its attempt is open. */
export interface Evaluation {
  /** The index of the reply that answers; `undefined`: the acknowledgement of endpoints without settings. */
  reply: number | undefined;
  /** The answers to the attempts from 1 on, one for each step of the reply; the last one is for all further attempts. */
  answers: readonly PlannedAnswer[];
  /** The texts for the templates of the reply, by the printed name of the field. */
  values: ReadonlyMap<string, string>;
  /** The same text for all attempts of a delivery, and for no other request of the endpoint. */
  delivery: string;
  /** The sender's own id of the delivery; `undefined` if the request has none. */
  id: string | undefined;
  /** The sender's name for the event, by the scheme of the settings; `undefined` if these verify nothing or it is not told. */
  event?: string | undefined;
  /** The answer of the reply if that is a handshake. */
  handshake?: HandshakeAnswer | undefined;
}

/**
 * Evaluates a request by the settings of its endpoint: the first reply that holds answers. The body is not touched where the
 * headers tell all that is asked for.
 */
export function evaluate(settings: Settings, facts: Facts): Evaluation {
  const body = new WholeBody(facts.body.text, facts.body.isWhole, jsonPathsOf(settings));
  const event = schemeEvent(settings, facts.doorHeaders, body);
  const asked = new EvaluatedRequest(facts, body, event);
  const found = firstReply(settings, asked);
  const values =
    found && templatesOf(found.reply).length > 0 ? valuesFor(found.reply, asked) : noValues;
  const { delivery, id } = deliveryOf(settings, asked);
  return {
    reply: found?.index,
    answers: answersOf(found, values),
    values,
    delivery,
    id,
    event,
    handshake: found?.handshake,
  };
}

const noValues: ReadonlyMap<string, string> = new Map();

/** Its head is taken apart when somebody asks for it. */
class EvaluatedRequest implements Asked {
  readonly door: Facts;
  readonly body: WholeBody;
  readonly #event: string | undefined;
  #head: MatchedHead | undefined;

  /** @param event as the scheme has it; `undefined`: the request's own */
  constructor(facts: Facts, body: WholeBody, event: string | undefined) {
    this.door = facts;
    this.body = body;
    this.#event = event;
  }

  get head(): MatchedHead {
    this.#head ??= new MatchedHead(this.door.request, this.#event);
    return this.#head;
  }
}

interface FoundReply {
  index: number;
  reply: Reply;
  /** Of a reply that is a handshake. */
  handshake?: HandshakeAnswer;
}

function firstReply(settings: Settings, asked: EvaluatedRequest): FoundReply | undefined {
  for (const [index, reply] of settings.replies.entries()) {
    if (reply.handshake !== undefined) {
      const handshake = handshakeWith(reply.handshake, settings, asked);
      if (handshake !== undefined) return { index, reply, handshake };
    } else if (reply.when === undefined || holdsFor(reply.when, asked)) {
      return { index, reply };
    }
  }
  return undefined;
}

/** Ages such as received>15m count from the arrival. */
function holdsFor(when: Match, { door, head, body }: EvaluatedRequest): boolean {
  return holdsIn(when, head, body, door.request.receivedAt);
}

function answersOf(
  found: FoundReply | undefined,
  values: ReadonlyMap<string, string>,
): readonly PlannedAnswer[] {
  if (found === undefined) return [{ answer: '200' }];
  const { reply, handshake } = found;
  if (handshake !== undefined) return [{ answer: String(handshake.status) }];
  return reply.steps.map((step) => {
    const answer = step.kind === 'status' ? String(step.status) : step.written;
    const retryAfter = retryAfterOf(reply, step, values);
    return retryAfter === undefined ? { answer } : { answer, retryAfter };
  });
}

function handshakeWith(
  name: HandshakeName,
  { verify }: Settings,
  { door, head, body }: EvaluatedRequest,
): HandshakeAnswer | undefined {
  const handshake = handshakes[name];
  const hasSecret = door.hasSecret ?? (verify?.secrets.length ?? 0) > 0;
  const { secretOf } = handshake;
  if (secretOf !== undefined && !(hasSecret && verify?.scheme === secretOf)) return undefined;
  const { method, signature } = door.request;
  return handshake.answer({
    method,
    parameter: (key) => head.values({ name: 'query.NAME', key })[0]?.text,
    header: (lower) => doorHeader(door.doorHeaders, lower),
    jsonAt: (path) => body.jsonAt(path),
    body: () => body.text,
    signature,
    verify,
  });
}

/** Settings are plain data; the paths of each are kept as long as it is. */
const jsonPaths = new WeakMap<Settings, readonly JsonPath[]>();

/** All paths that a match, a body or header, a handshake, the scheme or the delivery may ask for. */
function jsonPathsOf(settings: Settings): readonly JsonPath[] {
  let paths = jsonPaths.get(settings);
  if (paths === undefined) {
    paths = [
      ...fieldsOf(settings).flatMap((field) => (field.name === 'json.PATH' ? [field.path] : [])),
      ...settings.replies.flatMap(({ handshake }) =>
        handshake ? handshakes[handshake].paths : [],
      ),
      ...jsonPathsOfScheme(settings),
    ];
    jsonPaths.set(settings, paths);
  }
  return paths;
}

function jsonPathsOfScheme(settings: Settings): readonly JsonPath[] {
  const { id, event } = schemePlaces(settings);
  return [id, event].flatMap((place) =>
    place !== undefined && 'json' in place ? [place.json] : [],
  );
}

function fieldsOf({ replies, delivery }: Settings): MatchField[] {
  const fields: MatchField[] = [topId];
  if (delivery !== undefined && delivery !== 'one') fields.push(delivery);
  for (const reply of replies) {
    if (reply.when !== undefined) fields.push(...fieldsOfMatch(reply.when));
    for (const part of templatesOf(reply).flatMap(({ parts }) => parts))
      if (typeof part !== 'string') fields.push(part.field);
  }
  return fields;
}

function fieldsOfMatch({ terms }: Match): MatchField[] {
  return terms.flatMap(({ condition }) => ('field' in condition ? [condition.field] : []));
}

/** Of a longer value its beginning is inserted. */
const longestValueCharacters = 64 * 1024;
/** All values together have at most so many characters: no body could show more of them. */
const mostValueCharacters = 256 * 1024;

/**
 * The texts of the fields that the body and headers of a reply name, by the printed name of the field. Fields without a value are
 * left out. The texts are copies, so that they do not keep the body.
 */
function valuesFor(reply: Reply, { head, body }: Asked): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let room = mostValueCharacters;
  for (const part of templatesOf(reply).flatMap(({ parts }) => parts)) {
    if (typeof part === 'string' || values.has(part.name)) continue;
    const text = valueIn(part.field, head, body);
    if (text === undefined) continue;
    const value = copyOf(text, Math.min(room, longestValueCharacters));
    room -= value.length;
    values.set(part.name, value);
  }
  return values;
}

/** The beginning of a text, cut between characters; half characters become U+FFFD. */
function copyOf(text: string, mostCharacters: number): string {
  const last = text.charCodeAt(mostCharacters - 1);
  const cutsPair = text.length > mostCharacters && last >= 0xd800 && last <= 0xdbff;
  const start = text.slice(0, cutsPair ? mostCharacters - 1 : mostCharacters);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(start));
}
